import { isObject, isSuccess, type PlatformAnswer } from './answer';
import { servicesRequest } from './pools';
import { searchRequest } from './search';
import { unixSecondsOf } from './times';

/** Asks by harmless reads whether an account may use gifting, payments and searches, for the credential and *Check Setup*. */
export function reachQuestions(now: number) {
	return {
		gifting: servicesRequest,
		payments: {
			method: 'POST' as const,
			path: '/api/payment/1_4/subscription',
			body: { apikey: 'TEST', userid: 'test', timestamp: unixSecondsOf(now) },
		},
		searches: searchRequest('transactions', { transactionId: '0' }),
	};
}

/** Whether an answer shows that the account was let in: a page that is not found is no platform. */
export function isLetIn({ status, body }: PlatformAnswer): boolean {
	const isRequestError = status >= 400 && status < 500 && status !== 401 && status !== 403;
	return isSuccess(status) || (isRequestError && isObject(body));
}
