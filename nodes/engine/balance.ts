import { isSuccess, listOf } from '../../platform/answer';
import { remainingIn } from '../../platform/pools';
import { failedBy, listRefused } from './errors';
import type { BalanceCheck } from './operation';
import type { Send } from './send';
import type { PlannedItem } from './plan';

/**
 * Refuses the whole list, before anything is sent, when the data pools can't cover it: sums in MB for each service and
 * operator.
 *
 * @param items those that will be sent, each key once
 * @param now Unix milliseconds
 * @throws PlatformError that names every pool that is too small, or says why that can't be told
 */
export async function checkBalance(
	balance: BalanceCheck,
	items: PlannedItem[],
	ask: Send,
	now: number,
): Promise<void> {
	const needs = new Map<string, ReturnType<BalanceCheck['need']>>();
	for (const { params } of items) {
		const need = balance.need(params);
		if (need.operator === '') {
			throw listRefused(
				"Check Balance First needs 'Operator Code' for every item",
				'Fill it in, or switch off Check Balance First.',
			);
		}
		const key = `${need.serviceKey} at ${need.operator}`;
		needs.set(key, { ...need, amount: need.amount + (needs.get(key)?.amount ?? 0) });
	}
	const short: string[] = [];
	for (const [pools, { serviceKey, operator, amount }] of needs) {
		const { answer, error } = await ask(balance.request(serviceKey, operator));
		const records = answer && isSuccess(answer.status) ? listOf(answer.body) : undefined;
		const remaining = records && remainingIn(records, now);
		if (remaining === undefined) {
			throw listRefused(
				`The balance of ${pools} can't be read. ${
					answer ? failedBy('The platform', answer).message : error.message
				}`,
				'Fix what it names, or switch off Check Balance First.',
			);
		}
		if (inKilobytes(remaining) >= inKilobytes(amount)) continue;
		short.push(`${pools} has ${rounded(remaining)} MB and the list needs ${rounded(amount)} MB`);
	}
	if (short.length === 0) return;
	throw listRefused(
		`The data pools don't cover this list: ${short.join('; ')}`,
		'Shorten the list, lower the amounts, or ask your operator for more data.',
	);
}

/** Sums of fractions are off by a hair, which must neither be shown nor decide. */
function inKilobytes(megabytes: number): number {
	return Math.round(megabytes * 1000);
}

function rounded(megabytes: number): number {
	return inKilobytes(megabytes) / 1000;
}
