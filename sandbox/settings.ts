import { z } from 'zod';

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
	latencyMs: 0,
};

/** What the control API may change while the sandbox runs. */
export const settingsChangeSchema = settingsSchema.omit({ port: true, log: true }).partial();
