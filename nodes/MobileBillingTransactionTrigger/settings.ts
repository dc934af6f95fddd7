import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { choicesOf, field, option } from '../../platform/fieldHead';
import { type PlatformRecord, textIn } from '../../platform/answer';
import { numeric, optionally } from '../../platform/input';
import { actions, actionStatuses } from '../../platform/vocabulary';
import { serviceFilterField } from '../engine/panel/fields';

const forChoice = { displayOptions: { show: { event: ['custom'] } } };

/** The event that starts the workflow; the canvas shows the choice under the trigger's name, such as “charge failed”. */
const eventField: INodeProperties = {
	...field('options', 'Trigger On', 'event', 'chargeFailed'),
	noDataExpression: true,
	options: [
		option('Any Final State', 'any', 'Every transaction that has ended'),
		option('Charge Failed', 'chargeFailed', 'A charge or renewal was not paid'),
		option('Custom', 'custom', 'The actions and results you choose'),
		option('Subscription Ended', 'subscriptionEnded', 'A subscription was canceled'),
		option('Subscription Started', 'subscriptionStarted', 'A customer subscribed and was charged'),
	],
	description: 'Which transactions start the workflow, once they reach a final state',
};

export const transactionTriggerFields: INodeProperties[] = [
	eventField,
	{
		...field('multiOptions', 'Actions', 'actions', []),
		options: choicesOf(actions),
		...forChoice,
		description: 'Only transactions with these actions; empty means all',
	},
	{
		...field('multiOptions', 'Results', 'results', []),
		options: choicesOf(actionStatuses),
		...forChoice,
		description: 'Only transactions with these results; empty means all',
	},
	serviceFilterField,
	{
		...field('collection', 'Options', 'options', {}),
		placeholder: 'Add option',
		description: 'How transactions are searched',
		options: [
			{
				...field('number', 'Look Back (Minutes)', 'lookBackMinutes', 15),
				typeOptions: { minValue: 1, maxValue: 300 },
				description: 'How long after its end a transaction may still appear in searches',
			},
		],
	},
];

/** The ends that start the flow. An empty list lets all pass. */
const events: Record<string, Record<'actions' | 'results', string[]>> = {
	any: { actions: [], results: [] },
	chargeFailed: { actions: ['CHARGE', 'SUB_START', 'SUB_RENEW'], results: ['FAILED'] },
	subscriptionStarted: { actions: ['SUB_START'], results: ['COMPLETED'] },
	subscriptionEnded: { actions: ['SUB CANCEL', 'SUB_ADMIN CANCEL'], results: ['COMPLETED'] },
};

export type PollSettings = z.infer<typeof pollSettings>;

export const pollSettings = z
	.object({
		event: z.string(),
		actions: z.array(z.string()),
		results: z.array(z.string()),
		serviceKey: optionally(String),
		options: z.object({ lookBackMinutes: numeric(z.number().min(1).max(300).default(15)) }),
	})
	.transform(({ options, serviceKey, ...values }) => {
		const { actions, results } = events[values.event] ?? values;
		return {
			/** Applied by the platform. */
			filters: { serviceKey },
			/** Applied here. */
			isWanted: (end?: End) =>
				end !== undefined && passes(end.action, actions) && passes(end.result, results),
			lookBackMs: options.lookBackMinutes * 60_000,
		};
	});

function passes(value: string, chosen: string[]): boolean {
	return chosen.length === 0 || chosen.includes(value);
}

/**
 * The end of a transaction, such as a charge that failed. Another change of its record, such as a comment, is no new end.
 */
export interface End {
	action: string;
	/** A value of `actionStatus`, or `SKIPPED`. */
	result: string;
}

/** The results by `transactionState`, for a record whose `actionStatus` is null. */
const resultsByState = new Map<unknown, string>([
	['FINISHED', 'COMPLETED'],
	['FAILED', 'FAILED'],
	['CANCELED', 'CANCELED'],
	['SKIPPED', 'SKIPPED'],
]);

/** Reads how a transaction ended; undefined while its life cycle goes on (contract, “Transaction record”). */
export function endOf({ action, ...record }: PlatformRecord): End | undefined {
	const result = textIn(record.actionStatus) ?? resultsByState.get(record.transactionState);
	// `SUB CANCEL` and `SUB_CANCEL` are one action.
	const name = String(action).replace(/_CANCEL$/, ' CANCEL');
	return result === undefined ? undefined : { action: name, result };
}
