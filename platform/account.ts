import { createHash } from 'node:crypto';
import { z } from 'zod';
import { LoginError } from './loginError';

/** The account of a merchant as the credential holds it. */
const accountSchema = z.object({
	tokenProvider: z.enum(['identityProvider', 'base']).catch('identityProvider'),
	authUrl: z.string().catch(''),
	baseUrl: z.string().catch(''),
	clientId: z.string().catch(''),
	clientSecret: z.string().catch(''),
	username: z.string().catch(''),
	password: z.string().catch(''),
});

/** The hidden part of the credential: what the last token answer left behind. Times are Unix milliseconds. */
const tokensSchema = z.object({
	accessToken: z.string().catch(''),
	refreshToken: z.string().catch(''),
	/** 0 when the identity provider did not say. */
	accessExpiresAt: z.coerce.number().catch(0),
	/** 0 when it does not expire, or the identity provider did not say. */
	refreshExpiresAt: z.coerce.number().catch(0),
	issuedAt: z.coerce.number().catch(0),
	/** Which address, client, user and password the tokens were given for. */
	tokenFingerprint: z.string().catch(''),
});

export type Account = Readonly<z.infer<typeof accountSchema>>;
export type Tokens = Readonly<z.infer<typeof tokensSchema>>;

export const noTokens: Tokens = tokensSchema.parse({});

/** Reads the account out of a stored credential; the addresses lose a trailing slash. */
export const accountOf = remembering(accountSchema, (account): Account => ({
	...account,
	authUrl: withoutTrailingSlash(account.authUrl),
	baseUrl: withoutTrailingSlash(account.baseUrl),
}));

/**
 * Reads the tokens out of a stored credential. Tokens that were given for another address, client, user or
 * password are none: a changed password must not hide behind an old token.
 */
export const tokensOf = remembering(accountSchema.merge(tokensSchema), (stored): Tokens => {
	const tokens = tokensSchema.parse(stored);
	return tokens.tokenFingerprint === fingerprintOf(accountOf(stored)) ? tokens : noTokens;
});

/** Whether the access token may still be sent, as far as its own expiry tells. `now` in Unix milliseconds. */
export function hasUsableAccessToken(tokens: Tokens, now: number): boolean {
	return tokens.accessToken !== '' && !isPast(tokens.accessExpiresAt, now);
}

/** Whether the refresh token may still be sent, as far as its own expiry tells. `now` in Unix milliseconds. */
export function hasUsableRefreshToken(tokens: Tokens, now: number): boolean {
	return tokens.refreshToken !== '' && !isPast(tokens.refreshExpiresAt, now);
}

function isPast(time: number, now: number): boolean {
	return time !== 0 && time <= now;
}

/** A digest of what a login depends on. It says nothing about the password to one who does not know it. */
export function fingerprintOf(account: Account): string {
	const { tokenProvider, authUrl, baseUrl, clientId, clientSecret, username, password } = account;
	return createHash('sha256')
		.update(
			JSON.stringify([
				tokenProvider,
				tokenProvider === 'base' ? baseUrl : authUrl,
				clientId,
				tokenProvider === 'base' ? '' : clientSecret,
				username,
				password,
			]),
		)
		.digest('hex');
}

/**
 * The address tokens are asked from (contract, “Endpoints”, Token): the newer one on the identity provider,
 * the older one on the base address.
 *
 * @throws LoginError when the address is not a web address
 */
export function tokenUrlOf(account: Account): string {
	const older = account.tokenProvider === 'base';
	const root = older ? account.baseUrl : account.authUrl;
	if (!/^https?:\/\/[^/]/i.test(root)) {
		throw new LoginError(
			'address',
			`${older ? 'Base Address' : 'Identity Provider Address'} in the credential is not a web address. Write it in full, for example https://billing.example.com`,
		);
	}
	return `${root}${older ? '/auth' : ''}/realms/api/protocol/openid-connect/token`;
}

/** How the header `token` of a gifting assignment carries the access token: alone, or after the word Bearer. */
export function giftHeaderOf(credential: { giftHeader?: unknown }, accessToken: string): string {
	return credential.giftHeader === 'bearer' ? `Bearer ${accessToken}` : accessToken;
}

/**
 * Reads a credential and keeps what it read until another one is asked for: every request of a run asks several times,
 * and checking and hashing cost more than comparing (docs/performance.md).
 */
function remembering<Shape extends z.ZodRawShape, T extends object>(
	schema: z.ZodObject<Shape>,
	read: (stored: z.infer<z.ZodObject<Shape>>) => T,
): (credential: object) => T {
	const names = Object.keys(schema.shape);
	let last: { stored: Record<string, unknown>; result: T } | undefined;
	return (credential) => {
		const asked = credential as Record<string, unknown>;
		const known = last;
		if (known && names.every((name) => known.stored[name] === asked[name])) return known.result;
		const result = read(schema.parse(credential));
		// A copy, because n8n writes new tokens into the object it hands around.
		last = { stored: { ...asked }, result };
		return result;
	};
}

function withoutTrailingSlash(address: string): string {
	return address.trim().replace(/\/+$/, '');
}
