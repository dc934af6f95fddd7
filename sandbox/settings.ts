import { z } from 'zod';
import { ALGORITHMS } from './payments/signature';

const flag = (standard: boolean, words: string) => z.boolean().describe(words).default(standard);
const number = (standard: number, words: string, min = 0, max = Infinity) =>
	z.number().min(min).max(max).describe(words).default(standard);
const whole = (standard: number, words: string, min = 0, max = Infinity) =>
	z.number().int().min(min).max(max).describe(words).default(standard);
const positive = (standard: number, words: string) =>
	z.number().positive().describe(words).default(standard);
const status = (standard: number, other: number, words: string) =>
	z
		.number()
		.refine((given) => given === standard || given === other, `must be ${standard} or ${other}`)
		.describe(words)
		.default(standard);
/** The first is the default. */
const choice = <const Words extends [string, ...string[]]>(words: Words, description: string) =>
	z.enum(words).describe(description).default(words[0]);
const header = (standard: string, words: string) =>
	z
		.string()
		.regex(/^[\w-]+$/, 'must be the name of a header')
		.describe(words)
		.default(standard);

const HOUR_MS = 3_600_000;

/** Every setting with its default; the text is what `--help` prints. */
export const settingsSchema = z
	.object({
		port: whole(4010, '0 for any free one', 0, 65_535),
		log: flag(false, 'log each request as a line of JSON'),
		variant: whole(0, 'seed of a variant of the platform, 0 for the standard platform'),
		history: whole(0, 'transactions of Demo Merchant that are there at the start', 0, 1_000_000),
		historyDays: whole(365, 'days over which they are spread', 1, 3660),
		historySeed: whole(1, 'the same seed, the same history', -Infinity),
		latencyMs: number(0, 'milliseconds that every request waits'),
		clockSkewSeconds: number(0, "seconds that the platform's clock is ahead", -86_400, 86_400),
		numberForm: choice(['number', 'text'], 'ids and amounts in answers: JSON numbers, or text'),

		accessTokenLifetime: positive(300, 'seconds'),
		refreshTokenLifetime: positive(1800, 'seconds'),
		issueRefreshTokens: flag(true, 'a token answer has a refresh token'),
		rotateRefreshTokens: flag(true, 'a refresh token works once'),
		detectRefreshReuse: flag(true, 'a rotated refresh token used again ends its session'),
		lockAfterWrongPasswords: whole(
			10,
			'wrong passwords in a row that lock an account, 0 for never',
		),
		clientSecret: choice(
			['newer', 'both', 'optional'],
			'token addresses that need client_secret: the newer, both, neither',
		),

		giftingEnabled: flag(true, 'the merchants have data gifting'),
		paymentsEnabled: flag(true, 'the merchants have payments and subscriptions'),
		searchesEnabled: flag(true, 'the merchants have the query APIs'),
		giftTokenHeader: choice(
			['either', 'raw', 'bearer'],
			'header "token": the token alone (raw), "Bearer <token>" (bearer), either',
		),
		giftReferences: choice(['shown', 'hidden'], 'clientId in the list of gifts: shown, hidden'),
		merchantIdRequired: flag(false, 'the list of services needs merchantId'),

		paymentErrorStatus: status(200, 400, 'HTTP status of a refused payment: 200 or 400'),
		acceptedStatus: status(200, 202, 'HTTP status of an accepted refund: 200 or 202'),
		transactionIds: choice(
			['service', 'plain', 'encrypted'],
			'form of transaction ids in answers: as the service has it, plain, encrypted',
		),
		responseExtras: choice(
			['some', 'all', 'none'],
			'fields of a subscribe answer that may be null: some filled, all, none',
		),
		dailyLimit: number(50, 'money a number may pay in a day (UTC), 0 for any'),
		monthlyLimit: number(200, 'money a number may pay in a month (UTC), 0 for any'),
		renewalRetrySeconds: positive(86_400, 'seconds from a failed renewal to the next attempt'),
		renewalAttempts: whole(10, 'failed renewals in a row that end a subscription, 0 for never'),
		cancelDelaySeconds: number(2, 'seconds until an accepted cancellation takes effect', 0, 86_400),
		refundMaxAgeDays: number(30, 'days after which a charge is not refunded, 0 for never'),
		signedReturns: choice(
			['oneOff', 'always', 'never'],
			'returns that are signed: of one-off payments, all, none',
		),
		returnSignature: choice(
			['all', 'platform'],
			'what is signed on a return: all of the query, or only what the platform added',
		),

		requireSignature: flag(false, 'refuse unsigned identification where the service has a key'),
		timestampMaxAge: number(0, 'seconds that its timestamp may be off, 0 for any'),
		flagsAsText: flag(false, 'identification answers "true" and "false" as text'),
		identificationStatus: flag(true, 'identification answers a status'),
		hashedNumbers: choice(
			['some', 'all', 'none'],
			'customers whom identification gives an alias: endings 951, all, none',
		),
		visitorMsisdn: z.coerce
			.string()
			.regex(/^(\d{8,15})?$/, 'must be a number, E.164 without plus, or empty')
			.describe('who opens subIdentify.jsf and userIdentify.jsf; empty to ask the visitor')
			.default(''),

		queryLogin: choice(
			['either', 'bearer', 'headers'],
			'login of the query APIs: Bearer token, the three headers, either',
		),
		queryUserHeader: header('CENTILI-ACCESS-USER', 'header of the user, in the three-header login'),
		querySignatureHeader: header('CENTILI-ACCESS-SIGN', 'header of the signature'),
		queryTimestampHeader: header('CENTILI-ACCESS-TIMESTAMP', 'header of the timestamp'),
		querySignedUrl: choice(['full', 'path'], 'signed request URL: the full one, or path and query'),
		queryAlgorithm: choice([...ALGORITHMS], 'HMAC of that signature: SHA1, SHA256, MD5'),
		queryTimestampMaxAge: number(60, 'seconds that the timestamp may be off, 0 for any'),
		queryAnswer: choice(['list', 'record'], 'answer: a list of all, or the newest record alone'),
		queryOrder: choice(['oldest', 'newest'], 'which record of a list comes first'),
		queryDelaySeconds: number(0, 'seconds before a query finds a record or gift'),
		unknownFilters: choice(['ignore', 'refuse'], 'a filter that is no field of the record'),
		recordPins: flag(true, 'transactions carry the PIN in pinIdentification'),
		cancelWord: choice(['space', 'underscore'], 'action of a cancellation: SUB CANCEL, SUB_CANCEL'),

		notificationAttempts: whole(8, 'tries of a notification', 1, 100),
		notificationRetryMs: number(1000, 'milliseconds from the first try to the second', 0, HOUR_MS),
		notificationRetryFactor: number(2, 'by what each further wait is longer', 1, 100),
		notificationTimeoutMs: number(10_000, 'milliseconds a merchant has to answer', 1, HOUR_MS),
		notificationConcurrency: whole(20, 'notifications under way at a time', 1, 1000),
		notificationCountry: choice(['upper', 'lower'], 'case of the country in a notification'),
		notificationEvents: choice(
			['events', 'actions'],
			'event_type of a notification: opt_out and the others, or the action: SUB_CANCEL',
		),
	})
	.strict();

export type Settings = z.output<typeof settingsSchema>;

export const DEFAULTS = settingsSchema.parse({});

/** What the control API may change while the sandbox runs. */
export const settingsChangeSchema = settingsSchema
	.omit({
		port: true,
		log: true,
		variant: true,
		history: true,
		historyDays: true,
		historySeed: true,
	})
	.partial();
