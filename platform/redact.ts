import { isObject } from './isObject';

const mask = '•••';

/** A secret this long stands nowhere by chance. */
const longSecret = 12;

/**
 * Takes secrets out of what the platform said, at any depth: fields called `pin` or `password` go, and a text that is
 * a secret, or that is prose and repeats one, gets a mask in its place. A short PIN may well stand in a transaction id, so
 * that identifiers are only searched for long secrets.
 */
export function withoutSecrets(value: unknown, secrets: string[]): unknown {
	// Almost every answer is clean, and looking is much cheaper than copying.
	return mayShow(value, secrets) ? cleaned(value, secrets) : value;
}

function mayShow(value: unknown, secrets: string[]): boolean {
	if (typeof value === 'string') {
		return secrets.some((secret) => secret !== '' && value.includes(secret));
	}
	if (Array.isArray(value)) return value.some((entry) => mayShow(entry, secrets));
	if (!isObject(value)) return false;
	for (const key of Object.keys(value)) {
		if (isSecret(key) || mayShow(value[key], secrets)) return true;
	}
	return false;
}

function isSecret(key: string): boolean {
	return /^(pin|password)$/i.test(key);
}

function cleaned(value: unknown, secrets: string[]): unknown {
	if (typeof value === 'string') return masked(value, secrets);
	if (Array.isArray(value)) return value.map((entry: unknown) => cleaned(entry, secrets));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([key]) => !isSecret(key))
			.map(([key, entry]) => [key, cleaned(entry, secrets)]),
	);
}

function masked(text: string, secrets: string[]): string {
	const isProse = /[\s:{]/.test(text);
	return masking(
		text,
		secrets.filter((secret) => isProse || text === secret || secret.length >= longSecret),
	);
}

/** The text with a mask in the place of every secret, wherever it stands. */
export function masking(text: string, secrets: string[]): string {
	return secrets
		.filter((secret) => secret !== '')
		.reduce((shown, secret) => shown.replaceAll(secret, mask), text);
}
