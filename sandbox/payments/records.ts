import { DateTime } from 'luxon';
import { z } from 'zod';

export const text = z.string({ invalid_type_error: 'must be one text' });
/** As a number, or as text the way the samples of docs/platform-interface.md have it. */
export const number = z.preprocess(
	(given) => (typeof given === 'string' && /^\d+(\.\d+)?$/.test(given) ? Number(given) : given),
	z.number({ invalid_type_error: 'must be one number' }),
);
export const time = text.refine(
	(given) => DateTime.fromFormat(given, 'yyyy-MM-dd HH:mm:ss').isValid,
	'must be a time, yyyy-MM-dd HH:mm:ss',
);
const flag = z.boolean({ invalid_type_error: 'must be true or false' });

/** Fields of one type. */
const all = <Type extends z.ZodTypeAny, const Name extends string>(type: Type, ...names: Name[]) =>
	Object.fromEntries(names.map((name) => [name, type])) as Record<Name, Type>;

const actions = ['CHARGE', 'SUB_START', 'SUB_RENEW', 'SUB_REMIND', 'SUB_IDENTIFY'] as const;
const ends = ['SUB CANCEL', 'SUB_ADMIN CANCEL', 'REFUND'] as const;
const states = ['EXECUTING', 'PENDING', 'FINISHED', 'FAILED', 'CANCELED'] as const;

/** A transaction as the Transactions API shows it: contract, "Transaction record", every field. */
export const transactionRecord = z.object({
	action: z.enum([...actions, ...ends]),
	actionStatus: z.enum(['COMPLETED', 'FAILED', 'CANCELED']).nullable(),
	billingType: z.enum(['MO', 'MT', 'DMB']),
	integrationSolution: z.enum(['SMS', 'SEP', 'API']),
	merchantNotificationStatus: z.enum(['PENDING', 'DELIVERED', 'EXCLUDED', 'REJECTED', 'FAILED']),
	transactionState: z.enum([...states, 'SKIPPED', 'SCHEDULED']),
	...all(text, 'country', 'currency', 'encryptedTransactionId', 'merchantName', 'msisdn'),
	...all(text, 'mtMessage', 'operator', 'provider', 'serviceKey', 'serviceName', 'shortCode'),
	...all(text.nullable(), 'comment', 'errorMessage', 'errorType', 'finishedBy', 'ip', 'keyword'),
	...all(text.nullable(), 'merchantReference', 'moMessage', 'pinIdentification', 'reference'),
	...all(number, 'amount', 'endUserPrice', 'price', 'servicePrice'),
	...all(number, 'subscriptionId', 'transactionId'),
	...all(time, 'timeCharged', 'timeChargedLocal', 'timeUpdated'),
	...all(time.nullable(), 'executionTime', 'timeNotified'),
});

export type TransactionRecord = z.output<typeof transactionRecord>;

/** A subscription as the Subscriptions API shows it: contract, "Subscription record", every field. */
export const subscriptionRecord = z.object({
	active: flag,
	period: z.enum(['DAY', 'WEEK', 'MONTH']),
	subscriptionControl: z.enum(['SYSTEM', 'PROVIDER', 'MERCHANT']),
	...all(text, 'country', 'currency', 'merchant', 'msisdn', 'operator', 'provider', 'service'),
	...all(text, 'serviceKey', 'userId'),
	...all(text.nullable(), 'providerReference'),
	...all(number, 'optInTrid', 'periodAmount', 'price', 'subscriptionId'),
	...all(time, 'timeSubscribed', 'timeSubscribedLocal'),
	...all(
		time.nullable(),
		'lastCharge',
		'timeToExpire',
		'timeUnsubscribed',
		'timeUnsubscribedLocal',
	),
});

export type SubscriptionRecord = z.output<typeof subscriptionRecord>;

const RESULTS = { COMPLETED: 'success', FAILED: 'failed', CANCELED: 'canceled' } as const;

/** The `status` of notifications and returns. */
export function statusWord({ actionStatus }: TransactionRecord) {
	return RESULTS[actionStatus ?? 'FAILED'];
}
