import type { TransactionRecord } from './transaction-record';

const RESULTS = { COMPLETED: 'success', FAILED: 'failed', CANCELED: 'canceled' } as const;

/** The `status` of notifications and returns. */
export function resultOf({ actionStatus }: TransactionRecord) {
	return RESULTS[actionStatus ?? 'FAILED'];
}
