import { controllers, periods } from '../../../../platform/enumerations';
import { searchOperation, type Search } from '../search';

/** The subscription record, and how it is searched (contract, “Query APIs”). */
export const subscriptions: Search = {
	action: 'Get many subscriptions',
	description: 'Search subscriptions, with filters on any of their fields',
	path: '/v1/subscriptions',
	begun: 'timeSubscribed',
	simplify: [
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
		country: { kind: 'text' },
		msisdn: { kind: 'phone' },
		operator: { kind: 'text' },
		serviceKey: { kind: 'text' },
		active: { kind: 'flag', label: 'Active', about: 'Whether to find active or inactive ones' },
		optInTrid: {
			kind: 'id',
			label: 'Opt-In Transaction ID',
			about: 'ID of the first transaction',
		},
		period: {
			kind: 'choice',
			words: periods,
			initial: 'MONTH',
			label: 'Period',
			about: 'Unit of the renewal interval',
		},
		price: { kind: 'priceRange', label: 'Price', about: 'Price of a renewal with VAT' },
		providerReference: {
			kind: 'text',
			label: 'Operator Reference',
			about: "ID in the operator's system",
		},
		subscriptionControl: {
			kind: 'choice',
			words: controllers,
			initial: 'SYSTEM',
			label: 'Controlled By',
			about: 'Who controls the renewals',
		},
		subscriptionId: { kind: 'id', label: 'Subscription ID', about: 'ID at the platform' },
		timeSubscribed: { kind: 'timeRange', label: 'Subscribed', about: 'Time of the opt-in' },
		timeSubscribedLocal: {
			kind: 'localRange',
			label: 'Local Opt-In Time',
			about: "Time of the opt-in on the customer's clock",
		},
		timeToExpire: { kind: 'timeRange', label: 'Expires', about: 'End of the validity' },
		timeUnsubscribed: { kind: 'timeRange', label: 'Unsubscribed', about: 'Time of the opt-out' },
		timeUnsubscribedLocal: {
			kind: 'localRange',
			label: 'Local Opt-Out Time',
			about: "Time of the opt-out on the customer's clock",
		},
		userId: {
			kind: 'text',
			label: 'User ID',
			about: 'Your ID of the customer',
			example: 'customer-4711',
		},
	},
};

/** Searches subscriptions (contract, “Query APIs”, 10). */
export const getMany = searchOperation(subscriptions);
