import {
	periods,
	subscriptionControls,
	subscriptionFields,
} from '../../../../platform/recordFields';
import { countryField, msisdnField, operatorCodeField } from '../../../engine/fields';
import { searchOperation } from '../search';
import { choiceOf, rangeFields } from '../searchFields';

/** Searches subscriptions (contract, “Query APIs”, 10). */
export const getMany = searchOperation({
	action: 'Get many subscriptions',
	description: 'Search subscriptions, with filters on any of their fields',
	path: '/v1/subscriptions',
	fields: subscriptionFields,
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
	filters: [
		{
			displayName: 'Active',
			name: 'active',
			type: 'boolean',
			default: true,
			description: 'Whether the subscription is active',
		},
		{
			displayName: 'Controlled By',
			name: 'subscriptionControl',
			type: 'options',
			options: subscriptionControls.map(choiceOf),
			default: 'SYSTEM',
			description: 'Who controls the renewals',
		},
		countryField,
		...rangeFields(
			'Expires',
			'timeToExpire',
			'dateTime',
			'When the subscription stops being valid',
		),
		operatorCodeField,
		{
			displayName: 'Opt-In Transaction ID',
			name: 'optInTrid',
			type: 'string',
			default: '',
			placeholder: '700000123',
			description: 'The transaction that began the subscription',
		},
		{
			displayName: 'Period',
			name: 'period',
			type: 'options',
			options: periods.map(choiceOf),
			default: 'MONTH',
			description: 'The unit of the renewal interval',
		},
		msisdnField,
		...rangeFields('Price', 'price', 'string', 'The price of a renewal, VAT included'),
		...rangeFields('Subscribed', 'timeSubscribed', 'dateTime', 'The time of the opt-in'),
		...rangeFields(
			'Subscribed (Local)',
			'timeSubscribedLocal',
			'dateTime',
			"The time of the opt-in on the customer's clock",
		),
		{
			displayName: 'Subscription ID',
			name: 'subscriptionId',
			type: 'string',
			default: '',
			placeholder: '5000123',
			description: "The platform's identifier of the subscription",
		},
		...rangeFields('Unsubscribed', 'timeUnsubscribed', 'dateTime', 'The time of the opt-out'),
		...rangeFields(
			'Unsubscribed (Local)',
			'timeUnsubscribedLocal',
			'dateTime',
			"The time of the opt-out on the customer's clock",
		),
		{
			displayName: 'User ID',
			name: 'userId',
			type: 'string',
			default: '',
			placeholder: 'customer-4711',
			description: 'Your identifier of the customer',
		},
	],
});
