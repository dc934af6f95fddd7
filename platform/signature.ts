import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { signingAlgorithms, type Service } from './service';
import { unixSecondsOf } from './times';

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

/** The header by which a request says that it is a search; it is replaced before the request leaves. */
export const searchMark = 'x-search-login';

/** What may be a header's name; anything else is replaced by the usual name. */
const headerName = z
	.string()
	.trim()
	.regex(/^[\w-]+$/);

const searchLoginSchema = z.object({
	searchLogin: z.enum(['bearer', 'headers']).catch('bearer'),
	searchUser: z.string().catch(''),
	searchSecret: z.string().catch(''),
	searchAlgorithm: z.enum(signingAlgorithms).catch('sha1'),
	userHeader: headerName.catch('user'),
	signatureHeader: headerName.catch('signature'),
	timestampHeader: headerName.catch('timestamp'),
});

/**
 * The headers that authenticate a search. The contract asks for one and does not show it: Bearer unless the credential
 * says otherwise; older platforms take a user, a Unix time in seconds, and a signature.
 *
 * @param now Unix milliseconds
 */
export function searchHeadersOf(
	credential: object,
	accessToken: string,
	now: number,
): Record<string, string> {
	const login = searchLoginSchema.parse(credential);
	if (login.searchLogin === 'bearer') return { Authorization: `Bearer ${accessToken}` };
	const { searchUser: user, searchSecret: signingSecret } = login;
	const timestamp = unixSecondsOf(now);
	const key = { signingSecret, signingAlgorithm: login.searchAlgorithm };
	return {
		[login.userHeader]: user,
		[login.timestampHeader]: timestamp,
		[login.signatureHeader]: signatureOf({ timestamp, user }, key),
	};
}
