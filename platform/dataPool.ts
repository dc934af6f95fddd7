import type { PlatformRecord } from './records';

/**
 * Adds `remainingAmount` (total less assigned, in the unit the platform uses) to a data pool balance entry
 * (contract, “Data pool balance entry”). The contract does not show the amounts' types, so text is read as
 * well as numbers; where one of them is no number, or the platform sends that field itself, the entry is handed on as it came.
 */
export function withRemainingAmount(pool: PlatformRecord): PlatformRecord {
	const remainingAmount = amountOf(pool.totalAmount) - amountOf(pool.assignedAmount);
	return Number.isFinite(remainingAmount) ? { remainingAmount, ...pool } : pool;
}

function amountOf(value: unknown): number {
	return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
		? Number(value)
		: NaN;
}
