import { z } from 'zod';
import { Dice } from './dice';
import type { Settings } from './settings';

/** How the platform of one merchant differs from another's, by name. */
export const variantSchema = z
	.object({
		searchAnswer: z.enum(['list', 'record']),
		searchLogin: z.enum(['bearer', 'headers', 'either']),
		giftReferences: z.enum(['shown', 'hidden']),
		/** Seconds. */
		tokenLifetime: z.number().positive(),
		refreshTokens: z.enum(['rotated', 'kept', 'none']),
		clockOffsetSeconds: z.number(),
		gifting: z.boolean(),
		payments: z.boolean(),
		searches: z.boolean(),
		numbers: z.enum(['number', 'text']),
	})
	.strict();

export type Variant = z.output<typeof variantSchema>;

/** The same seed, the same platform. At least one product is there. */
export function variantOf(seed: number): Variant {
	const dice = new Dice(seed * 7919);
	const variant: Variant = {
		searchAnswer: dice.pick(['list', 'record']),
		searchLogin: dice.pick(['bearer', 'headers', 'either']),
		giftReferences: dice.pick(['shown', 'shown', 'hidden']),
		tokenLifetime: dice.pick([5, 60, 300, 3600, 86_400]),
		refreshTokens: dice.pick(['rotated', 'kept', 'none']),
		clockOffsetSeconds: dice.pick([0, 0, 0, 30, -30, 120, -120, 3600, -7200]),
		gifting: dice.next() < 0.75,
		payments: dice.next() < 0.75,
		searches: dice.next() < 0.75,
		numbers: dice.pick(['number', 'number', 'text']),
	};
	const isEmpty = !variant.gifting && !variant.payments && !variant.searches;
	return isEmpty ? { ...variant, gifting: true } : variant;
}

/** The settings that make the sandbox behave so. */
export function settingsOf(variant: Partial<Variant>): Partial<Settings> {
	const { refreshTokens: refresh } = variant;
	const settings = {
		queryAnswer: variant.searchAnswer,
		queryLogin: variant.searchLogin,
		giftReferences: variant.giftReferences,
		accessTokenLifetime: variant.tokenLifetime,
		issueRefreshTokens: refresh && refresh !== 'none',
		rotateRefreshTokens: refresh && refresh === 'rotated',
		clockSkewSeconds: variant.clockOffsetSeconds,
		giftingEnabled: variant.gifting,
		paymentsEnabled: variant.payments,
		searchesEnabled: variant.searches,
		numberForm: variant.numbers,
	};
	const given = Object.entries(settings).filter(([, value]) => value !== undefined);
	return Object.fromEntries(given) as Partial<Settings>;
}

/** What is given wins over the variant. */
export function withVariant(given: Partial<Settings>): Partial<Settings> {
	return given.variant ? { ...settingsOf(variantOf(given.variant)), ...given } : given;
}
