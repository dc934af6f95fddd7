import type { INodeProperties } from 'n8n-workflow';
import { countryField, operatorCodeField, optionalServiceKeyField } from '../engine/fields';

const forChoice = { displayOptions: { show: { event: ['custom'] } } };

/** What starts the flow; its choices are what the canvas says under the trigger's name. */
export const eventField: INodeProperties = {
	displayName: 'Event',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Any Final State',
			value: 'any',
			description: 'Every transaction whose life-cycle has ended',
		},
		{
			name: 'Charge Failed',
			value: 'chargeFailed',
			description: 'A charge, a start or a renewal was not paid',
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
			{ name: 'Cancellation', value: 'cancellation' },
			{ name: 'Charge', value: 'charge' },
			{ name: 'Refund', value: 'refund' },
			{ name: 'Renewal', value: 'renewal' },
			{ name: 'Start', value: 'start' },
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
	{
		...optionalServiceKeyField,
		description:
			'Only this service. Left empty, it is the one of the service credential; without that, all of your services.',
	},
	{
		displayName: 'Start',
		name: 'start',
		type: 'options',
		options: [
			{
				name: 'At a Date',
				value: 'date',
				description: 'Begin with transactions that ended after a date you choose',
			},
			{ name: 'Now', value: 'now', description: 'Begin with what ends from now on' },
		],
		default: 'now',
		description: 'Where the first look begins; later ones go on from the last',
	},
	{
		displayName: 'Start Date',
		name: 'startDate',
		type: 'dateTime',
		default: '',
		required: true,
		displayOptions: { show: { start: ['date'] } },
		placeholder: '2026-11-01T00:00:00',
		description: "The date, in the workflow's time zone",
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			countryField,
			{
				displayName: 'Look Back (Minutes)',
				name: 'lookBack',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 1440 },
				default: 15,
				description:
					'How far each look reaches back before the last one, for transactions that appear late; none comes twice',
			},
			operatorCodeField,
		],
	},
];
