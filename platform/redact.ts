import { isObject } from './answer';

/** What stands in the place of a secret. */
export const mask = '•••';

/** A secret this long appears nowhere by chance. */
const longSecret = 12;

/**
 * Takes secrets out of an answer, at any depth: fields called `pin` or `password` go, and a text that is a secret, or
 * prose that repeats one, is masked. A short PIN may be part of a transaction id by chance, so identifiers are searched
 * for long secrets only.
 */
export function withoutSecrets(value: unknown, secrets: string[]): unknown {
	if (typeof value === 'string') return masked(value, secrets);
	if (Array.isArray(value)) return value.map((entry: unknown) => withoutSecrets(entry, secrets));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([key]) => !/^(pin|password)$/i.test(key))
			.map(([key, entry]) => [key, withoutSecrets(entry, secrets)]),
	);
}

function masked(text: string, secrets: string[]): string {
	if (!secrets.some((secret) => secret !== '' && text.includes(secret))) return text;
	const isProse = /[\s:{]/.test(text);
	return masking(
		text,
		secrets.filter((secret) => isProse || text === secret || secret.length >= longSecret),
	);
}

/** The text with every secret masked. */
export function masking(text: string, secrets: string[]): string {
	return secrets
		.filter((secret) => secret !== '')
		.reduce((left, secret) => left.replaceAll(secret, mask), text);
}
