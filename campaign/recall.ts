import { createHash } from 'node:crypto';
import { isObject } from '../platform/answer';
import { tried } from '../platform/input';
import type { Check } from './check';
import { nameKey, nameIn } from '../lists/columns';
import { unused } from '../lists/columnSettings';
import { type ChosenSettings } from '../lists/readingSettings';
import type { Campaign } from './types';

/** How the list of another campaign was read, and somebody approved. */
export interface Recalled {
	campaign: string;
	chosen: ChosenSettings;
}

type Stored = Pick<Campaign, 'name' | 'plannedAt' | 'approvals' | 'check'>;

/** The fingerprint of the names of columns, in their order. @param header the first row that isn't blank */
export function columnsKeyOf(header: unknown[]): string {
	const names = header.map((cell) => nameKey(nameIn(cell)));
	return createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 32);
}

/** How the newest list with the same columns was read that somebody has approved. */
export function recall(stored: Stored[], columnsKey: string): Recalled | undefined {
	const newest = stored
		.filter(({ approvals, check }) => approvals !== '' && check.includes(columnsKey))
		.sort((one, other) => other.plannedAt.localeCompare(one.plannedAt));
	for (const { name, check } of newest) {
		const read = tried(() => JSON.parse(check) as Partial<Check>);
		if (!isObject(read) || read.columnsKey !== columnsKey) continue;
		const columns = (read.columns ?? []).map(({ number, field }) => {
			// Columns of yes and no that made no difference may make one in the next campaign.
			const meaning = field === 'allRows' ? unused : (field ?? unused);
			return [`column${number}`, meaning] as const;
		});
		// Marked rows are other customers in each list.
		const own = { markedRows: undefined, flags: undefined, ...Object.fromEntries(columns) };
		const chosen = { ...read.chosen, ...own };
		return { campaign: name, chosen };
	}
	return undefined;
}
