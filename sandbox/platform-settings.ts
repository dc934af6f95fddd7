import { z } from 'zod';

/** How one merchant's platform differs from another's. `variant.ts` makes combinations of them. */
export const platformSettings = {
	variant: z
		.number()
		.int()
		.min(0)
		.describe(
			'seed of a variant of the platform, 0 for the standard platform; other options win over it',
		),
	numberForm: z
		.enum(['number', 'text'])
		.describe('ids and amounts in answers: JSON numbers, or text'),
	cancelWord: z
		.enum(['space', 'underscore'])
		.describe('action of a cancellation in searches: "SUB CANCEL", "SUB_CANCEL"'),
	giftReferences: z
		.enum(['shown', 'hidden'])
		.describe('clientId in the list of gifts: shown, hidden'),
	giftingEnabled: z.boolean().describe('the merchants have data gifting'),
	paymentsEnabled: z.boolean().describe('the merchants have payments and subscriptions'),
	searchesEnabled: z.boolean().describe('the merchants have the query APIs'),
	issueRefreshTokens: z.boolean().describe('a token answer has a refresh token'),
	clientSecret: z
		.enum(['newer', 'both', 'optional'])
		.describe('token addresses that need client_secret: the newer, both, neither'),
	merchantIdRequired: z
		.boolean()
		.describe('the list of services needs merchantId, as without the API gateway'),
};

export const PLATFORM_DEFAULTS = {
	variant: 0,
	numberForm: 'number',
	cancelWord: 'space',
	giftReferences: 'shown',
	giftingEnabled: true,
	paymentsEnabled: true,
	searchesEnabled: true,
	issueRefreshTokens: true,
	clientSecret: 'newer',
	merchantIdRequired: false,
} as const;
