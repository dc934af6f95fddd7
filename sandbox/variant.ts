import { Dice } from './dice';
import type { Settings } from './settings';

/** How the platform of one merchant differs from another's. */
export interface Variant {
	searchAnswer: 'list' | 'record';
	searchLogin: 'bearer' | 'headers' | 'either';
	giftReferences: 'shown' | 'hidden';
	/** Seconds. */
	tokenLifetime: number;
	refreshTokens: 'rotated' | 'kept' | 'none';
	clockOffsetSeconds: number;
	gifting: boolean;
	payments: boolean;
	searches: boolean;
	numbers: 'number' | 'text';
}

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
export function settingsOf(variant: Variant): Partial<Settings> {
	return {
		queryAnswer: variant.searchAnswer,
		queryLogin: variant.searchLogin,
		giftReferences: variant.giftReferences,
		accessTokenLifetime: variant.tokenLifetime,
		issueRefreshTokens: variant.refreshTokens !== 'none',
		rotateRefreshTokens: variant.refreshTokens === 'rotated',
		clockSkewSeconds: variant.clockOffsetSeconds,
		giftingEnabled: variant.gifting,
		paymentsEnabled: variant.payments,
		searchesEnabled: variant.searches,
		numberForm: variant.numbers,
	};
}

/** What is given wins over the variant. */
export function withVariant(given: Partial<Settings>): Partial<Settings> {
	return given.variant ? { ...settingsOf(variantOf(given.variant)), ...given } : given;
}
