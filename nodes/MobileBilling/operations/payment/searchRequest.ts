import type { PlatformRequest } from '../../../engine/core/request/platformRequest';

/** Searches transactions, as a look-up does (contract, "Query APIs", 11). */
export const searchRequest = (body: PlatformRequest['body']): PlatformRequest => ({
	method: 'POST',
	path: '/v1/transactions',
	body,
	searchLogin: true,
});
