import { InputError, normalized, quoted, requiredText } from './input';

/** Sums from a spreadsheet or an expression carry noise behind the cents, such as 6.050000001. */
const noise = 1e-6;

/**
 * Reads a price and writes it as a search takes it: decimal text with two places (contract, “Range filters”), so that `6.5`, `7` and 6.050000001 become `6.50`, `7.00`, `6.05`.
 *
 * @throws InputError for a comma, a negative price, or a fraction of a cent
 */
export function normalizePrice(value: unknown): string {
	const text = requiredText(value);
	const amount = /^\d{1,9}(\.\d+)?$/.test(text) ? Number(text) : NaN;
	const price = amount.toFixed(2);
	if (!(Math.abs(amount - Number(price)) < noise)) {
		throw new InputError(
			'must be a price with at most two decimals',
			`Write ${quoted(text)} with a point and without a currency, for example 4.99.`,
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
	const text = requiredText(value);
	const amount = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
	if (!(amount > 0 && amount <= Number.MAX_SAFE_INTEGER)) {
		throw new InputError(
			'must be a positive number',
			`Write ${quoted(text)} in MB without a unit, for example 500.`,
		);
	}
	return amount;
}

export const megabytesSchema = normalized(normalizeMegabytes);
