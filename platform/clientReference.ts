import { InputError, normalised, textOf } from './input';

const longest = 256;

/**
 * Reads the merchant's own reference that the platform passes through as `clientId`
 * (contract, “Limits”: at most 256 characters).
 *
 * @returns the reference, or undefined when none was given
 * @throws InputError when it is longer than 256 characters
 */
export function normaliseClientReference(value: unknown): string | undefined {
	const text = textOf(value);
	if (text.length > longest) {
		throw new InputError(
			`The reference has ${text.length} characters. The platform takes at most ${longest}`,
		);
	}
	return text === '' ? undefined : text;
}

export const clientReferenceSchema = normalised(normaliseClientReference);
