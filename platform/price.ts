import { InputError, normalised, quoted, textOf } from './input';

/** Sums that a spreadsheet or an expression worked out carry noise behind the cents, such as 6.050000001. */
const noise = 1e-6;

/**
 * Reads an end-user price and writes it as the platform takes it: decimal text with two places
 * (contract, “Subscribe request”), so that `6.05`, `6.5`, `7` and 6.050000001 become `6.05`, `6.50`, `7.00`, `6.05`.
 *
 * @throws InputError for a comma, a negative price, or a fraction of a cent
 */
export function normalisePrice(value: unknown): string {
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

export const priceSchema = normalised(normalisePrice);
