import { isNothing } from './answer';
import { InputError, normalized, quoted, requiredText, shortened } from './input';
import { phrase, type Phrase } from './say';

/** Digits and a point, without a sign, an exponent, a group of thousands, or a 0 in front. */
const plain = /^(0|[1-9]\d*)(\.\d+)?$/;

/** Text such as `1.500`, which is 1500 in one country and 1.5 in another. */
const thousandsPattern = /^[1-9]\d{0,2}\.\d{3}$/;

/** A plain decimal number with its text; NaN for another notation. @throws InputError for `1.000` as text */
function decimalIn(value: unknown): { text: string; number: number } {
	const text = requiredText(value);
	if (typeof value !== 'number' && thousandsPattern.test(text)) {
		throw new InputError(
			'must not have exactly three decimals: the point may be for thousands',
			phrase`Write ${quoted(text)} without a point, or with fewer decimals.`,
		);
	}
	return { text, number: plain.test(text) ? Number(text) : NaN };
}

/** Sums from a spreadsheet or an expression carry noise behind the cents, such as 6.050000001. */
const noise = 1e-6;

/** The same limit as that of a payment: 999999999. */
const maxPrice = 1e9;

/**
 * Reads a price for a search: text with two places, such as `6.50` for 6.050000001 or `6.5` (contract, “Range filters”).
 * @throws InputError for anything but a plain decimal number, and for a fraction of a cent
 */
export function normalizePrice(value: unknown): string {
	decimalIn(value);
	return priceIn(value, 2).toFixed(2);
}

/** Reads a price of a record, with up to three decimals, such as `1.250`. @throws InputError for anything else */
export function readExactPrice(value: unknown): number {
	return priceIn(value, 3);
}

function priceIn(value: unknown, decimals: 2 | 3): number {
	const text = requiredText(value);
	const number = plain.test(text) ? Number(text) : NaN;
	const price = Number(number.toFixed(decimals));
	if (number < maxPrice && Math.abs(number - price) < noise) return price;
	throw noPrice(text, decimals);
}

function noPrice(text: string, decimals: 2 | 3): InputError {
	return new InputError(
		decimals === 2
			? 'must be a price with at most two decimals'
			: 'must be a price with at most three decimals',
		`Replace “${shortened(text)}” with a price such as 4.99, with a point and without a currency.`,
	);
}

/** Reads an end-user price (contract, “Subscribe request”), sent as typed: the platform knows a currency's decimals. */
export function readPrice(value: unknown): string {
	const text = requiredText(value);
	if (/^(0|[1-9]\d{0,8})(\.\d{1,3})?$/.test(text)) return text;
	throw noPrice(text, 3);
}

export const priceSchema = normalized(readPrice);

/** 10 TB in MB: a phone number in the wrong column is more. */
export const maxMegabytes = 1e7;

/**
 * Reads the MB of one customer, a positive number (contract, “Data gifting assignment request”).
 * @throws InputError for zero, more than 10 TB, and anything but a plain decimal number (`1,5`, `0x10`, `1e3`)
 */
function normalizeMegabytes(value: unknown): number {
	const { text, number } = positiveIn(value);
	return checkedMegabytes(number, text);
}

export function checkedMegabytes(megabytes: number, text: string): number {
	if (megabytes <= maxMegabytes) return megabytes;
	const nextStep = phrase`Check ${quoted(text)}: so many MB may be a value of another column.`;
	throw new InputError(phrase`must be at most ${maxMegabytes / 1e6} TB`, nextStep);
}

/** 1 EB in MB: sums of amounts are exact to the kilobyte up to there. */
const maxTotal = 1e12;

/** Reads the MB of many customers together: a budget, or the limit of a day. @throws InputError as for an amount */
export function normalizeTotal(value: unknown): number {
	const { text, number } = positiveIn(value);
	if (number <= maxTotal) return number;
	throw new InputError('must be at most 1 EB', phrase`Check ${quoted(text)}: 1000000 MB are 1 TB.`);
}

function positiveIn(value: unknown): { text: string; number: number } {
	const { text, number } = decimalIn(value);
	if (number > 0) return { text, number };
	throw new InputError('must be a positive number', adviceFor(text));
}

function adviceFor(text: string): Phrase {
	if (Number(text) <= 0)
		return phrase`Write an amount above 0 in place of ${quoted(text)}, for example 500.`;
	const hasComma = text.includes(',') && /^[\d.,'\s]+$/.test(text);
	return hasComma
		? phrase`Write ${quoted(text)} with a point for decimals and nothing for thousands, for example 1250.5.`
		: phrase`Write ${quoted(text)} in MB without a unit, for example 500.`;
}

/** A reader whose result is undefined where the value is empty or 0. */
const optional = (read: (value: unknown) => number) => (value: unknown) =>
	value === 0 || value === '0' || isNothing(value) ? undefined : read(value);

export const optionalMegabytes = optional(normalizeMegabytes);
export const optionalTotal = optional(normalizeTotal);

export const megabytesSchema = normalized(normalizeMegabytes);
