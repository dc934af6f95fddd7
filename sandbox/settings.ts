import { z } from 'zod';

const flag = (standard: boolean, words: string) => z.boolean().describe(words).default(standard);
const number = (standard: number, words: string, min = 0, max = Infinity) =>
	z.number().min(min).max(max).describe(words).default(standard);
const whole = (standard: number, words: string, min = 0, max = Infinity) =>
	z.number().int().min(min).max(max).describe(words).default(standard);
/** The first is the default. */
const choice = <const Words extends [string, ...string[]]>(words: Words, description: string) =>
	z.enum(words).describe(description).default(words[0]);

/** The settings that are fixed once the sandbox runs. */
const startSchema = z.object({
	port: whole(4010, '0 for any free one', 0, 65_535),
	log: flag(false, 'log each request as a line of JSON'),
	history: whole(0, 'transactions of Demo Merchant that are there at the start', 0, 1_000_000),
	historyDays: whole(365, 'days over which they are spread', 1, 3660),
});

const changeableSchema = z.object({
	latencyMs: number(0, 'milliseconds that every request waits'),
	capacity: whole(0, 'how many requests wait them at the same time, 0 for any number'),
	clockSkewSeconds: number(0, "seconds that the platform's clock is ahead", -86_400, 86_400),

	accessTokenLifetime: number(300, 'seconds', 1),
	refreshTokenLifetime: number(1800, 'seconds', 1),
	rotateRefreshTokens: flag(true, 'a refresh token works once'),

	giftingEnabled: flag(true, 'the merchants have data gifting'),
	paymentsEnabled: flag(true, 'the merchants have payments and subscriptions'),
	searchesEnabled: flag(true, 'the merchants have the query APIs'),
	merchantId: choice(['fromToken', 'required'], 'merchantId of the list of services'),
	packageForm: choice(['flat', 'nested'], 'packages, those of gifts too, list their operators'),

	cancelDelaySeconds: number(2, 'seconds until an accepted cancellation takes effect', 0, 86_400),
	signedReturns: choice(['oneOff', 'always', 'never'], 'returns after payment that are signed'),

	queryLogin: choice(['either', 'bearer', 'headers'], 'login of the query APIs'),
	queryAnswer: choice(['list', 'record'], 'all records, or the newest one alone'),
	recordValues: choice(['typed', 'text'], 'numbers, true and false in records and identifications'),
	queryOrder: choice(['oldest', 'newest'], 'which record of a list comes first'),
	queryLimit: number(0, 'records of a list at most, without a word about the others; 0 is all'),
	queryDelaySeconds: number(0, 'seconds before a query finds a record or gift'),
	filters: choice(['all', 'shown'], 'fields to filter by; shown: only those of the contract'),
	unknownFilters: choice(['ignored', 'refused'], 'filters by a name that no field has'),
	references: choice(
		['exact', 'lowerCase', 'upperCase', 'cut', 'padded', 'hidden'],
		"the merchant's references in lists of gifts and transactions",
	),
});

/** Every setting with its default; the text is what `--help` prints. */
export const settingsSchema = startSchema.merge(changeableSchema).strict();
/** The settings that the control API may change while the sandbox runs. */
export const settingsChangeSchema = changeableSchema.strict().partial();

export type Settings = z.output<typeof settingsSchema>;

/** The part of the world that code with settings reads. */
export interface Configured {
	settings: Settings;
}

export const DEFAULTS = settingsSchema.parse({});
