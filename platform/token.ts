import { z } from 'zod';
import { type Account, fingerprintOf, type Tokens } from './account';
import { isSuccess, type PlatformAnswer } from './answer';
import { meaningOf } from './codes';
import { masking } from './redact';
import { hostOf, isWebAddress } from './trouble';

/** Why no token was given: a wrong credential, no connection or untrusted certificate, or an endpoint that fails for now. */
type LoginTrouble = 'refused' | 'unreachable' | 'unavailable';

/** Why there is no token, or why it was not sent, in words for the person who filled in the credential; no secret. */
export class LoginError extends Error {
	override name = 'LoginError';

	/** @param reason without a full stop @param nextStep a sentence */
	constructor(
		readonly trouble: LoginTrouble,
		readonly reason: string,
		readonly nextStep: string,
	) {
		super(`${reason}. ${nextStep}`);
	}

	get isRefusal(): boolean {
		return this.trouble === 'refused';
	}
}

/** The ways to ask for a token (contract, “Token request”). `hasGiven`: this address has given this account tokens before. */
export type Grant =
	{ type: 'password'; hasGiven?: boolean } | { type: 'refresh_token'; refreshToken: string };

/** The token address (contract, “Endpoints”): on the identity provider, or older on the base address. @throws LoginError */
function tokenUrlOf({ authUrl, baseUrl }: Account): string {
	const isOlder = authUrl === '';
	const root = isOlder ? baseUrl : authUrl;
	if (!isWebAddress(root)) {
		throw new LoginError(
			'refused',
			`${addressFieldOf({ authUrl })} in the credential must be a web address`,
			'Write it in full, for example https://billing.example.com.',
		);
	}
	return `${root}${isOlder ? '/auth' : ''}/realms/api/protocol/openid-connect/token`;
}

export function addressFieldOf({ authUrl }: Pick<Account, 'authUrl'>): string {
	return authUrl === '' ? "'Base Address'" : "'Identity Provider Address'";
}

/** The issuer of this account's tokens, for messages. @throws LoginError when the address is not a web address */
export function providerOf(account: Account): string {
	const who = account.authUrl === '' ? 'The platform' : 'The identity provider';
	return `${who} ${hostOf(tokenUrlOf(account))}`;
}

/** A token request as n8n's HTTP helper takes it. @throws LoginError when the address is not a web address */
export function tokenRequest(account: Account, grant: Grant) {
	const { clientId, clientSecret, username, password } = account;
	const form = {
		client_id: clientId,
		// Either address takes it (public facts, “Token endpoint”).
		...(clientSecret !== '' && { client_secret: clientSecret }),
		grant_type: grant.type,
		...(grant.type === 'password' ? { username, password } : { refresh_token: grant.refreshToken }),
	};
	return {
		method: 'POST' as const,
		url: tokenUrlOf(account),
		headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
		body: new URLSearchParams(form),
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

/** Reads the token endpoint's answer, which came at `now`. @throws LoginError when it is anything but tokens */
export function readTokenAnswer(
	account: Account,
	grant: Grant,
	answer: PlatformAnswer,
	now: number,
): Tokens {
	const given = tokenAnswer.safeParse(answer.body);
	if (!isSuccess(answer.status) || !given.success) throw refusalOf(account, grant, answer);
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

function refusalOf(account: Account, grant: Grant, { status, body }: PlatformAnswer): LoginError {
	const provider = providerOf(account);
	const later = (why: string) =>
		new LoginError(
			'unavailable',
			`${provider} can't issue tokens at the moment (${why})`,
			'Run this again later.',
		);
	if ([408, 425, 429].includes(status) || status >= 500) return later(`HTTP ${status}`);
	const refusal = tokenRefusal.safeParse(body);
	const { error = '', error_description: description = error } = refusal.data ?? {};
	const reason = masking(description, [account.password, account.clientSecret]).slice(0, 200);
	if (passingErrors.includes(error)) return later(`“${reason}”`);
	// RFC 6749, 5.2, refuses with 400 or 401; some gateways do with 200.
	const mayRefuse = [400, 401].includes(status) || (isSuccess(status) && refusal.success);
	const hasGiven = grant.type === 'refresh_token' || grant.hasGiven;
	if (hasGiven && !mayRefuse) return later(`HTTP ${status}, perhaps from a proxy`);
	if (!refusal.success) return noTokenAddress(account, status);
	// A refused refresh token says nothing about the password.
	const isOfUser = grant.type === 'password' || error !== 'invalid_grant';
	const other = `Check 'Client ID' and ${addressFieldOf(account)} in the credential.`;
	const meaning = isOfUser ? meaningOf(error) : undefined;
	const { words = 'The login was refused', nextStep = other } = meaning ?? {};
	return new LoginError('refused', `${words}. ${provider} says “${reason}”`, nextStep);
}

function noTokenAddress(account: Account, status: number): LoginError {
	const url = withoutLogin(tokenUrlOf(account));
	const nextStep =
		account.authUrl === ''
			? "Check 'Base Address' in the credential. If tokens have an address of their own, fill it in under Advanced."
			: "Check 'Identity Provider Address' in the credential.";
	return new LoginError(
		'refused',
		`This is not a token address: ${url} answered HTTP ${status} without a token`,
		nextStep,
	);
}

/** Errors that pass (RFC 6749, 4.1.2.1), which gateways send from the token endpoint, too. */
const passingErrors = ['temporarily_unavailable', 'server_error'];

/** An address may carry a user name and a password of its own, in front of the host. */
function withoutLogin(address: string): string {
	return address.replace(/\/\/[^/]*@/, '//');
}
