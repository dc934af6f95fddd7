import { createHash } from 'node:crypto';
import { isObject } from '../platform/answer';
import { tried } from '../platform/input';
import type { Check } from './check';
import { nameIn } from './columnContents';
import { keyOf } from './columns';
import { meanings, type SaidReading } from './declared';
import type { ShownColumn } from './shownList';
import type { Campaign } from './types';

/** How the list of another campaign was read, and somebody approved. */
export interface Recalled {
	campaign: string;
	said: SaidReading;
}

type Stored = Pick<Campaign, 'name' | 'plannedAt' | 'approvals' | 'check'>;

/** The fingerprint of the names of columns, in their order. @param header the first row that isn't blank */
export function columnsKeyOf(header: unknown[]): string {
	const names = header.map((cell) => keyOf(nameIn(cell)));
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
		return { campaign: name, said: { ...read.said, ...columnsSaid(read.columns ?? []) } };
	}
	return undefined;
}

/** What columns are, as it is said of each of them. */
export function columnsSaid(columns: ShownColumn[]): Record<string, string> {
	return Object.fromEntries(
		columns.map(({ number, field }) => [`column${number}`, meaningOf(field)]),
	);
}

/** The word for what a column is (declared.ts). */
export function meaningOf(field: ShownColumn['field']): string {
	return Object.entries(meanings).find(([, one]) => one === field)?.[0] ?? 'unused';
}
