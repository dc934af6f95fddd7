import { Dice } from './dice';
import type { Settings } from './settings';

/** How the platform of one merchant differs from another's. The same seed, the same platform, with at least one product. */
export function variantOf(seed: number) {
	const dice = new Dice(seed * 7919);
	const refreshTokens = dice.pick(['rotated', 'kept', 'none']);
	const variant = {
		queryAnswer: dice.pick(['list', 'record']),
		queryLogin: dice.pick(['bearer', 'headers', 'either']),
		references: dice.pick(['exact', 'exact', 'hidden']),
		accessTokenLifetime: dice.pick([5, 60, 300, 3600, 86_400]),
		issueRefreshTokens: refreshTokens !== 'none',
		rotateRefreshTokens: refreshTokens === 'rotated',
		clockSkewSeconds: dice.pick([0, 0, 0, 30, -30, 120, -120, 3600, -7200]),
		giftingEnabled: dice.next() < 0.75,
		paymentsEnabled: dice.next() < 0.75,
		searchesEnabled: dice.next() < 0.75,
		numberForm: dice.pick(['number', 'number', 'text']),
		unknownFilters: dice.pick(['ignored', 'refused']),
	} satisfies Partial<Settings>;
	variant.giftingEnabled ||= !variant.paymentsEnabled && !variant.searchesEnabled;
	return variant;
}

/** What is given wins over the variant. */
export function withVariant(given: Partial<Settings>): Partial<Settings> {
	return given.variant ? { ...variantOf(given.variant), ...given } : given;
}
