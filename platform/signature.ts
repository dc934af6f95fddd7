import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Service } from './service';

type SigningSecret = Pick<Service, 'signingSecret' | 'signingAlgorithm'>;

/**
 * Signs parameters (public facts, “sign”): their values in the order of their names, nothing in between, as UTF-8
 * under an HMAC with the service's signature key.
 *
 * @param parameters exact text as it is sent, before any percent-encoding; `sign` itself is left out
 * @returns lower-case hex
 */
export function signatureOf(
	parameters: Record<string, string>,
	{ signingSecret, signingAlgorithm }: SigningSecret,
): string {
	const text = Object.keys(parameters)
		.filter((name) => name !== 'sign')
		.sort()
		.map((name) => parameters[name])
		.join('');
	return createHmac(signingAlgorithm, signingSecret).update(text, 'utf8').digest('hex');
}

/**
 * Whether the `sign` among the parameters is theirs. Compares in constant time and never throws; a missing
 * signature is a wrong one. Upper-case hex is accepted.
 */
export function isSigned(parameters: Record<string, string>, key: SigningSecret): boolean {
	const expected = Buffer.from(signatureOf(parameters, key));
	const given = Buffer.from((parameters.sign ?? '').toLowerCase());
	return given.length === expected.length && timingSafeEqual(given, expected);
}
