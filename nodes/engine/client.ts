import {
	NodeApiError,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
} from 'n8n-workflow';
import { accountOf, hasUsableAccessToken, tokensOf } from '../../platform/account';
import { LoginError } from '../../platform/loginError';
import { codeOf, hostOf, troubleOf } from '../../platform/trouble';
import type { PlatformRequest } from './operation';
import { PlatformError, refusedBy } from './platformError';

const credentialType = 'mobileBillingApi';
const requestTimeout = 60_000;

/** An answer of the platform with a 2xx status; the body is parsed when it is JSON, text otherwise. */
export interface Answer {
	status: number;
	body: unknown;
}

/** Sends one request. @throws PlatformError or LoginError */
export type Send = (request: PlatformRequest) => Promise<Answer>;

/**
 * Reads the account's credential once for a whole run and gives the function that sends with it.
 *
 * Every request works on a private copy of the credential: n8n writes new tokens into the object it was given, and
 * fifty requests sharing one would refresh each other's tokens (DESIGN.md, “Tokens”). A copy that comes back with
 * tokens strictly newer than the run's hands them over.
 */
export async function connect(context: IExecuteFunctions | ILoadOptionsFunctions): Promise<Send> {
	let credential = await context.getCredentials(credentialType);
	const { baseUrl } = accountOf(credential);
	const host = hostOf(baseUrl);
	if (!/^https?:\/\/[^/]/i.test(baseUrl)) {
		throw new PlatformError(
			'Base Address in the credential is not a web address',
			'Write it in full, for example https://api.billing.example.com',
		);
	}

	const exchange: Send = async (request) => {
		const copy: ICredentialDataDecryptedObject = { ...credential };
		if (!hasUsableAccessToken(tokensOf(copy), Date.now())) copy.accessToken = '';
		const sent = context.helpers.httpRequestWithAuthentication.call(
			context,
			credentialType,
			httpOptionsOf(baseUrl, request),
			{ credentialsDecrypted: { id: '', name: '', type: credentialType, data: copy } },
		);
		const { statusCode, body } = await sent
			.catch((error: unknown) => {
				throw troubleWith(host, error);
			})
			.finally(() => {
				if (tokensOf(copy).issuedAt > tokensOf(credential).issuedAt) credential = copy;
			});
		if (statusCode < 200 || statusCode > 299) throw refusedBy(host, statusCode, body);
		return { status: statusCode, body };
	};

	return async (request) =>
		await exchange(request).catch(async (error: unknown) => {
			// n8n renews a refused token once. In between another process may have used the refresh token, which
			// ends that session too; a refused request was not acted on, so it may be sent again.
			if (error instanceof PlatformError && error.status === 401) return await exchange(request);
			throw error;
		});
}

function httpOptionsOf(baseUrl: string, request: PlatformRequest): IHttpRequestOptions {
	return {
		method: request.method,
		url: `${baseUrl}${request.path}`,
		qs: request.query,
		body: request.body,
		headers: {
			Accept: 'application/json',
			...(request.body && { 'Content-Type': 'application/json' }),
			...(request.tokenHeader && { token: '' }),
		},
		returnFullResponse: true,
		// 401 stays an exception: it is what makes n8n renew the token.
		ignoreHttpStatusErrors: { ignore: true, except: [401] },
		disableFollowRedirect: true,
		timeout: requestTimeout,
	};
}

function troubleWith(host: string, error: unknown): PlatformError | LoginError {
	const cause = error instanceof NodeApiError ? error.cause : error;
	if (cause instanceof LoginError) return cause;
	if (error instanceof NodeApiError && error.httpCode === '401') {
		return refusedBy(host, 401, error.context.data);
	}
	return new PlatformError(
		`${host} cannot be reached: ${troubleOf(codeOf(cause))}`,
		'Check Base Address in the credential and the connection of this n8n.',
	);
}
