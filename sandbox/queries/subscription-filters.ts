import { z } from 'zod';
import type { SubscriptionRecord } from '../payments/subscription';
import {
	flag,
	msisdn,
	nullableTimeOrRange,
	number,
	priceOrRange,
	text,
	time,
	timeOrRange,
} from './filter-values';

/** The filters of the Subscriptions API: every field of the record. */
export const subscriptionFilters = z
	.object({
		active: flag,
		country: text,
		currency: text,
		lastCharge: time.nullable(),
		merchant: text,
		msisdn,
		operator: text,
		optInTrid: number,
		period: z.enum(['DAY', 'WEEK', 'MONTH']),
		periodAmount: number,
		price: priceOrRange,
		provider: text,
		providerReference: text.nullable(),
		service: text,
		serviceKey: text,
		subscriptionControl: z.enum(['SYSTEM', 'PROVIDER', 'MERCHANT']),
		subscriptionId: number,
		timeSubscribed: timeOrRange,
		timeSubscribedLocal: timeOrRange,
		timeToExpire: nullableTimeOrRange,
		timeUnsubscribed: nullableTimeOrRange,
		timeUnsubscribedLocal: nullableTimeOrRange,
		userId: text,
	} satisfies Record<keyof SubscriptionRecord, z.ZodTypeAny>)
	.partial();

export type SubscriptionFilters = z.output<typeof subscriptionFilters>;
