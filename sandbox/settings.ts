import { z } from 'zod';

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

/** Every setting with its default; the text is what `--help` prints. */
export const settingsSchema = z
	.object({
		port: whole(4010, '0 for any free one', 0, 65_535),
		log: flag(false, 'log each request as a line of JSON'),
		variant: whole(0, 'seed of a variant of the platform, 0 for the standard platform'),
		history: whole(0, 'transactions of Demo Merchant that are there at the start', 0, 1_000_000),
		historyDays: whole(365, 'days over which they are spread', 1, 3660),
		latencyMs: number(0, 'milliseconds that every request waits'),
		clockSkewSeconds: number(0, "seconds that the platform's clock is ahead", -86_400, 86_400),
		numberForm: choice(['number', 'text'], 'ids and amounts in searches: JSON numbers, or text'),

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
		cancelDelaySeconds: number(2, 'seconds until an accepted cancellation takes effect', 0, 86_400),
		signedReturns: choice(
			['oneOff', 'always', 'never'],
			'returns that are signed: of one-off payments, all, none',
		),
		returnSignature: choice(
			['all', 'platform'],
			'what is signed on a return: all of the query, or only what the platform added',
		),

		timestampMaxAge: number(0, 'seconds that its timestamp may be off, 0 for any'),
		flagsAsText: flag(false, 'identification answers "true" and "false" as text'),

		queryLogin: choice(
			['either', 'bearer', 'headers'],
			'login of the query APIs: Bearer token, the three headers, either',
		),
		queryAnswer: choice(['list', 'record'], 'answer: a list of all, or the newest record alone'),
		queryOrder: choice(['oldest', 'newest'], 'which record of a list comes first'),
		queryDelaySeconds: number(0, 'seconds before a query finds a record or gift'),
		notificationForm: choice(
			['events', 'actions'],
			'a notification: its event (opt_out), or its action (SUB_CANCEL) and the country in lower case',
		),
		cancelWord: choice(['space', 'underscore'], 'action of a cancellation: SUB CANCEL, SUB_CANCEL'),
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
	})
	.partial();
