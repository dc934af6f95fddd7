import { z } from 'zod';
import { instantOf, utcText } from '../clock';

export const text = z.string({ invalid_type_error: 'must be one text' });
/** As a number, or as text the way the samples of docs/platform-interface.md have it. */
export const number = z.preprocess(
	(given) => (typeof given === 'string' && /^\d+(\.\d+)?$/.test(given) ? Number(given) : given),
	z.number({ invalid_type_error: 'must be one number' }),
);
export const time = text.refine(isTime, 'must be a time, yyyy-MM-dd HH:mm:ss');
const flag = z.boolean({ invalid_type_error: 'must be true or false' });

function isTime(given: string): boolean {
	if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(given)) return false;
	const instant = instantOf(given);
	// Date.parse takes 30 February for 1 March.
	return !Number.isNaN(instant) && utcText(instant) === given;
}

/** A transaction as the Transactions API shows it: contract, "Transaction record", every field. */
export const transactionRecord = z.object({
	action: z.enum([
		'CHARGE',
		'SUB_START',
		'SUB_RENEW',
		'SUB_REMIND',
		'SUB_IDENTIFY',
		'SUB CANCEL',
		'SUB_ADMIN CANCEL',
		'REFUND',
	]),
	actionStatus: z.enum(['COMPLETED', 'FAILED', 'CANCELED']).nullable(),
	amount: number,
	billingType: z.enum(['MO', 'MT', 'DMB']),
	comment: text.nullable(),
	country: text,
	currency: text,
	encryptedTransactionId: text,
	endUserPrice: number,
	errorMessage: text.nullable(),
	errorType: text.nullable(),
	executionTime: time.nullable(),
	finishedBy: text.nullable(),
	integrationSolution: z.enum(['SMS', 'SEP', 'API']),
	ip: text.nullable(),
	keyword: text.nullable(),
	merchantName: text,
	merchantNotificationStatus: z.enum(['PENDING', 'DELIVERED', 'EXCLUDED', 'REJECTED', 'FAILED']),
	merchantReference: text.nullable(),
	moMessage: text.nullable(),
	/** Empty until the customer is known. */
	msisdn: text,
	mtMessage: text,
	operator: text,
	pinIdentification: text.nullable(),
	price: number,
	provider: text,
	reference: text.nullable(),
	serviceKey: text,
	serviceName: text,
	servicePrice: number,
	shortCode: text,
	/** 0 when there is no subscription. */
	subscriptionId: number,
	/** This and the other times: when the transaction began, until its life-cycle finishes. */
	timeCharged: time,
	timeChargedLocal: time,
	timeNotified: time.nullable(),
	timeUpdated: time,
	transactionId: number,
	transactionState: z.enum([
		'EXECUTING',
		'PENDING',
		'FINISHED',
		'FAILED',
		'CANCELED',
		'SKIPPED',
		'SCHEDULED',
	]),
});

export type TransactionRecord = z.output<typeof transactionRecord>;

/** A subscription as the Subscriptions API shows it: contract, "Subscription record", every field. */
export const subscriptionRecord = z.object({
	active: flag,
	country: text,
	currency: text,
	lastCharge: time.nullable(),
	merchant: text,
	msisdn: text,
	operator: text,
	optInTrid: number,
	period: z.enum(['DAY', 'WEEK', 'MONTH']),
	periodAmount: number,
	price: number,
	provider: text,
	providerReference: text.nullable(),
	service: text,
	serviceKey: text,
	subscriptionControl: z.enum(['SYSTEM', 'PROVIDER', 'MERCHANT']),
	subscriptionId: number,
	timeSubscribed: time,
	timeSubscribedLocal: time,
	timeToExpire: time.nullable(),
	timeUnsubscribed: time.nullable(),
	timeUnsubscribedLocal: time.nullable(),
	userId: text,
});

export type SubscriptionRecord = z.output<typeof subscriptionRecord>;

const RESULTS = { COMPLETED: 'success', FAILED: 'failed', CANCELED: 'canceled' } as const;

/** The `status` of notifications and returns. */
export function resultOf({ actionStatus }: TransactionRecord) {
	return RESULTS[actionStatus ?? 'FAILED'];
}
