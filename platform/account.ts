import { createHash } from 'node:crypto';
import { z } from 'zod';
import { tried } from './input';
import { isWebAddress } from './trouble';

const text = z.string().catch('');
const address = text.transform((value) => withoutSlashes(value.trim()));

function withoutSlashes(value: string): string {
	let end = value.length;
	while (value[end - 1] === '/') end -= 1;
	return value.slice(0, end);
}

const accountSchema = z.object({
	/** The identity provider; empty for the base address (contract, “Endpoints”, Token). */
	authUrl: address,
	baseUrl: address,
	clientId: text,
	clientSecret: text,
	username: text,
	password: text,
});

export type Account = Readonly<z.infer<typeof accountSchema>>;

/** The header of a request that is made only to log in; the header never leaves n8n. */
export const logInHeader = 'x-log-in-only';

/** The hidden part of the credential before the first login. Times are Unix milliseconds. */
export const noTokens = {
	accessToken: '',
	refreshToken: '',
	/** 0 when the identity provider did not say. */
	accessExpiresAt: 0,
	/** 0 when it does not expire, or the identity provider did not say. */
	refreshExpiresAt: 0,
	issuedAt: 0,
	/** The digest of the address, client, user and password that the tokens were given for. */
	tokenFingerprint: '',
};

export type Tokens = Readonly<typeof noTokens>;

/** Reads the account out of a stored credential; the addresses lose a trailing slash. */
export function accountOf(credential: object): Account {
	return accountSchema.parse(credential);
}

/** The facts of a credential that each request needs. */
interface CredentialFacts {
	tokenFingerprint: string;
	/** The origins of its addresses, such as `https://api.billing.example.com`. */
	origins: string[];
}

/** By credential as n8n hands it out: only the tokens in it change, and a digest for each request costs too much. */
const knownFacts = new WeakMap<object, CredentialFacts>();

function factsOf(credential: object): CredentialFacts {
	const known = knownFacts.get(credential);
	if (known) return known;
	const account = accountOf(credential);
	const addresses = [account.baseUrl, account.authUrl].filter(isWebAddress);
	const origins = addresses.flatMap((webAddress) => originOf(webAddress) ?? []);
	const facts = { tokenFingerprint: fingerprintOf(account), origins };
	knownFacts.set(credential, facts);
	return facts;
}

/** Scheme, host and port as `URL` reads them, without a user name in front; undefined for text that isn't an address. */
export function originOf(address: string): string | undefined {
	return tried(() => {
		// Not `origin`, which for a `blob:` address is that of another address inside it.
		const { protocol, host } = new URL(address);
		return `${protocol}//${host}`;
	});
}

/** Whether the access token may be sent there: to the addresses of the credential and nowhere else. */
export function mayHaveToken(credential: object, origin: string | undefined): boolean {
	return origin !== undefined && factsOf(credential).origins.includes(origin);
}

/** Reads the tokens; those for another address, client, user or password don't count, so that a change is noticed. */
export function tokensOf(credential: object): Tokens {
	const { tokenFingerprint } = factsOf(credential);
	const stored = credential as Partial<Tokens>;
	if (stored.tokenFingerprint !== tokenFingerprint) return noTokens;
	// Not by a schema, which costs 2 % of each request. n8n may have stored a number as text.
	const {
		accessToken = '',
		refreshToken = '',
		accessExpiresAt,
		refreshExpiresAt,
		issuedAt,
	} = stored;
	return {
		accessToken,
		refreshToken,
		accessExpiresAt: Number(accessExpiresAt) || 0,
		refreshExpiresAt: Number(refreshExpiresAt) || 0,
		issuedAt: Number(issuedAt) || 0,
		tokenFingerprint,
	};
}

/** Whether the access token may still be sent. @param now Unix milliseconds @param minLifeMs how long it must still live */
export function hasUsableAccessToken(tokens: Tokens, now: number, minLifeMs = 0): boolean {
	return tokens.accessToken !== '' && !isPast(tokens.accessExpiresAt, now + minLifeMs);
}

/** Whether the refresh token may still be sent, as far as its own expiry tells. `now` in Unix milliseconds. */
export function hasUsableRefreshToken(tokens: Tokens, now: number): boolean {
	return tokens.refreshToken !== '' && !isPast(tokens.refreshExpiresAt, now);
}

function isPast(time: number, now: number): boolean {
	return time !== 0 && time <= now;
}

/** A digest of what a login depends on. It does not show the password. */
export function fingerprintOf(account: Account): string {
	const { authUrl, baseUrl, clientId, clientSecret, username, password } = account;
	const address = authUrl === '' ? ['base', baseUrl] : ['identityProvider', authUrl];
	return createHash('sha256')
		.update(JSON.stringify([...address, clientId, clientSecret, username, password]))
		.digest('hex');
}

/** The value of the header `token` of a gifting assignment: the access token alone, or after the word Bearer. */
export function giftHeaderOf(credential: { giftHeader?: unknown }, accessToken: string): string {
	return credential.giftHeader === 'bearer' ? `Bearer ${accessToken}` : accessToken;
}

/** The query by which services are listed, where the credential names the merchant (contract, “Data gifting”, 4). */
export function merchantQueryOf(
	credential: { merchantId?: unknown },
	url: string,
): { merchantId: string } | undefined {
	const merchantId = text.parse(credential.merchantId).trim();
	return merchantId !== '' && url.endsWith('/datagifting/v1/services') ? { merchantId } : undefined;
}
