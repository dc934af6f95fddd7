import {
	sleep,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IHttpRequestOptions,
	type IN8nHttpFullResponse,
} from 'n8n-workflow';
import { accountOf, hasUsableAccessToken, tokensOf } from '../../../platform/account';
import { readBody, readLongList } from '../../../platform/body';
import { searchIsSigned, searchHeader } from '../../../platform/signature';
import { hostOf, httpDateOf, isWebAddress, retryAfterOf } from '../../../platform/trouble';
import { orAborted } from '../core/request/concurrency';
import { listRefused, type PlatformError } from '../core/request/errors';
import { senderOf } from '../core/request/pipeline';
import type { Answer, PlatformRequest } from '../core/request/platformRequest';
import { processLimiter } from '../core/request/rateLimit';
import { renewToken, type ConnectedAccount, type Clock, type Send } from '../core/request/send';
import { logInBy, requestWith, unwrapped, type Context } from './internals';

export const accountCredential = 'mobileBillingApi';

/** How long the editor's lists and the triggers wait for an answer. */
const editorTimeoutMs = 60_000;

export const clock: Clock = {
	now: () => Date.now(),
	monotonic: () => performance.now(),
	sleep: async (milliseconds, signal) => {
		if (milliseconds > 0 && !signal?.aborted)
			await orAborted(sleep(Math.ceil(milliseconds)), signal);
	},
};

/** A function that gives the share of the time, from now on, in which n8n's process was busy. */
export function loadSince(): () => number {
	const before = performance.eventLoopUtilization();
	return () => performance.eventLoopUtilization(before).utilization;
}

/** The account of the node's credential, read once for a run. @throws PlatformError without a usable address */
export async function accountIn(context: Context): Promise<ConnectedAccount> {
	let credential = await context.getCredentials(accountCredential);
	let tokens = tokensOf(credential);
	const { baseUrl, clientId, username, password, clientSecret } = accountOf(credential);
	if (!isWebAddress(baseUrl)) throw notAnAddress();
	/** Takes over another copy of the credential if its tokens are newer, and says whether they are. */
	const update = (other: ICredentialDataDecryptedObject): boolean => {
		const others = tokensOf(other);
		const isNewer = others.issuedAt > tokens.issuedAt;
		if (isNewer) [credential, tokens] = [other, others];
		return isNewer;
	};
	const isSignedSearch = ({ searchLogin }: PlatformRequest) =>
		searchLogin === true && searchIsSigned(credential);
	const needsLogin = (request: PlatformRequest) =>
		!isSignedSearch(request) &&
		(!hasUsableAccessToken(tokens, Date.now(), request.minTokenLifeMs) ||
			tokens.issuedAt <= (request.refusedTokenIssuedAt ?? -Infinity));
	/** Another execution may have stored newer tokens; otherwise n8n logs in and stores what it gets. */
	const renew = async (request: PlatformRequest) => {
		update(await context.getCredentials(accountCredential));
		if (!needsLogin(request)) return;
		const copy = { ...credential };
		const error = await logInBy(context, accountCredential, baseUrl, copy);
		if (!update(copy)) throw error;
	};
	/** One login at a time, for all requests that wait for it. */
	let login: Promise<void> | undefined;
	return {
		host: hostOf(baseUrl),
		key: `${baseUrl} ${clientId} ${username}`,
		baseUrl,
		transport: async (request) => {
			const isSigned = isSignedSearch(request);
			const tokenIssuedAt = isSigned ? undefined : tokens.issuedAt;
			const response = await sendWith(context, baseUrl, request, credential);
			const { statusCode: status, body, headers } = response;
			const retryAfterMs = retryAfterOf(headers, Date.now());
			const platformTime = httpDateOf(headers.date);
			return { status, body, retryAfterMs, platformTime, tokenIssuedAt, isSigned };
		},
		logIn: (request) => {
			if (!needsLogin(request)) return undefined;
			return (login ??= renew(request).finally(() => {
				login = undefined;
			}));
		},
		secrets: () => [tokens.accessToken, tokens.refreshToken, password, clientSecret],
	};
}

function notAnAddress(): PlatformError {
	return listRefused(
		"'Base Address' in the credential must be a web address",
		'Write it in full, for example https://api.billing.example.com.',
	);
}

/** Sends the requests of the editor and the triggers, which have no list of items. @param timeoutMs of each answer */
export async function senderIn(
	context: Context,
	timeoutMs = editorTimeoutMs,
	signal?: AbortSignal,
): Promise<Send> {
	const account = await accountIn(context);
	const sendOnce = senderOf(account, timeoutMs, { limiter: processLimiter, clock, signal });
	return renewToken(clock, Math.random, signal)(sendOnce);
}

/** As `senderIn`, but throws a PlatformError when there is no answer. */
export async function connect(context: Context) {
	const send = await senderIn(context);
	return async (request: PlatformRequest): Promise<Answer> => {
		const { answer, error } = await send(request);
		if (error) throw error;
		return answer;
	};
}

async function sendWith(
	context: Context,
	baseUrl: string,
	request: PlatformRequest,
	credential: ICredentialDataDecryptedObject,
): Promise<IN8nHttpFullResponse> {
	const { method, path, query, body, timeoutMs, signal, keep, maxRecords } = request;
	const headers: IDataObject = {};
	if (request.tokenHeader) headers.token = '';
	if (request.searchLogin) headers[searchHeader] = 'true';
	const options: IHttpRequestOptions = {
		method,
		url: `${baseUrl}${path}`,
		qs: query as IDataObject,
		body: body as IDataObject,
		headers,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: timeoutMs,
		// An answer that n8n reads itself has no limit of size, and long IDs lose digits.
		encoding: 'stream',
		abortSignal: signal as IHttpRequestOptions['abortSignal'],
	};
	try {
		const response = await requestWith(context, accountCredential, options, credential, signal);
		const chunks = response.body as AsyncIterable<Uint8Array>;
		const read = keep ? readLongList(chunks, keep, maxRecords) : readBody(chunks);
		return { ...response, body: (await read) as typeof response.body };
	} catch (error) {
		throw unwrapped(error);
	}
}
