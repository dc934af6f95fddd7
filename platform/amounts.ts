import { InputError, normalized, quoted, textOf } from './input';

/** Sums from a spreadsheet or an expression carry noise behind the cents, such as 6.050000001. */
const noise = 1e-6;

/**
 * Reads a price and writes it as a search takes it: decimal text with two places (contract, “Range filters”), so that `6.5`, `7` and 6.050000001 become `6.50`, `7.00`, `6.05`.
 *
 * @throws InputError for a comma, a negative price, or a fraction of a cent
 */
export function normalizePrice(value: unknown): string {
	const text = textOf(value);
	if (text === '') throw new InputError('The price is empty. Write it like 4.99');
	const amount = /^\d{1,9}(\.\d+)?$/.test(text) ? Number(text) : NaN;
	const price = amount.toFixed(2);
	if (!(Math.abs(amount - Number(price)) < noise)) {
		throw new InputError(
			`${quoted(text)} is not a price. Write it with a point and at most two decimals, like 4.99`,
		);
	}
	return price;
}

/**
 * Reads an amount of data in MB (contract, “Data gifting assignment request”).
 *
 * @returns a positive number; fractions are kept
 * @throws InputError for zero, negative, anything that is not a plain decimal number (so `1,5` and `1e3` are refused)
 */
export function normalizeMegabytes(value: unknown): number {
	const text = textOf(value);
	if (text === '') throw new InputError('The amount is empty. Give it in MB, for example 500');
	const amount = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
	if (!(amount > 0 && amount <= Number.MAX_SAFE_INTEGER)) {
		throw new InputError(
			`${quoted(text)} is not an amount of data. Give it in MB as a positive number, for example 500`,
		);
	}
	return amount;
}

export const megabytesSchema = normalized(normalizeMegabytes);
