import type { IHttpRequestOptions } from 'n8n-workflow';
import { accountOf } from '../platform/account';
import { isObject, isSuccess } from '../platform/answer';
import { searchIsSigned } from '../platform/signature';
import { unixSecondsOf } from '../platform/times';
import { LoginError } from '../platform/token';
import { hostOf, isWebAddress } from '../platform/trouble';
import { asSearch, authorized, exchange, type HttpRequest } from './requests';

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
	if (!isWebAddress(baseUrl)) {
		throw new LoginError(
			'address',
			'The login worked, but Base Address in the credential is not a web address. Write it in full, for example https://api.billing.example.com',
		);
	}
	const host = hostOf(baseUrl);
	const results = await Promise.all(
		probesOf(credential, accessToken).map(async ([what, request]) => {
			const whom = `The login worked, but the Base Address ${host}`;
			const { status, body } = await exchange(httpRequest, request, whom);
			// A page that is not found is no platform; one that refuses what was asked has let the account in.
			const isLetIn = isSuccess(status) || (isRequestError(status) && isObject(body));
			return { what, isLetIn, words: isLetIn ? `${what} works` : `${what}: HTTP ${status}` };
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
