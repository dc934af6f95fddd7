import { z } from 'zod';
import { fingerprintOf, type Account, type Tokens } from './account';
import { isSuccess, type PlatformAnswer } from './answer';
import { masking } from './redact';
import { hostOf, isWebAddress } from './trouble';

/**
 * Why no token was given:
 * `user` wrong user name or password, `client` wrong client id or secret, `address` not a token endpoint,
 * `unreachable` no connection or an untrusted certificate, `unavailable` the endpoint is failing for now.
 */
export type LoginTrouble = 'user' | 'client' | 'address' | 'unreachable' | 'unavailable';

/** A login that gave no token, in words for the person who filled in the credential. Holds no secret. */
export class LoginError extends Error {
	override name = 'LoginError';

	constructor(
		readonly trouble: LoginTrouble,
		message: string,
	) {
		super(message);
	}

	/** Whether the same credential would be refused again. */
	get isRefusal(): boolean {
		return this.trouble === 'user' || this.trouble === 'client' || this.trouble === 'address';
	}
}

/** The two ways to ask for a token (contract, “Token request”). */
export type Grant = { type: 'password' } | { type: 'refresh_token'; refreshToken: string };

/**
 * The address tokens are asked from (contract, “Endpoints”, Token): the newer one on the identity provider,
 * the older one on the base address.
 *
 * @throws LoginError when the address is not a web address
 */
export function tokenUrlOf({ authUrl, baseUrl }: Account): string {
	const isOlder = authUrl === '';
	const root = isOlder ? baseUrl : authUrl;
	if (!isWebAddress(root)) {
		throw new LoginError(
			'address',
			`${isOlder ? "'Base Address'" : "'Identity Provider Address'"} in the credential must be a web address. Write it in full, for example https://billing.example.com`,
		);
	}
	return `${root}${isOlder ? '/auth' : ''}/realms/api/protocol/openid-connect/token`;
}

/** Who gives tokens at this address, for messages. */
export function providerOf(tokenUrl: string): string {
	return `The identity provider ${hostOf(tokenUrl)}`;
}

/** The form fields of a token request. Either address takes a `client_secret` (public facts, “Token address”). */
export function tokenForm(account: Account, grant: Grant): Record<string, string> {
	const { clientId, clientSecret, username, password } = account;
	return {
		client_id: clientId,
		...(clientSecret !== '' && { client_secret: clientSecret }),
		grant_type: grant.type,
		...(grant.type === 'password' ? { username, password } : { refresh_token: grant.refreshToken }),
	};
}

/** A token request as n8n's HTTP helper takes it. @throws LoginError when the address is not a web address */
export function tokenRequest(account: Account, grant: Grant) {
	return {
		method: 'POST' as const,
		url: tokenUrlOf(account),
		headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
		body: new URLSearchParams(tokenForm(account, grant)),
	};
}

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

/**
 * Reads the answer of the token endpoint (public facts, “Token endpoint”).
 *
 * @param now when the answer came, Unix milliseconds
 * @param hasGiven whether this address has given this account tokens before, so that it is the right one
 * @throws LoginError when it is anything but tokens
 */
export function readTokenAnswer(
	account: Account,
	{ status, body }: PlatformAnswer,
	now: number,
	hasGiven = false,
): Tokens {
	const given = tokenAnswer.safeParse(body);
	if (!isSuccess(status) || !given.success) throw refusalOf(account, status, body, hasGiven);
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

/** The refusal of the token endpoint (RFC 6749, 5.2) in words for a person. */
function refusalOf(account: Account, status: number, body: unknown, hasGiven: boolean): LoginError {
	const url = tokenUrlOf(account);
	const provider = providerOf(url);
	const refusal = tokenRefusal.safeParse(body);
	const isBroken = !refusal.success && hasGiven && isSuccess(status);
	if (status === 429 || status >= 500 || isBroken) {
		return new LoginError(
			'unavailable',
			`${provider} can't issue tokens at the moment (HTTP ${status}). Run this again later`,
		);
	}
	if (!refusal.success) {
		return new LoginError(
			'address',
			`This is not a token address: ${withoutLogin(url)} answered HTTP ${status} without a token. Check 'Base Address' in the credential, and 'Identity Provider Address' under Advanced`,
		);
	}
	const { error, error_description: said = error } = refusal.data;
	const reason = masking(said, secretsOf(account)).slice(0, 200);
	const [trouble, what, fields] = causeOf(error);
	return new LoginError(
		trouble,
		`${what}. ${provider} says “${reason}”. Check ${fields} in the credential`,
	);
}

function causeOf(error: string): [LoginTrouble, what: string, fields: string] {
	if (error === 'invalid_grant') {
		return [
			'user',
			'Wrong user name or password, or a locked account',
			"'User Name' and 'Password'",
		];
	}
	return error === 'invalid_client' || error === 'unauthorized_client'
		? ['client', 'Wrong client ID or client secret', "'Client ID' and 'Client Secret'"]
		: ['client', 'The login was refused', "'Client ID' and 'Identity Provider Address'"];
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
