import { textIn, type PlatformRecord } from '../../platform/answer';

/** How a transaction ended. What else changes on its record, such as a comment, is no other end. */
export interface End {
	action: string;
	/** A value of `actionStatus`, or `SKIPPED`. */
	result: string;
}

/** Where `actionStatus` is null, `transactionState` tells the result. */
const resultsByState = new Map<unknown, string>([
	['FINISHED', 'COMPLETED'],
	['FAILED', 'FAILED'],
	['CANCELED', 'CANCELED'],
	['SKIPPED', 'SKIPPED'],
]);

/** Reads how a transaction ended; undefined while its life cycle goes on (contract, “Transaction record”). */
export function endOf({ action, ...record }: PlatformRecord): End | undefined {
	const result = textIn(record.actionStatus) ?? resultsByState.get(record.transactionState);
	// `SUB CANCEL` and `SUB_CANCEL` are one action.
	const name = String(action).replace(/_CANCEL$/, ' CANCEL');
	return result === undefined ? undefined : { action: name, result };
}
