import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { accountOf } from '../platform/account';
import { isObject, isSuccess } from '../platform/answer';
import { searchIsSigned } from '../platform/signature';
import { unixSecondsOf } from '../platform/times';
import { LoginError } from '../platform/token';
import { codeOf, hostOf, troubleOf } from '../platform/trouble';
import { asSearch, authorized } from './requests';

type HttpRequest = IHttpRequestHelper['helpers']['httpRequest'];

const timeout = 30_000;

/** Reads that change and charge nothing: one for each thing an account may be for. */
function probesOf(credential: object, accessToken: string): [string, IHttpRequestOptions][] {
	const { baseUrl } = accountOf(credential);
	const now = Date.now();
	const services: IHttpRequestOptions = { url: `${baseUrl}/datagifting/v1/services` };
	const status: IHttpRequestOptions = {
		method: 'POST',
		url: `${baseUrl}/api/payment/1_4/subscription`,
		body: { apikey: 'TEST', userid: 'test', timestamp: unixSecondsOf(now) },
	};
	const search: IHttpRequestOptions = {
		method: 'POST',
		url: `${baseUrl}/v1/transactions`,
		body: { transactionId: '0' },
	};
	return [
		['gifting', authorized(credential, services, accessToken)],
		['payments', authorized(credential, status, accessToken)],
		['searches', asSearch(credential, search, accessToken, now)],
	];
}

/**
 * Checks what the account reaches at the base address. Few merchants may do everything, so one of gifting, payments and
 * searches is enough; searches must work, too, when the credential signs them.
 *
 * @throws LoginError when nothing answers, or says no to what it must reach
 */
export async function checkReach(
	httpRequest: HttpRequest,
	credential: object,
	accessToken: string,
): Promise<void> {
	const { baseUrl } = accountOf(credential);
	if (!/^https?:\/\/[^/]/i.test(baseUrl)) {
		throw new LoginError(
			'address',
			'The login worked, but Base Address in the credential is not a web address. Write it in full, for example https://api.billing.example.com',
		);
	}
	const host = hostOf(baseUrl);
	const results = await Promise.all(
		probesOf(credential, accessToken).map(async ([what, request]) => {
			const { statusCode, body } = await ask(httpRequest, request, host);
			// A page that is not found is no platform; one that refuses what was asked has let the account in.
			const isLetIn = isSuccess(statusCode) || (isRequestError(statusCode) && isObject(body));
			return { what, isLetIn, words: isLetIn ? `${what} works` : `${what}: HTTP ${statusCode}` };
		}),
	);
	const all = results.map(({ words }) => words).join(', ');
	if (!results.some(({ isLetIn }) => isLetIn)) {
		throw new LoginError(
			'address',
			`The login worked, but the account can do nothing at ${host} (${all}). Check that Base Address and the identity provider belong together`,
		);
	}
	if (
		searchIsSigned(credential) &&
		results.some((one) => one.what === 'searches' && !one.isLetIn)
	) {
		throw new LoginError(
			'user',
			`The login worked, but ${host} refuses searches (${all}). Check Search User and Search Signature Key`,
		);
	}
}

function isRequestError(status: number): boolean {
	return status >= 400 && status < 500 && status !== 401 && status !== 403;
}

async function ask(
	httpRequest: HttpRequest,
	request: IHttpRequestOptions,
	host: string,
): Promise<{ statusCode: number; body: unknown }> {
	const options: IHttpRequestOptions = {
		...request,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout,
	};
	return (await httpRequest(options).catch((error: unknown) => {
		// The caught error holds the request and with it the token; only its code goes on.
		throw new LoginError(
			'unreachable',
			`The login worked, but the Base Address ${host} cannot be reached: ${troubleOf(codeOf(error))}`,
		);
	})) as { statusCode: number; body: unknown };
}
