import type { ItemResult } from '../exchange';
import { LateError, PlatformError } from '../request/errors';
import { mayBeDone } from '../result';
import type { ListRun } from './listRun';

/** A circuit breaker: stops the rest of a list that keeps failing, or that can only fail in the same way. */
export class Breaker {
	/** Why the items that haven't begun are not sent; undefined where they are. */
	stopped: Error | undefined;
	/** The time to send is over, for all items that haven't begun. */
	late: LateError | undefined;

	/** Causes of failures in a row: a login that many items waited for is one. */
	private readonly failures = new Set<unknown>();

	constructor(private readonly run: Pick<ListRun, 'options' | 'continueOnFail'>) {}

	note(result: ItemResult): void {
		const error = 'error' in result ? result.error : undefined;
		if (error instanceof LateError) this.late = error;
		const isFailure = result.kind === 'failed' || mayBeDone(result);
		if (error && isFailure) this.failures.add(error.cause ?? error);
		else this.failures.clear();
		if (error) this.stopped ??= this.run.continueOnFail ? this.reasonOf(error) : error;
	}

	private reasonOf(error: Error): Error | undefined {
		const isStopping = error instanceof PlatformError && error.stopsRun;
		// A refused login says so itself.
		if (isStopping && error.cause) return error;
		if (isStopping) {
			const message = "Not sent, because the platform doesn't accept the token";
			const advice = 'Fix what the first refused item names, then run the list again.';
			return new PlatformError(message, advice);
		}
		const { stopAfterFailures } = this.run.options;
		const { size } = this.failures;
		if (stopAfterFailures === 0 || size < stopAfterFailures) return undefined;
		const isRefusal = error instanceof PlatformError && error.isRefusal;
		return new PlatformError(
			`Not sent, because ${size} items in a row failed: ${error.message}`,
			isRefusal ? error.advice : 'Run the rest of the list again later.',
		);
	}
}
