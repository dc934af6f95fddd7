import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { LedgerEntry } from '../host/sandbox-control';

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
	join(__dirname, 'expected-gifts.csv'),
	'utf8',
)
	.trim()
	.split('\n')
	.slice(1)
	.map((line) => {
		const [customer = '', msisdn = '', megabytes] = line.split(',');
		return { customer, msisdn, megabytes: Number(megabytes) };
	});

/** Rows that the node refuses by itself, with words that their reason must hold. */
export const refusedByNode: Record<string, string> = {
	'C-1026': 'must be a phone number',
	'C-1027': 'must be a phone number',
	'C-1040': 'has 7 digits',
	'C-1047': 'must include the country code',
	'C-1066': 'has 22 digits',
	'C-1079': 'must be a phone number',
	'C-1084': 'must include the country code',
	'C-1115': 'The phone number is empty',
	'C-1151': 'must be a phone number',
	'C-1023': 'is not an amount of data',
	'C-1127': 'is not an amount of data',
	'C-1175': 'is not an amount of data',
	'C-1179': 'The amount is empty',
};

/** Rows that the platform refuses, with the code it writes into its ledger. */
export const refusedByPlatform: Record<string, string> = {
	'C-1078': 'UNKNOWN_MSISDN',
	'C-1129': 'UNKNOWN_MSISDN',
	'C-1156': 'SUBSCRIBER_BLACKLISTED',
	'C-1102': 'NO_POOL_FOR_OPERATOR',
	'C-1126': 'NO_POOL_FOR_OPERATOR',
};

/** Rows that repeat a number listed above them. */
export const listedTwice = 2;

/** All MB of the expected gifts. */
export const expectedMegabytes = expectedGifts.reduce((sum, { megabytes }) => sum + megabytes, 0);

/** The client reference that the ready workflow gives a gift. */
export function referenceOf(campaign: string, customer: string): string {
	return `${campaign} ${customer}`;
}

/** Compares a ledger with the expectations row by row; returns what differs, in words. */
export function differencesOf(ledger: LedgerEntry[], campaign: string): string[] {
	const left = new Map<string, string[]>();
	const expect = (customer: string, outcome: string) =>
		left.set(referenceOf(campaign, customer), [outcome]);
	for (const { customer, msisdn, megabytes } of expectedGifts) {
		expect(customer, `ASSIGNED ${msisdn} ${megabytes} MB`);
	}
	for (const [customer, code] of Object.entries(refusedByPlatform)) expect(customer, code);

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
