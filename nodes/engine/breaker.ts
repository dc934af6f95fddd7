/** Gives up on a platform that has failed so often in a row that the next item would only meet the same. */
export class Breaker {
	private failures = 0;

	/** @param most failures in a row; 0 for never giving up */
	constructor(private readonly most: number) {}

	get isOpen(): boolean {
		return this.most > 0 && this.failures >= this.most;
	}

	/** @param isPlatformsFault whether the item failed because the platform did; what it refuses, it answered */
	note(isPlatformsFault: boolean): void {
		if (!this.isOpen) this.failures = isPlatformsFault ? this.failures + 1 : 0;
	}
}
