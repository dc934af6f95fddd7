const mask = '•••';

/**
 * Takes secrets out of what the platform said, at any depth: fields called `pin` or `password` go, and a text that is
 * a secret, or that is prose and repeats one, gets a mask in its place. Identifiers are left alone, because a short
 * PIN may well stand in a transaction id.
 */
export function withoutSecrets(value: unknown, secrets: string[]): unknown {
	if (typeof value === 'string') return masked(value, secrets);
	if (Array.isArray(value)) return value.map((entry: unknown) => withoutSecrets(entry, secrets));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([key]) => !/^(pin|password)$/i.test(key))
			.map(([key, entry]: [string, unknown]) => [key, withoutSecrets(entry, secrets)]),
	);
}

function masked(text: string, secrets: string[]): string {
	const isProse = /[\s:{]/.test(text);
	return masking(
		text,
		secrets.filter((secret) => isProse || text === secret),
	);
}

/** The text with a mask in the place of every secret, wherever it stands. */
export function masking(text: string, secrets: string[]): string {
	return secrets
		.filter((secret) => secret !== '')
		.reduce((shown, secret) => shown.replaceAll(secret, mask), text);
}
