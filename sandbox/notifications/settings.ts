import { z } from 'zod';

const milliseconds = z.number().min(0).max(3_600_000);
const share = z.number().min(0).max(1);

/** The settings of deliveries; `describe` is what `--help` prints. Waits are real time, not the platform's. */
export const notificationSettings = {
	notificationAttempts: z.number().int().min(1).max(100).describe('tries of a notification'),
	notificationRetryMs: milliseconds.describe('milliseconds from the first try to the second'),
	notificationRetryFactor: z
		.number()
		.min(1)
		.max(100)
		.describe('by what each further wait is longer than the one before'),
	notificationTimeoutMs: milliseconds
		.positive()
		.describe('milliseconds that a merchant has to answer a notification'),
	notificationConcurrency: z
		.number()
		.int()
		.min(1)
		.max(1000)
		.describe('notifications under way at a time'),
	notificationKeepAlive: z.boolean().describe('notifications share connections'),
	notificationDelayMs: milliseconds.describe('milliseconds that every notification waits'),
	notificationDuplicates: share.describe('share of notifications that are sent twice'),
	notificationReordered: share.describe('share of notifications that later ones overtake'),
	notificationReorderMs: milliseconds.describe('milliseconds that those wait longer'),
	notificationTampered: share.describe(
		'share of signed notifications that are followed by a forged one',
	),
	notificationCountry: z.enum(['upper', 'lower']).describe('case of the country in a notification'),
	notificationEvents: z
		.enum(['events', 'actions'])
		.describe('event_type of a notification: opt_out and the others, or the action: SUB_CANCEL'),
	notificationSeed: z.number().int().describe('replays which ones these shares strike'),
};

export type NotificationSettings = z.infer<
	z.ZodObject<typeof notificationSettings, 'strict', z.ZodTypeAny>
>;

export const NOTIFICATION_DEFAULTS: NotificationSettings = {
	notificationAttempts: 8,
	notificationRetryMs: 1000,
	notificationRetryFactor: 2,
	notificationTimeoutMs: 10_000,
	notificationConcurrency: 20,
	notificationKeepAlive: false,
	notificationDelayMs: 0,
	notificationDuplicates: 0,
	notificationReordered: 0,
	notificationReorderMs: 1000,
	notificationTampered: 0,
	notificationCountry: 'upper',
	notificationEvents: 'events',
	notificationSeed: 1,
};
