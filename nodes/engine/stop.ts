import { PlatformError } from './errors';
import { mayBeDone } from './journal';
import type { ItemResult } from './operation';

/** Says when the rest of a list is not sent: a circuit breaker, and what only fails in the same way. */
export class Stop {
	/** Set once the rest is not sent. */
	error: Error | undefined;

	private failures = 0;

	private lastCause: unknown;

	/**
	 * @param maxFailures in a row; 0 for no limit
	 * @param continueOnFail whether one failed item lets the others go on
	 */
	constructor(
		private readonly maxFailures: number,
		private readonly continueOnFail: boolean,
	) {}

	/** Counts an item that was carried out. */
	note(result: ItemResult): void {
		if (result.kind === 'done' || result.kind === 'skipped') {
			this.failures = 0;
			return;
		}
		const { error } = result;
		if (!this.continueOnFail) this.error ??= error;
		else if (error instanceof PlatformError && error.stopsRun)
			this.error ??= afterRefusedLogin(error);
		if (result.kind !== 'failed' && !mayBeDone(result)) {
			this.failures = 0;
			return;
		}
		// One failed login that many items waited for is one failure.
		const cause = error.cause ?? error;
		if (cause !== this.lastCause) this.failures++;
		this.lastCause = cause;
		if (this.maxFailures > 0 && this.failures >= this.maxFailures) {
			this.error ??= afterFailures(this.maxFailures, error);
		}
	}
}

function afterRefusedLogin(error: PlatformError): PlatformError {
	return error.status === 401
		? new PlatformError(
				"Not sent, because the platform doesn't accept the token",
				'See what the first refused item says.',
				'notProcessed',
			)
		: error;
}

function afterFailures(failures: number, { message }: Error): PlatformError {
	return new PlatformError(
		`Not sent, because ${failures} items in a row failed at the platform. The last one says: ${message}`,
		'Run the rest of the list again later. Stop After Failures in a Row in the options sets the number.',
		'notProcessed',
	);
}
