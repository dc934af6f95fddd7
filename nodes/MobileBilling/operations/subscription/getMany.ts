import { searchOperation, type Search } from '../search';

/** The subscription record, and how it is searched (contract, “Query APIs”). */
export const subscriptions: Search = {
	action: 'Get many subscriptions',
	description: 'Search subscriptions, with filters on any of their fields',
	path: '/v1/subscriptions',
	begun: 'timeSubscribed',
	shown: [
		'subscriptionId',
		'msisdn',
		'userId',
		'serviceKey',
		'operator',
		'active',
		'price',
		'currency',
		'timeSubscribed',
		'timeToExpire',
	],
	fields: {
		active: { kind: 'flag', label: 'Active', about: 'Whether the subscription is active' },
		lastCharge: { kind: 'time' },
		optInTrid: { kind: 'number', label: 'Opt-In Transaction ID', about: 'Its first transaction' },
		period: { kind: ['MONTH', 'WEEK', 'DAY'], label: 'Period', about: 'Unit of its renewals' },
		periodAmount: { kind: 'number' },
		price: { kind: 'priceRange', label: 'Price', about: 'Price of a renewal with VAT' },
		subscriptionControl: {
			kind: ['SYSTEM', 'PROVIDER', 'MERCHANT'],
			label: 'Controlled By',
			about: 'Who controls the renewals',
		},
		subscriptionId: { kind: 'number', label: 'Subscription ID', about: 'Its ID at the platform' },
		timeSubscribed: { kind: 'timeRange', label: 'Subscribed', about: 'Time of the opt-in' },
		timeSubscribedLocal: { kind: 'localRange' },
		timeToExpire: { kind: 'timeRange', label: 'Expires', about: 'End of its validity' },
		timeUnsubscribed: { kind: 'timeRange', label: 'Unsubscribed', about: 'Time of the opt-out' },
		timeUnsubscribedLocal: { kind: 'localRange' },
		userId: {
			kind: 'text',
			label: 'User ID',
			about: 'Your identifier of the customer',
			example: 'customer-4711',
		},
	},
};

/** Searches subscriptions (contract, “Query APIs”, 10). */
export const getMany = searchOperation(subscriptions);
