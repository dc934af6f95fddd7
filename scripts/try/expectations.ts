import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Figures, Plan } from './campaign';

/** An assignment request as the sandbox's ledger keeps it: with `ASSIGNED`, or the code of the refusal. */
interface LedgerEntry {
	asked: unknown;
	result: string;
	gift?: { msisdn: string; amount: number } | undefined;
}

/**
 * The expected results of the sample list (`workflows/loyalty-recipients.csv`), written by hand and not computed by the
 * package's code. A row is refused by the node, with the name of the wrong field, or by the platform, with its code.
 */
const [, ...lines] = readFileSync(join(__dirname, 'expectedGifts.csv'), 'utf8').trim().split('\n');
const rows = lines.map((line) => {
	const [customer = '', msisdn = '', megabytes = '', refusal = ''] = line.split(',');
	return { customer, msisdn, megabytes: Number(megabytes), refusal };
});
const refused = rows.filter(({ refusal }) => refusal);

/** The expected gifts of the sample list. */
export const expectedGifts = rows.filter(({ refusal }) => !refusal);

/** Rows that the node refuses before sending, with the wrong parameter. */
export const refusedByNode = Object.fromEntries(
	refused.filter(({ msisdn }) => !msisdn).map(({ customer, refusal }) => [customer, refusal]),
);

/** Rows that the platform refuses, with the code that it writes into its ledger. */
export const refusedByPlatform = Object.fromEntries(
	refused.filter(({ msisdn }) => msisdn).map((one) => [one.customer, { code: one.refusal }]),
);

/** All rows that fail. */
export const failedCustomers = refused.map(({ customer }) => customer).sort();

/** Rows that repeat a number listed above them. */
export const duplicates = 2;

/** Compares a ledger with the expectations row by row. Returns the differences in words. @param campaign as references begin */
export function differencesOf(ledger: LedgerEntry[], campaign: string): string[] {
	const left = new Map<string, string>();
	for (const { msisdn, megabytes, refusal } of rows.filter((row) => row.msisdn)) {
		left.set(`${campaign}-${msisdn}`, refusal || `ASSIGNED ${msisdn} ${megabytes} MB`);
	}
	const differences = ledger.flatMap(({ asked, result, gift }) => {
		const { clientId: reference = '(no reference)' } = asked as { clientId?: string };
		const happened = gift ? `${result} ${gift.msisdn} ${gift.amount} MB` : result;
		const expected = left.get(reference);
		left.delete(reference);
		if (expected === happened) return [];
		return [`${reference}: ${happened}, expected ${expected ?? 'nothing (more)'}`];
	});
	const missing = [...left].map(([reference, one]) => `${reference}: nothing, expected ${one}`);
	return [...differences, ...missing];
}

const inWords = (gifts: number, failed: number, leftOut: number) =>
	`${gifts} gifts, ${failed} failed, ${leftOut} rows left out of the plan`;

const expected = inWords(
	expectedGifts.length,
	Object.keys(refusedByPlatform).length,
	Object.keys(refusedByNode).length + duplicates,
);

/** Compares a campaign and the sandbox's ledger with the sample list. Returns the lines to print. */
export function judge(
	{ campaign, leftOut, check }: Plan,
	{ status, results: { given, failed } }: Figures,
	entries: LedgerEntry[],
): { lines: string[]; good: boolean } {
	const counted = inWords(given.rows, failed.rows, leftOut);
	const mistakes = differencesOf(entries, campaign.toLowerCase());
	if (counted !== expected) mistakes.unshift(`${counted}, expected ${expected}`);
	const good = mistakes.length === 0;
	const gifts = entries.filter(({ gift }) => gift !== undefined).length;
	const lines = [
		`Campaign ${campaign}: ${status}, ${counted}`,
		...check.leftOut.map(({ reason, rows }) => `  left out: ${rows}  ${reason}`),
		`Ledger of the sandbox: ${gifts} gifts, ${entries.length - gifts} refusals`,
		good
			? '  every row got what the list asks for, once'
			: `  NOT as the list asks, ${mistakes.length} differences:`,
		...mistakes.slice(0, 20).map((mistake) => `    ${mistake}`),
	];
	return { lines, good };
}
