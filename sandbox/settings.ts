import { z } from 'zod';
import { NOTIFICATION_DEFAULTS, notificationSettings } from './notifications/settings';
import { PAYMENT_DEFAULTS, paymentSettings } from './payments/settings';
import { PLATFORM_DEFAULTS, platformSettings } from './platform-settings';
import { HISTORY_DEFAULTS, historySettings } from './history/settings';
import { QUERY_DEFAULTS, querySettings } from './queries/settings';

const lifetime = z.number().positive();

/** Every setting of the sandbox; `describe` is what `--help` prints. */
export const settingsSchema = z
	.object({
		port: z.number().int().min(0).max(65535).describe('0 for any free one'),
		log: z.boolean().describe('log each request as a line of JSON'),
		accessTokenLifetime: lifetime.describe('seconds'),
		refreshTokenLifetime: lifetime.describe('seconds'),
		rotateRefreshTokens: z.boolean().describe('a refresh token works once'),
		detectRefreshReuse: z.boolean().describe('a rotated refresh token used again ends its session'),
		lockAfterWrongPasswords: z
			.number()
			.int()
			.min(0)
			.describe('wrong passwords in a row that disable an account, 0 for never'),
		giftTokenHeader: z
			.enum(['either', 'raw', 'bearer'])
			.describe('header "token": the token alone (raw), "Bearer <token>" (bearer), either'),
		paymentErrorStatus: z
			.number()
			.refine((status) => status === 200 || status === 400, 'must be 200 or 400')
			.describe(
				'HTTP status of a subscribe or identification answer that is not ACCEPTED: 200 or 400',
			),
		transactionIds: z
			.enum(['service', 'plain', 'encrypted'])
			.describe('form of transaction ids in answers: as the service has it, plain, encrypted'),
		dailyLimit: z.number().min(0).describe('money a number may pay in a day (UTC), 0 for any'),
		monthlyLimit: z.number().min(0).describe('money a number may pay in a month (UTC), 0 for any'),
		requireSignature: z
			.boolean()
			.describe('refuse unsigned identification for every service with a signature key'),
		timestampMaxAge: z
			.number()
			.min(0)
			.describe('seconds that the timestamp of an identification may be off, 0 for any'),
		flagsAsText: z.boolean().describe('identification answers "true" and "false" as text'),
		visitorMsisdn: z.coerce
			.string()
			.regex(/^(\d{8,15})?$/, 'must be a number, E.164 without plus, or empty')
			.describe('who opens subIdentify.jsf and userIdentify.jsf; empty to ask the visitor'),
		returnSignature: z
			.enum(['all', 'platform'])
			.describe('what is signed on a return: all of the query, or only what the platform added'),
		renewalRetrySeconds: lifetime.describe('seconds from a failed renewal to the next attempt'),
		renewalAttempts: z
			.number()
			.int()
			.min(0)
			.describe('failed renewals in a row that end a subscription, 0 for never'),
		...paymentSettings,
		...platformSettings,
		...querySettings,
		...historySettings,
		...notificationSettings,
		latencyMs: z.number().min(0).describe('milliseconds that every request waits'),
	})
	.strict();

export type Settings = z.infer<typeof settingsSchema>;

export const DEFAULTS: Settings = {
	port: 4010,
	log: false,
	accessTokenLifetime: 300,
	refreshTokenLifetime: 1800,
	rotateRefreshTokens: true,
	detectRefreshReuse: true,
	lockAfterWrongPasswords: 10,
	giftTokenHeader: 'either',
	paymentErrorStatus: 200,
	transactionIds: 'service',
	dailyLimit: 50,
	monthlyLimit: 200,
	requireSignature: false,
	timestampMaxAge: 0,
	flagsAsText: false,
	visitorMsisdn: '',
	returnSignature: 'all',
	renewalRetrySeconds: 86_400,
	renewalAttempts: 10,
	...PAYMENT_DEFAULTS,
	...PLATFORM_DEFAULTS,
	...QUERY_DEFAULTS,
	...HISTORY_DEFAULTS,
	...NOTIFICATION_DEFAULTS,
	latencyMs: 0,
};

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
