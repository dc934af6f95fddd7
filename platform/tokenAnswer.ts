import { z } from 'zod';
import { fingerprintOf, type Account, type Tokens } from './account';
import { isSuccess, type PlatformAnswer } from './answer';
import { meaningOf } from './codes';
import { masking } from './redact';
import { addressFieldOf, LoginError, providerOf, tokenUrlOf, type Grant } from './token';

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
 * @throws LoginError when it is anything but tokens
 */
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

/** The answer of the token endpoint that gave no token, in words for a person. */
function refusalOf(account: Account, grant: Grant, { status, body }: PlatformAnswer): LoginError {
	const provider = providerOf(account);
	const later = (why: string) =>
		new LoginError(
			'unavailable',
			`${provider} can't issue tokens at the moment (${why}). Run this again later`,
		);
	if ([408, 425, 429].includes(status) || status >= 500) return later(`HTTP ${status}`);
	const refusal = tokenRefusal.safeParse(body);
	const { error = '', error_description: said = error } = refusal.data ?? {};
	const reason = masking(said, secretsOf(account)).slice(0, 200);
	if (passing.includes(error)) return later(`“${reason}”`);
	// RFC 6749, 5.2, refuses with 400 or 401; some gateways do with 200.
	const mayRefuse = [400, 401].includes(status) || (isSuccess(status) && refusal.success);
	const hasGiven = grant.type === 'refresh_token' || grant.hasGiven;
	if (hasGiven && !mayRefuse) return later(`HTTP ${status}, perhaps from a proxy`);
	if (!refusal.success) return noTokenAddress(account, status);
	// A refused refresh token says nothing about the password.
	const isOfUser = grant.type === 'password' || error !== 'invalid_grant';
	const other = `Check 'Client ID' and ${addressFieldOf(account)} in the credential`;
	const meaning = isOfUser ? meaningOf(error) : undefined;
	const { words = 'The login was refused', nextStep = other } = meaning ?? {};
	return new LoginError('refused', `${words}. ${provider} says “${reason}”. ${nextStep}`);
}

function noTokenAddress(account: Account, status: number): LoginError {
	const url = withoutLogin(tokenUrlOf(account));
	const nextStep =
		account.authUrl === ''
			? "Check 'Base Address' in the credential. If tokens have an address of their own, fill it in under Advanced"
			: "Check 'Identity Provider Address' in the credential";
	return new LoginError(
		'refused',
		`This is not a token address: ${url} answered HTTP ${status} without a token. ${nextStep}`,
	);
}

/** Errors that pass (RFC 6749, 4.1.2.1), which gateways send from the token endpoint, too. */
const passing = ['temporarily_unavailable', 'server_error'];

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
