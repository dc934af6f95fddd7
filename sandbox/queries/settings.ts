import { z } from 'zod';
import { ALGORITHMS } from '../payments/signature';

const headerName = z.string().regex(/^[\w-]+$/, 'must be the name of a header');

/** The settings of the query APIs: what the contract leaves open ("Query APIs", "Authentication" 4). */
export const querySettings = {
	queryLogin: z
		.enum(['bearer', 'headers', 'either'])
		.describe('login of the query APIs: Bearer token, the three headers, either'),
	queryUserHeader: headerName.describe('header of the user, in the three-header login'),
	querySignatureHeader: headerName.describe('header of the signature'),
	queryTimestampHeader: headerName.describe('header of the timestamp, Unix seconds'),
	querySignedUrl: z
		.enum(['full', 'path'])
		.describe('request URL in that signature: the full one, or path and query'),
	queryAlgorithm: z.enum(ALGORITHMS).describe('HMAC of that signature: SHA1, SHA256, MD5'),
	queryTimestampMaxAge: z
		.number()
		.min(0)
		.describe('seconds that this timestamp may be off, 0 for any'),
	queryAnswer: z
		.enum(['list', 'record'])
		.describe('answer of a query: a list of all, or the newest record alone'),
	queryOrder: z.enum(['oldest', 'newest']).describe('which record of a list comes first'),
	queryDelaySeconds: z
		.number()
		.min(0)
		.describe(
			'seconds before a query finds a transaction (since timeUpdated), subscription or gift',
		),
	unknownFilters: z
		.enum(['ignore', 'refuse'])
		.describe('a filter that is no field of the record: ignore it, refuse the query'),
	recordPins: z.boolean().describe('transactions carry the PIN in pinIdentification'),
	clockSkewSeconds: z
		.number()
		.min(-86_400)
		.max(86_400)
		.describe("seconds that the platform's clock is ahead; negative: behind"),
};

export const QUERY_DEFAULTS = {
	queryLogin: 'either',
	queryUserHeader: 'CENTILI-ACCESS-USER',
	querySignatureHeader: 'CENTILI-ACCESS-SIGN',
	queryTimestampHeader: 'CENTILI-ACCESS-TIMESTAMP',
	querySignedUrl: 'full',
	queryAlgorithm: 'SHA1',
	queryTimestampMaxAge: 60,
	queryAnswer: 'list',
	queryOrder: 'oldest',
	queryDelaySeconds: 0,
	unknownFilters: 'ignore',
	recordPins: true,
	clockSkewSeconds: 0,
} as const;
