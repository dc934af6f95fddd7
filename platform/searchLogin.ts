import { z } from 'zod';
import { signingAlgorithms } from './service';
import { signatureOf } from './signature';
import { unixSecondsOf } from './times';

/** The header by which a request says that it is a search; it is replaced before the request leaves. */
export const searchMark = 'x-search-login';

const headerName = (fallback: string) =>
	z
		.string()
		.trim()
		.regex(/^[\w-]+$/)
		.catch(fallback);

const searchLoginSchema = z.object({
	searchLogin: z.enum(['bearer', 'headers']).catch('bearer'),
	searchUser: z.string().catch(''),
	searchSecret: z.string().catch(''),
	searchAlgorithm: z.enum(signingAlgorithms).catch('sha1'),
	userHeader: headerName('user'),
	signatureHeader: headerName('signature'),
	timestampHeader: headerName('timestamp'),
});

/**
 * The headers that prove who searches. The contract asks for one and does not show it: Bearer unless the credential
 * says otherwise; older platforms take a user, a Unix time in seconds, and a signature over the two after the recipe
 * of all signatures (public facts, “sign”).
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
	const {
		searchUser: user,
		searchSecret: signingSecret,
		searchAlgorithm: signingAlgorithm,
	} = login;
	const timestamp = unixSecondsOf(now);
	return {
		[login.userHeader]: user,
		[login.timestampHeader]: timestamp,
		[login.signatureHeader]: signatureOf({ timestamp, user }, { signingSecret, signingAlgorithm }),
	};
}
