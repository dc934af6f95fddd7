import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { LedgerEntry } from '../../test/support/sandboxControl';

/** A gift that the sample list must lead to. */
export interface ExpectedGift {
	customer: string;
	msisdn: string;
	megabytes: number;
}

/**
 * What the sample list (`workflows/loyalty-recipients.csv`) must lead to, written down by hand and
 * not computed with the package's code. Of its 200 rows 180 are good, 18 are bad (13 before a request
 * leaves, 5 by the platform's decision), and 2 name somebody who was listed before.
 */
export const expectedGifts: ExpectedGift[] = readFileSync(
	join(__dirname, 'expectedGifts.csv'),
	'utf8',
)
	.trim()
	.split('\n')
	.slice(1)
	.map((line) => {
		const [customer = '', msisdn = '', megabytes] = line.split(',');
		return { customer, msisdn, megabytes: Number(megabytes) };
	});

/** Rows that the node refuses by itself, with the parameter that is wrong. */
export const refusedByNode: Record<string, 'msisdn' | 'amount'> = {
	'C-1026': 'msisdn',
	'C-1027': 'msisdn',
	'C-1040': 'msisdn',
	'C-1047': 'msisdn',
	'C-1066': 'msisdn',
	'C-1079': 'msisdn',
	'C-1084': 'msisdn',
	'C-1115': 'msisdn',
	'C-1151': 'msisdn',
	'C-1023': 'amount',
	'C-1127': 'amount',
	'C-1175': 'amount',
	'C-1179': 'amount',
};

/** Rows that the platform refuses, with the number and the code that it writes into its ledger. */
export const refusedByPlatform: Record<string, { msisdn: string; code: string }> = {
	'C-1078': { msisdn: '447700900404', code: 'UNKNOWN_MSISDN' },
	'C-1129': { msisdn: '33639980404', code: 'UNKNOWN_MSISDN' },
	'C-1156': { msisdn: '33639980403', code: 'SUBSCRIBER_BLACKLISTED' },
	'C-1102': { msisdn: '46701740651', code: 'NO_POOL_FOR_OPERATOR' },
	'C-1126': { msisdn: '46701740612', code: 'NO_POOL_FOR_OPERATOR' },
};

/** All rows that fail. */
export const failedCustomers = Object.keys({ ...refusedByNode, ...refusedByPlatform }).sort();

/** Rows that repeat a number listed above them. */
export const duplicates = 2;

/** The client reference that the node makes of campaign and number. */
function referenceOf(campaign: string, msisdn: string): string {
	return `${campaign}-${msisdn}`;
}

/** Compares a ledger with the expectations row by row; returns what differs, in words. */
export function differencesOf(ledger: LedgerEntry[], campaign: string): string[] {
	const left = new Map<string, string[]>();
	const expect = (msisdn: string, outcome: string) =>
		left.set(referenceOf(campaign, msisdn), [outcome]);
	for (const { msisdn, megabytes } of expectedGifts) {
		expect(msisdn, `ASSIGNED ${msisdn} ${megabytes} MB`);
	}
	for (const { msisdn, code } of Object.values(refusedByPlatform)) expect(msisdn, code);

	const differences: string[] = [];
	for (const { asked, result, gift } of ledger) {
		const reference = asked.clientId ?? '(no reference)';
		const happened = gift ? `${result} ${gift.msisdn} ${gift.amount} MB` : result;
		const expected = left.get(reference)?.pop();
		if (expected !== happened) {
			differences.push(`${reference}: ${happened}, expected ${expected ?? 'nothing (more)'}`);
		}
	}
	for (const [reference, outcomes] of left) {
		for (const outcome of outcomes) differences.push(`${reference}: nothing, expected ${outcome}`);
	}
	return differences;
}
