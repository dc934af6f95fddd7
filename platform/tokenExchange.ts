import { z } from 'zod';
import { fingerprintOf, tokenUrlOf, type Account, type Tokens } from './account';
import { isSuccess } from './fate';
import { LoginError } from './loginError';
import { masking } from './redact';
import { hostOf, troubleOf } from './trouble';

const seconds = z.coerce.number().nonnegative().catch(0);

const tokenAnswer = z.object({
	access_token: z.string().min(1),
	refresh_token: z.string().catch(''),
	expires_in: seconds,
	refresh_expires_in: seconds,
});

const tokenRefusal = z.object({
	error: z.string().min(1),
	error_description: z.string().optional(),
});

/** The two ways to ask for a token (contract, “Token request”). */
export type Grant = { type: 'password' } | { type: 'refresh_token'; refreshToken: string };

/** The form fields of a token request. `client_secret` goes to the newer address only. */
export function tokenForm(account: Account, grant: Grant): Record<string, string> {
	return {
		client_id: account.clientId,
		...(account.tokenProvider === 'base' ? {} : { client_secret: account.clientSecret }),
		grant_type: grant.type,
		...(grant.type === 'password'
			? { username: account.username, password: account.password }
			: { refresh_token: grant.refreshToken }),
	};
}

/**
 * Reads the answer of the token endpoint (public facts, “Token endpoint”).
 *
 * @param now when the answer came, Unix milliseconds
 * @param hasGiven whether this address has given this account tokens before, so that it cannot be a wrong one
 * @throws LoginError when it is anything but tokens
 */
export function readTokenAnswer(
	account: Account,
	answer: { status: number; body: unknown },
	now: number,
	hasGiven = false,
): Tokens {
	const { status, body } = answer;
	const given = tokenAnswer.safeParse(body);
	if (isSuccess(status) && given.success) {
		const { access_token, refresh_token, expires_in, refresh_expires_in } = given.data;
		return {
			accessToken: access_token,
			refreshToken: refresh_token,
			accessExpiresAt: expires_in === 0 ? 0 : now + expires_in * 1000,
			refreshExpiresAt: refresh_expires_in === 0 ? 0 : now + refresh_expires_in * 1000,
			issuedAt: now,
			tokenFingerprint: fingerprintOf(account),
		};
	}
	throw refusalOf(account, status, body, hasGiven);
}

/** The refusal of the token endpoint, in the words of OAuth 2.0 (RFC 6749, 5.2) turned into a person's. */
function refusalOf(account: Account, status: number, body: unknown, hasGiven: boolean): LoginError {
	const host = hostOf(tokenUrlOf(account));
	const refusal = tokenRefusal.safeParse(body);
	if (status === 429 || status >= 500) {
		return new LoginError(
			'unavailable',
			`The identity provider ${host} cannot give out tokens just now (HTTP ${status}). Try again later`,
		);
	}
	if (!refusal.success && hasGiven && isSuccess(status)) {
		return new LoginError(
			'unavailable',
			`The identity provider ${host} has given tokens before, but now answered HTTP ${status} with something that is no token. Try again later`,
		);
	}
	if (!refusal.success) {
		return new LoginError(
			'address',
			`This is not a token address: ${withoutLogin(tokenUrlOf(account))} answered HTTP ${status} with something that is no token. Check the address in the credential, and whether Token Address should be the newer or the older one`,
		);
	}
	const { error, error_description: said = error } = refusal.data;
	const reason = masking(said, secretsOf(account)).slice(0, 200);
	if (error === 'invalid_grant') {
		return new LoginError(
			'user',
			`Wrong user name or password, or a locked account: the identity provider ${host} says “${reason}”. Check User Name and Password in the credential`,
		);
	}
	if (error === 'invalid_client' || error === 'unauthorized_client') {
		return new LoginError(
			'client',
			`Wrong client: the identity provider ${host} says “${reason}”. Check Client ID and Client Secret in the credential`,
		);
	}
	return new LoginError(
		'client',
		`The identity provider ${host} refused the login: “${reason}”. Check Client ID and Token Address in the credential`,
	);
}

/** What must not be repeated, also as a form carries it. */
function secretsOf({ password, clientSecret }: Account): string[] {
	return [password, clientSecret].flatMap((secret) => [
		secret,
		new URLSearchParams({ secret }).toString().slice('secret='.length),
	]);
}

/** An address may carry a user name and a password of its own, in front of the host. */
function withoutLogin(address: string): string {
	return address.replace(/\/\/[^/]*@/, '//');
}

/** The error of a token request that got no answer at all. `code` is that of Node.js or OpenSSL. */
export function unreachableLogin(account: Account, code: string | undefined): LoginError {
	return new LoginError(
		'unreachable',
		`The identity provider ${hostOf(tokenUrlOf(account))} cannot be reached: ${troubleOf(code)}`,
	);
}
