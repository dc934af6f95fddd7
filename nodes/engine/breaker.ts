/** Gives up on a platform that has failed so often in a row that the next item would only meet the same. */
export class Breaker {
	private failures = 0;
	private last: unknown;

	/** @param most failures in a row; 0 for never giving up */
	constructor(private readonly most: number) {}

	get isOpen(): boolean {
		return this.most > 0 && this.failures >= this.most;
	}

	/** An item was answered, if only by a refusal. */
	noteAnswer(): void {
		if (!this.isOpen) this.failures = 0;
	}

	/** An item failed because the platform did. One failed login that many items waited for is one failure. */
	noteFailure(cause: unknown): void {
		if (cause !== this.last) this.failures++;
		this.last = cause;
	}
}
