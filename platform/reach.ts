import { isObject, isSuccess, type PlatformAnswer } from './answer';
import { unixSecondsOf } from './times';

/** One read for each thing an account may be for; they change and charge nothing. */
export function reachProbes(now: number) {
	return {
		gifting: { method: 'GET' as const, path: '/datagifting/v1/services' },
		payments: {
			method: 'POST' as const,
			path: '/api/payment/1_4/subscription',
			body: { apikey: 'TEST', userid: 'test', timestamp: unixSecondsOf(now) },
		},
		searches: {
			method: 'POST' as const,
			path: '/v1/transactions',
			body: { transactionId: '0' },
		},
	};
}

/** Whether an answer shows that the account was let in: a page that is not found is no platform. */
export function isLetIn({ status, body }: PlatformAnswer): boolean {
	const isRequestError = status >= 400 && status < 500 && status !== 401 && status !== 403;
	return isSuccess(status) || (isRequestError && isObject(body));
}
