import { controllers, periods } from '../../../../platform/enumerations';
import { searchOperation, type Search } from '../search';
import { textFields } from '../searchFilters';

/** The subscription record, and how it is searched (contract, “Query APIs”). */
export const subscriptions: Search = {
	action: 'Get many subscriptions',
	description: 'Search subscriptions, with filters on any of their fields',
	kind: 'subscriptions',
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
		...textFields('currency', 'merchant', 'operator', 'provider'),
		...textFields('providerReference', 'service'),
		country: { kind: 'country' },
		msisdn: { kind: 'phone' },
		serviceKey: { kind: 'text' },
		active: { kind: 'flag', label: 'Active', about: 'Whether to find active or inactive ones' },
		lastCharge: { kind: 'time' },
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
		periodAmount: { kind: 'number' },
		price: { kind: 'priceRange', label: 'Price', about: 'Price of a renewal with VAT' },
		subscriptionControl: {
			kind: 'choice',
			words: controllers,
			initial: 'SYSTEM',
			label: 'Controlled By',
			about: 'The party that controls the renewals',
		},
		subscriptionId: { kind: 'id', label: 'Subscription ID', about: 'ID at the platform' },
		timeSubscribed: { kind: 'timeRange', label: 'Subscribed', about: 'Time of the opt-in' },
		timeSubscribedLocal: { kind: 'localRange' },
		timeToExpire: { kind: 'timeRange', label: 'Expires', about: 'End of the validity' },
		timeUnsubscribed: { kind: 'timeRange', label: 'Unsubscribed', about: 'Time of the opt-out' },
		timeUnsubscribedLocal: { kind: 'localRange' },
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
