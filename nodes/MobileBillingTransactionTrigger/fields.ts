import type { INodeProperties } from 'n8n-workflow';
import { actions, actionStatuses, choicesOf } from '../../platform/enumerations';
import { serviceFilterField } from '../engine/panel/fields';

const forChoice = { displayOptions: { show: { event: ['custom'] } } };

/** What starts the flow; its choices are what the canvas says under the trigger's name. */
const eventField: INodeProperties = {
	displayName: 'Trigger On',
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
		{ name: 'Custom', value: 'custom', description: 'The actions and results you choose' },
		{
			name: 'Subscription Ended',
			value: 'subscriptionEnded',
			description: 'A subscription was canceled',
		},
		{
			name: 'Subscription Started',
			value: 'subscriptionStarted',
			description: 'A customer subscribed and was charged',
		},
	],
	default: 'chargeFailed',
	description: 'Which transactions start the workflow, once they reach a final state',
};

/** The fields of the polling trigger. */
export const transactionTriggerFields: INodeProperties[] = [
	eventField,
	{
		displayName: 'Actions',
		name: 'actions',
		type: 'multiOptions',
		options: choicesOf(actions),
		default: [],
		...forChoice,
		description: 'Only transactions with these actions; empty means all',
	},
	{
		displayName: 'Results',
		name: 'results',
		type: 'multiOptions',
		options: choicesOf(actionStatuses),
		default: [],
		...forChoice,
		description: 'Only transactions with these results; empty means all',
	},
	serviceFilterField,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		description: 'How transactions are searched',
		options: [
			{
				displayName: 'Look Back (Minutes)',
				name: 'lookBackMinutes',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 300 },
				default: 15,
				description: 'How long after its end a transaction may still appear in searches',
			},
		],
	},
];
