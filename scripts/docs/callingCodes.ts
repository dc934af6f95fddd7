import { readFileSync } from 'node:fs';

export const callingCodesFile = 'platform/callingCodes.ts';

/** A type of numbers of a region; its own lengths are missing where they are the region's. */
type NumberType = [pattern: string, lengths?: number[]] | 0;

/** A region's plan as libphonenumber-js stores it, by position (its METADATA.md). */
type Plan = unknown[] & { 0: string; 3: number[]; 5: unknown; 7: string | 0; 11: NumberType[] };

interface Metadata {
	country_calling_codes: object;
	countries: Record<string, Plan>;
}

/** Where a plan has the types of numbers a customer can have: fixed, mobile, personal, VoIP. */
const customerTypes = [0, 1, 4, 8];

/** How many digits a phone number has, with its country code. */
const [fewest, most] = [8, 15];

/** The text of `callingCodesFile`. */
export function callingCodes(): string {
	const file = require.resolve('libphonenumber-js/metadata.max.json');
	const { country_calling_codes: codes, countries } = JSON.parse(
		readFileSync(file, 'utf8'),
	) as Metadata;
	const rows = Object.keys(codes).map((code) => {
		const plans = Object.values(countries).filter(([own]) => own === code);
		return `${code} ${lengthsOf(code, plans).join(',')}${zeroOf(plans)}`;
	});
	return `/**
 * Written by \`npm run docs\` from libphonenumber-js. Each line has a calling code, the numbers of digits that can follow
 * it, and what a 0 there is: \`(0)\` dialed within the country only, \`0\` the first digit of some numbers.
 */
export const callingCodes = \`
${rows.join('\n')}
\`;
`;
}

function typesOf(plan: Plan): Exclude<NumberType, 0>[] {
	return customerTypes.flatMap((position) => {
		const type = plan[11][position];
		return type ? [type] : [];
	});
}

function lengthsOf(code: string, plans: Plan[]): number[] {
	const all = plans.flatMap((plan) => typesOf(plan).flatMap(([, lengths]) => lengths ?? plan[3]));
	const digits = (length: number) => code.length + length;
	return [...new Set(all)]
		.filter((length) => digits(length) >= fewest && digits(length) <= most)
		.sort((one, other) => one - other);
}

/** Nothing where a 0 may be either, as in Rwanda. */
function zeroOf(plans: Plan[]): string {
	const patterns = plans.flatMap(typesOf).map(([pattern]) => pattern);
	const firsts = [...'0123456789'].filter((digit) =>
		patterns.some((pattern) => canBeginWith(digit, pattern)),
	);
	const prefixes = plans.map((plan) => plan[5]);
	if (firsts.includes('0')) return prefixes.includes('0') ? '' : ' 0';
	const isClear = plans.every((plan) => plan[5] === '0' && !hasCarriers(plan[7], firsts));
	return isClear ? ' (0)' : '';
}

/** Whether numbers of the pattern can begin with the digit: one that may end after any digit then matches it alone. */
function canBeginWith(first: string, pattern: string): boolean {
	const endsAnywhere = pattern.replace(
		/(\)\{[^}]+\})|(\\d|\[[^\]]+\]|\d)(?:\{[^}]+\})?/g,
		(_part, ofGroup?: string, digit?: string) => ofGroup ?? `(?:${digit ?? ''}|$)`,
	);
	return new RegExp(`^(?:${endsAnywhere})$`).test(first);
}

/** Whether a first digit of numbers can be a carrier's code behind the 0, as in Colombia. */
function hasCarriers(prefix: string | 0, firsts: string[]): boolean {
	if (prefix === 0) return false;
	const dialed = new RegExp(`^(?:${prefix})`);
	return firsts.some((digit) => dialed.exec(`0${digit}000000000`)?.[0] !== '0');
}
