import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { signingAlgorithms, type Service } from './service';
import { unixSecondsOf } from './times';

type SigningSecret = Pick<Service, 'signingSecret' | 'signingAlgorithm'>;

/** Names and values in the order they came in; two of them may have the same name. */
export type Entries = [name: string, value: string][];

const hexLengths = { md5: 32, sha1: 40, sha256: 64 } as const;

/**
 * Signs parameters (public facts, “sign”): their values in the order of their names, under an HMAC. Lower-case hex.
 * @param parameters exact text before any percent-encoding; `sign` itself is left out
 */
function signatureOf(
	parameters: Record<string, string> | Entries,
	{ signingSecret, signingAlgorithm }: SigningSecret,
): string {
	const text = signedText(parameters);
	return createHmac(signingAlgorithm, signingSecret).update(text, 'utf8').digest('hex');
}

export function signedText(parameters: Record<string, string> | Entries): string {
	return entriesOf(parameters)
		.filter(([name]) => name !== 'sign')
		.sort(([one], [other]) => (one < other ? -1 : Number(one > other)))
		.map(([, value]) => value)
		.join('');
}

/** The fields of a request, with their signature when the service has a signature key. */
export function withSignature<Fields extends Record<string, string>>(
	fields: Fields,
	service: SigningSecret,
): Fields & { sign?: string } {
	if (service.signingSecret === '') return fields;
	return { ...fields, sign: signatureOf(fields, service) };
}

/** Whether a key made the `sign` of the parameters, in either case; an empty key signs nothing. Compares in constant time. */
export function isSigned(
	parameters: Record<string, string> | Entries,
	key: SigningSecret,
): boolean {
	if (key.signingSecret === '') return false;
	const given = Buffer.from(signIn(parameters).toLowerCase());
	if (given.length !== hexLengths[key.signingAlgorithm]) return false;
	return timingSafeEqual(given, Buffer.from(signatureOf(parameters, key)));
}

/** The algorithm that makes signatures as long as this one. */
export function algorithmOf(sign: string): SigningSecret['signingAlgorithm'] | undefined {
	return signingAlgorithms.find((name) => hexLengths[name] === sign.length);
}

/** The `sign` of a call, of several the last; empty for an unsigned one. */
export function signIn(parameters: Record<string, string> | Entries): string {
	return entriesOf(parameters).findLast(([name]) => name === 'sign')?.[1] ?? '';
}

function entriesOf(parameters: Record<string, string> | Entries): Entries {
	return Array.isArray(parameters) ? parameters : Object.entries(parameters);
}

/** The header that marks a request as a search; it is replaced before the request leaves. */
export const searchHeader = 'x-search-login';

/** A valid name of a header; anything else is replaced by the published name. */
const headerName = z
	.string()
	.trim()
	.regex(/^[\w-]+$/);

const searchLoginSchema = z.object({
	searchUser: z.string().catch(''),
	searchSecret: z.string().catch(''),
	userHeader: headerName.catch('CENTILI-ACCESS-USER'),
	timestampHeader: headerName.catch('CENTILI-ACCESS-TIMESTAMP'),
	signatureHeader: headerName.catch('CENTILI-ACCESS-SIGN'),
});

/** A search exactly as it leaves: the address with its query, and the text of the body. */
interface SearchText {
	method: string;
	url: string;
	body: string;
}

/** Whether a search carries signed headers and no access token, so that it needs no login. */
export function searchIsSigned(credential: { searchLogin?: unknown }): boolean {
	return credential.searchLogin === 'headers';
}

/** The headers that authenticate a search (public facts, “Search authentication”). @param now Unix milliseconds */
export function searchHeadersOf(
	credential: object,
	{ method, url, body }: SearchText,
	accessToken: string,
	now: number,
): Record<string, string> {
	if (!searchIsSigned(credential)) return { Authorization: `Bearer ${accessToken}` };
	const login = searchLoginSchema.parse(credential);
	const timestamp = unixSecondsOf(now);
	return {
		[login.userHeader]: login.searchUser,
		[login.timestampHeader]: timestamp,
		[login.signatureHeader]: createHmac('sha1', login.searchSecret)
			.update(`${timestamp}${method}${url}${body}`, 'utf8')
			.digest('hex'),
	};
}
