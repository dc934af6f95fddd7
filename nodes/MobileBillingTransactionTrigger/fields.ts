import type { INodeProperties } from 'n8n-workflow';
import { serviceFilterField } from '../engine/fields';

const forChoice = { displayOptions: { show: { event: ['custom'] } } };

/** What starts the flow; its choices are what the canvas says under the trigger's name. */
export const eventField: INodeProperties = {
	displayName: 'Event',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Any Final State', value: 'any', description: 'Every transaction that has ended' },
		{
			name: 'Charge Failed',
			value: 'chargeFailed',
			description: 'A charge or renewal was not paid',
		},
		{ name: 'My Own Choice', value: 'custom', description: 'Pick actions and results' },
		{
			name: 'Subscription Ended',
			value: 'subscriptionEnded',
			description: 'A customer, or the operator, canceled a subscription',
		},
		{
			name: 'Subscription Started',
			value: 'subscriptionStarted',
			description: 'A customer subscribed and was charged',
		},
	],
	default: 'chargeFailed',
	description: 'What starts the flow',
};

/** The fields of the polling trigger. */
export const transactionTriggerFields: INodeProperties[] = [
	eventField,
	{
		displayName: 'Actions',
		name: 'actions',
		type: 'multiOptions',
		options: [
			{ name: 'Cancellation', value: 'SUB CANCEL' },
			{ name: 'Cancellation by Admin', value: 'SUB_ADMIN CANCEL' },
			{ name: 'Charge', value: 'CHARGE' },
			{ name: 'Refund', value: 'REFUND' },
			{ name: 'Renewal', value: 'SUB_RENEW' },
			{ name: 'Start', value: 'SUB_START' },
		],
		default: [],
		...forChoice,
		description: 'Only these; none chosen means all',
	},
	{
		displayName: 'Results',
		name: 'results',
		type: 'multiOptions',
		options: [
			{ name: 'Canceled', value: 'CANCELED' },
			{ name: 'Completed', value: 'COMPLETED' },
			{ name: 'Failed', value: 'FAILED' },
		],
		default: [],
		...forChoice,
		description: 'Only these; none chosen means all',
	},
	serviceFilterField,
	{
		displayName: 'Start Date',
		name: 'startDate',
		type: 'dateTime',
		default: '',
		placeholder: 'e.g. 2026-11-01T00:00:00',
		description: 'Where the first poll begins; empty means now, and later polls continue',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Look Back (Minutes)',
				name: 'lookBack',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 300 },
				default: 15,
				description: 'How long after its end a transaction may still appear; each comes once',
			},
		],
	},
];
