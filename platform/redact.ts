const mask = '•••';

/**
 * Takes secrets out of what the platform said, at any depth: fields called `pin` or `password` go, and prose that
 * repeats a secret gets a mask in its place. Text without a space is left alone, because a short PIN may well stand
 * in a transaction id.
 */
export function withoutSecrets<T>(value: T, secrets: string[]): T;
export function withoutSecrets(value: unknown, secrets: string[]): unknown {
	if (typeof value === 'string') return value.includes(' ') ? masked(value, secrets) : value;
	if (Array.isArray(value)) return value.map((entry: unknown) => withoutSecrets(entry, secrets));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([key]) => !/^(pin|password)$/i.test(key))
			.map(([key, entry]: [string, unknown]) => [key, withoutSecrets(entry, secrets)]),
	);
}

function masked(text: string, secrets: string[]): string {
	return secrets
		.filter((secret) => secret !== '')
		.reduce((shown, secret) => shown.replaceAll(secret, mask), text);
}
