import { InputError, normalised, quoted, textOf } from './input';

/**
 * Reads an amount of data in MB (contract, “Data gifting assignment request”).
 *
 * @returns a positive number; fractions are kept
 * @throws InputError for zero, negative, anything that is not a plain decimal number (so `1,5` and `1e3` are refused)
 */
export function normaliseMegabytes(value: unknown): number {
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

export const megabytesSchema = normalised(normaliseMegabytes);
