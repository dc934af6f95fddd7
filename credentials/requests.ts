import type { IDataObject, IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { giftHeaderOf, mayHaveToken, merchantQueryOf, originOf } from '../platform/account';
import type { PlatformAnswer } from '../platform/answer';
import { readBody } from '../platform/body';
import { searchHeadersOf } from '../platform/signature';
import { LoginError } from '../platform/token';
import { noAnswerInTime, noAnswerOf } from '../platform/trouble';

export type HttpRequest = IHttpRequestHelper['helpers']['httpRequest'];

const timeoutMs = 30_000;

const checkAddress = 'Check this address in the credential and the connection of this n8n.';

interface StreamedAnswer {
	statusCode: number;
	body: AsyncIterable<Uint8Array>;
}

/**
 * Sends a request and gives the answer of any status. Follows no redirect, so that no secret goes to another address.
 * @throws LoginError when there is no answer; `whom` begins its message
 */
export async function exchange(
	httpRequest: HttpRequest,
	request: IHttpRequestOptions,
	whom: string,
): Promise<PlatformAnswer> {
	const deadline = AbortSignal.timeout(timeoutMs);
	const settings = {
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		// An answer that n8n reads itself has no limit of size; its timeout ends where the answer begins.
		encoding: 'stream' as const,
		timeout: timeoutMs,
		abortSignal: deadline as IHttpRequestOptions['abortSignal'],
	};
	const exchanging = async () => {
		const answer = (await httpRequest({ ...request, ...settings })) as StreamedAnswer;
		return { status: answer.statusCode, body: await readBody(answer.body) };
	};
	return await exchanging().catch((error: unknown) => {
		// The caught error holds the request and with it secrets; only its code goes on.
		const why = deadline.aborted ? noAnswerInTime : noAnswerOf(error);
		throw new LoginError('unreachable', `${whom} ${why}`, checkAddress);
	});
}

/** The address of a request: n8n's HTTP Request node calls it `uri`, and n8n takes `url` first. */
function addressOf(request: IHttpRequestOptions): string {
	const { uri = '', url = uri } = request as { url?: string; uri?: string };
	return url;
}

/** The origin that a request reaches. The HTTP client appends an address that begins with a slash, and `URL` may read a host in it. */
function originFor(request: IHttpRequestOptions): string | undefined {
	const address = addressOf(request);
	if (!request.baseURL) return originOf(address);
	return /^\/(?![/\\])/.test(address) ? originOf(request.baseURL) : undefined;
}

/** Why a request may not carry the token: a workflow can use this credential for any address. */
export function misdirectionOf(
	credential: object,
	request: IHttpRequestOptions,
): LoginError | undefined {
	const origin = originFor(request);
	// A proxy reads unencrypted requests, and with “Ignore SSL Issues” encrypted ones, too.
	const isDirect = !request.proxy;
	if (isDirect && mayHaveToken(credential, origin)) return undefined;
	const where = isDirect ? `to ${origin ?? 'an incomplete address'}` : 'through a proxy';
	const nextStep = isDirect
		? 'Check protocol, host and port of the URL, or choose another credential.'
		: "Remove 'Proxy' from the options, and set the proxy for all of n8n.";
	return new LoginError(
		'refused',
		`Not sent ${where}: the access token goes only to the addresses in the credential`,
		nextStep,
	);
}

/** A request with the access token, for a gift also in the header `token`, and the merchant's ID. */
export function authorized(
	credential: object,
	request: IHttpRequestOptions,
	accessToken: string,
): IHttpRequestOptions {
	const headers: IDataObject = { ...request.headers, Authorization: `Bearer ${accessToken}` };
	if ('token' in headers) headers.token = giftHeaderOf(credential, accessToken);
	const merchant = merchantQueryOf(credential, addressOf(request));
	return { ...request, headers, ...(merchant && { qs: { ...request.qs, ...merchant } }) };
}

/** A signed search: address and body are written here, because n8n would change both after the signature was made. */
export function asSearch(
	credential: object,
	request: IHttpRequestOptions,
	accessToken: string,
	now: number,
): IHttpRequestOptions {
	const { method = 'GET', qs = {}, body = '' } = request;
	const address = new URL(request.url);
	for (const [name, value] of Object.entries(qs)) address.searchParams.append(name, String(value));
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const search = { method, url: address.href, body: text };
	const headers: IDataObject = {
		...request.headers,
		'Content-Type': 'application/json',
		...searchHeadersOf(credential, search, accessToken, now),
	};
	return { ...request, qs: undefined, url: address.href, body: text, headers };
}
