import type { PlatformRecord } from './answer';

/** Which transactions start a flow; an empty list lets all pass. */
export interface TransactionFilter {
	/** The contract's `action` values. */
	actions: string[];
	/** The contract's `actionStatus` values. */
	results: string[];
}

const started = ['SUB_START'];
const ended = ['SUB CANCEL', 'SUB_ADMIN CANCEL'];

/** The events of the trigger, in the contract's words. */
export const transactionEvents: Record<string, TransactionFilter> = {
	any: { actions: [], results: [] },
	chargeFailed: { actions: ['CHARGE', 'SUB_START', 'SUB_RENEW'], results: ['FAILED'] },
	subscriptionStarted: { actions: started, results: ['COMPLETED'] },
	subscriptionEnded: { actions: ended, results: ['COMPLETED'] },
};

/** The kinds of action a person picks from; a cancellation has two spellings. */
export const actionGroups: Record<string, string[]> = {
	charge: ['CHARGE'],
	start: started,
	renewal: ['SUB_RENEW'],
	cancellation: ended,
	refund: ['REFUND'],
};

/** Whether a transaction passes. Older records may lack `actionStatus`; then `transactionState` tells the result. */
export function passesFilter(
	{ action, actionStatus, transactionState }: PlatformRecord,
	{ actions, results }: TransactionFilter,
): boolean {
	const result = actionStatus ?? (transactionState === 'FINISHED' ? 'COMPLETED' : transactionState);
	return (
		(actions.length === 0 || actions.includes(String(action))) &&
		(results.length === 0 || results.includes(String(result)))
	);
}
