import { z } from 'zod';
import type { PlatformRecord } from './records';

const name = z.union([z.string().min(1), z.number()]).transform(String);
const named = z.record(z.unknown());

/** A service as a list shows it. */
export interface ListedService {
	serviceKey: string;
	name: string;
}

/**
 * Finds service keys and names in the answer of “services of the merchant”. The contract does not show that
 * record, so the spellings the platform uses elsewhere for the service key (`serviceKey`, `apikey`) are tried.
 */
export function servicesIn(records: PlatformRecord[]): ListedService[] {
	return records.flatMap((record) => {
		const serviceKey = firstOf(record, ['serviceKey', 'servicekey', 'apikey', 'apiKey']);
		if (serviceKey === undefined) return [];
		const shown = firstOf(record, ['serviceName', 'name', 'service', 'description']);
		return [{ serviceKey, name: shown === undefined ? serviceKey : `${shown} (${serviceKey})` }];
	});
}

const operatorKeys = ['operator', 'operatorCode', 'mno', 'mnocode', 'code', 'operators'];

/**
 * Collects every operator code that a record names, at any depth: the contract does not show where services and
 * packages carry theirs.
 */
export function operatorCodesIn(value: unknown): string[] {
	return [...new Set(walk(value, false))].sort();
}

function walk(value: unknown, isOperator: boolean): string[] {
	if (typeof value === 'string') {
		return isOperator && /^[A-Z]{2}_[A-Z0-9_-]+$/.test(value) ? [value] : [];
	}
	if (Array.isArray(value)) return value.flatMap((entry) => walk(entry, isOperator));
	const fields = named.safeParse(value);
	if (!fields.success) return [];
	return Object.entries(fields.data).flatMap(([key, entry]) =>
		walk(entry, operatorKeys.includes(key)),
	);
}

function firstOf(record: PlatformRecord, keys: string[]): string | undefined {
	for (const key of keys) {
		const read = name.safeParse(record[key]);
		if (read.success) return read.data;
	}
	return undefined;
}
