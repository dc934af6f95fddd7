import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import {
	accountOf,
	fingerprintOf,
	hasUsableAccessToken,
	hasUsableRefreshToken,
	tokensOf,
	tokenUrlOf,
	type Account,
	type Tokens,
} from '../platform/account';
import { LoginError } from '../platform/loginError';
import {
	readTokenAnswer,
	tokenForm,
	unreachableLogin,
	type Grant,
} from '../platform/tokenExchange';
import { codeOf } from '../platform/trouble';

type HttpRequest = IHttpRequestHelper['helpers']['httpRequest'];

/** What this process knows of one account, so that many requests share one login. */
interface Session {
	newest?: Tokens;
	underWay?: Promise<Tokens>;
	refusal?: { error: LoginError; times: number; quietUntil: number };
}

/** By fingerprint: a changed password or address starts afresh. */
const sessions = new Map<string, Session>();
const mostSessions = 500;

const tokenTimeout = 30_000;
const firstQuietTime = 60_000;
const longestQuietTime = 3_600_000;

/**
 * Gives tokens newer than those of the credential. Requests that ask together share one token request;
 * one that asks late gets what an earlier one brought. The refresh token is tried first, then the password.
 *
 * After a refusal nothing is asked for a minute (doubling up to an hour), because every refused login
 * brings the operator's lock nearer: until then the same refusal is thrown.
 *
 * @param credential the stored credential, with the tokens that were refused or are missing
 * @throws LoginError
 */
export async function renewTokens(httpRequest: HttpRequest, credential: object): Promise<Tokens> {
	const account = accountOf(credential);
	const held = tokensOf(credential);
	const session = sessionOf(account);
	const { newest, refusal } = session;
	if (newest && newest.issuedAt > held.issuedAt && hasUsableAccessToken(newest, Date.now())) {
		return newest;
	}
	if (refusal && Date.now() < refusal.quietUntil) throw refusal.error;
	const latest = newest && newest.issuedAt > held.issuedAt ? newest : held;
	return await shared(
		session,
		held,
		async () => await refreshOrLogIn(httpRequest, account, latest),
	);
}

/**
 * Logs in with the password, whatever tokens there are and whatever was refused before: the person who
 * presses “Test” wants to know about now.
 *
 * @throws LoginError
 */
export async function logInAfresh(httpRequest: HttpRequest, credential: object): Promise<Tokens> {
	const account = accountOf(credential);
	return await shared(
		sessionOf(account),
		tokensOf(credential),
		async () => await askForTokens(httpRequest, account, { type: 'password' }),
	);
}

async function shared(session: Session, held: Tokens, ask: () => Promise<Tokens>): Promise<Tokens> {
	session.underWay ??= remembered(session, held, ask).finally(() => {
		session.underWay = undefined;
	});
	return await session.underWay;
}

async function remembered(
	session: Session,
	held: Tokens,
	ask: () => Promise<Tokens>,
): Promise<Tokens> {
	const tokens = await ask().catch((error: unknown) => {
		if (error instanceof LoginError && error.isRefusal) noteRefusal(session, error);
		throw error;
	});
	// Strictly newer than what went before, also within one millisecond and when another machine's clock is ahead.
	const before = Math.max(session.newest?.issuedAt ?? 0, held.issuedAt);
	const issuedAt = Math.max(tokens.issuedAt, before + 1);
	session.newest = { ...tokens, issuedAt };
	session.refusal = undefined;
	return session.newest;
}

function noteRefusal(session: Session, error: LoginError): void {
	const times = (session.refusal?.times ?? 0) + 1;
	const quiet = Math.min(firstQuietTime * 2 ** (times - 1), longestQuietTime);
	session.refusal = { error, times, quietUntil: Date.now() + quiet };
}

async function refreshOrLogIn(
	httpRequest: HttpRequest,
	account: Account,
	latest: Tokens,
): Promise<Tokens> {
	const hasGiven = latest.issuedAt > 0;
	if (hasUsableRefreshToken(latest, Date.now())) {
		const { refreshToken } = latest;
		const grant: Grant = { type: 'refresh_token', refreshToken };
		const refreshed = await askForTokens(httpRequest, account, grant, hasGiven).catch(
			(error: unknown) => {
				// A refused refresh token says nothing about the password; an endpoint that is down says it for both.
				if (error instanceof LoginError && error.isRefusal) return undefined;
				throw error;
			},
		);
		if (refreshed) return refreshed;
	}
	return await askForTokens(httpRequest, account, { type: 'password' }, hasGiven);
}

async function askForTokens(
	httpRequest: HttpRequest,
	account: Account,
	grant: Grant,
	hasGiven = false,
): Promise<Tokens> {
	const request: IHttpRequestOptions = {
		method: 'POST',
		url: tokenUrlOf(account),
		headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
		body: new URLSearchParams(tokenForm(account, grant)),
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// A token request carries the password: it goes to the address the person typed and nowhere else.
		disableFollowRedirect: true,
		timeout: tokenTimeout,
	};
	const { statusCode, body } = await httpRequest(request).catch((error: unknown) => {
		// The caught error holds the request and with it the password; only its code goes on.
		throw unreachableLogin(account, codeOf(error));
	});
	return readTokenAnswer(account, { status: statusCode, body }, Date.now(), hasGiven);
}

function sessionOf(account: Account): Session {
	const fingerprint = fingerprintOf(account);
	let session = sessions.get(fingerprint);
	if (session === undefined) {
		const [oldest] = sessions.keys();
		if (sessions.size >= mostSessions && oldest !== undefined) sessions.delete(oldest);
		session = {};
		sessions.set(fingerprint, session);
	}
	return session;
}
