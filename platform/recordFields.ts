/**
 * What a field of a record holds. `time` is a time in UTC, `timeRange` one that can be filtered by a range, and
 * `localRange` such a one on the customer's clock; `moneyRange` is a price that can (contract, “Query APIs”).
 */
export type FieldKind =
	'text' | 'number' | 'flag' | 'time' | 'timeRange' | 'localRange' | 'money' | 'moneyRange';

/** The fields of a record and their kinds, in the order of the contract's table. */
export type RecordFields = Readonly<Record<string, FieldKind>>;

/** Contract, “Subscription record”. */
export const subscriptionFields = {
	active: 'flag',
	country: 'text',
	currency: 'text',
	lastCharge: 'time',
	merchant: 'text',
	msisdn: 'text',
	operator: 'text',
	optInTrid: 'number',
	period: 'text',
	periodAmount: 'number',
	price: 'moneyRange',
	provider: 'text',
	providerReference: 'text',
	service: 'text',
	serviceKey: 'text',
	subscriptionControl: 'text',
	subscriptionId: 'number',
	timeSubscribed: 'timeRange',
	timeSubscribedLocal: 'localRange',
	timeToExpire: 'timeRange',
	timeUnsubscribed: 'timeRange',
	timeUnsubscribedLocal: 'localRange',
	userId: 'text',
} as const satisfies RecordFields;

/** Contract, “Transaction record”. */
export const transactionFields = {
	action: 'text',
	actionStatus: 'text',
	amount: 'number',
	billingType: 'text',
	comment: 'text',
	country: 'text',
	currency: 'text',
	encryptedTransactionId: 'text',
	endUserPrice: 'money',
	errorMessage: 'text',
	errorType: 'text',
	executionTime: 'time',
	finishedBy: 'text',
	integrationSolution: 'text',
	ip: 'text',
	keyword: 'text',
	merchantName: 'text',
	merchantNotificationStatus: 'text',
	merchantReference: 'text',
	moMessage: 'text',
	msisdn: 'text',
	mtMessage: 'text',
	operator: 'text',
	pinIdentification: 'text',
	price: 'money',
	provider: 'text',
	reference: 'text',
	serviceKey: 'text',
	serviceName: 'text',
	servicePrice: 'money',
	shortCode: 'text',
	subscriptionId: 'number',
	timeCharged: 'timeRange',
	timeChargedLocal: 'localRange',
	timeNotified: 'time',
	timeUpdated: 'timeRange',
	transactionId: 'number',
	transactionState: 'text',
} as const satisfies RecordFields;

/** Contract's own spellings, odd ones too. Other values pass. */
export const periods = ['DAY', 'WEEK', 'MONTH'] as const;
export const subscriptionControls = ['SYSTEM', 'PROVIDER', 'MERCHANT'] as const;
export const actions = [
	'CHARGE',
	'SUB_START',
	'SUB_RENEW',
	'SUB_REMIND',
	'SUB_IDENTIFY',
	'SUB CANCEL',
	'SUB_ADMIN CANCEL',
	'REFUND',
] as const;
export const actionStatuses = ['COMPLETED', 'FAILED', 'CANCELED'] as const;
export const billingTypes = ['MO', 'MT', 'DMB'] as const;
export const integrationSolutions = ['SMS', 'SEP', 'API'] as const;
export const notificationStatuses = [
	'PENDING',
	'DELIVERED',
	'EXCLUDED',
	'REJECTED',
	'FAILED',
] as const;
export const transactionStates = [
	'EXECUTING',
	'PENDING',
	'FINISHED',
	'FAILED',
	'CANCELED',
	'SKIPPED',
	'SCHEDULED',
] as const;
