import { emptyError, InputError, normalised, quoted, textOf } from './input';

/**
 * Reads a service key: 1 to 32 letters and digits (contract, “Common conventions” and “Limits”).
 *
 * @throws InputError when it is empty, too long or holds any other character
 */
export function normaliseServiceKey(value: unknown): string {
	const text = textOf(value);
	if (text === '') throw emptyError('The service key');
	if (!/^[A-Za-z0-9]{1,32}$/.test(text)) {
		throw new InputError(
			`${quoted(text)} is not a service key. It has 1 to 32 letters and digits and nothing else`,
		);
	}
	return text;
}

export const serviceKeySchema = normalised(normaliseServiceKey);
