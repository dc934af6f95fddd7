import { InputError, quoted, textOf } from './input';

/**
 * Reads a two-letter country code (contract, “Common conventions”; ISO 3166-1 alpha-2). Lower case is raised.
 *
 * @throws InputError for anything but two letters
 */
export function normaliseCountry(value: unknown): string {
	const text = textOf(value);
	if (!/^[A-Za-z]{2}$/.test(text)) {
		throw new InputError(`${quoted(text)} is not a country. Write its two letters, like FR`);
	}
	return text.toUpperCase();
}
