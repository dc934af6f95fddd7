import { InputError, quoted, textOf } from './input';

/**
 * Reads a mobile country code and network code run together (contract, “Subscribe request”), such as `50219`:
 * three digits for the country and two or three for the network. Spaces and dashes between them are taken out.
 *
 * @throws InputError for anything else
 */
export function normaliseMccmnc(value: unknown): string {
	const text = textOf(value);
	const digits = text.replace(/[\s-]/g, '');
	if (!/^\d{5,6}$/.test(digits)) {
		throw new InputError(
			`${quoted(text)} is not a network. Write country and network code run together, 5 or 6 digits, like 50219`,
		);
	}
	return digits;
}
