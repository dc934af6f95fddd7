import { z } from 'zod';

/** Settings of payments that differ between platforms: docs/platform-interface.md, second part. */
export const paymentSettings = {
	signedReturns: z
		.enum(['oneOff', 'always', 'never'])
		.describe('returns that are signed: of one-off payments, all, none'),
	responseExtras: z
		.enum(['some', 'all', 'none'])
		.describe('fields of a subscribe answer that may be null: some filled, all, none'),
	hashedNumbers: z
		.enum(['some', 'all', 'none'])
		.describe('customers whom identification gives an alias: endings 951, all, none'),
	identificationStatus: z
		.boolean()
		.describe('identification answers a status, and refuses with it instead of an HTTP status'),
	acceptedStatus: z
		.number()
		.refine((status) => status === 200 || status === 202, 'must be 200 or 202')
		.describe('HTTP status of an accepted cancellation or refund: 200 or 202'),
	cancelDelaySeconds: z
		.number()
		.min(0)
		.max(86_400)
		.describe('seconds from an accepted cancellation to the end of the subscription'),
	refundMaxAgeDays: z
		.number()
		.min(0)
		.describe('days after which a charge is not refunded any more, 0 for never'),
};

export const PAYMENT_DEFAULTS = {
	signedReturns: 'oneOff',
	responseExtras: 'some',
	hashedNumbers: 'some',
	identificationStatus: true,
	acceptedStatus: 200,
	cancelDelaySeconds: 2,
	refundMaxAgeDays: 30,
} as const;
