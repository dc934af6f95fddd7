import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { chooseWork } from '../../../campaign/choose';
import { dayOf } from '../../../campaign/dayLimit';
import { checked } from '../../../platform/input';
import { millisecondsOfInput } from '../../../platform/times';
import { itemReader } from '../../engine/n8n/input';
import type { ShownOperation } from '../../engine/panel/operation';
import { inputRows, itemsOf, storedField, storedRows } from '../stored';
import { readAll, readBatch, readCampaign, readClaimed } from '../tables';

/** So long a run claims batches. */
const runMs = 20_000;
/** Opt-outs are read from so long before the plan on: clocks differ, and a plan takes its time. */
const optOutsBeforeMs = 300_000;

const paramsSchema = z
	.object({ campaigns: storedRows, started: z.unknown(), timezone: z.string() })
	.transform(
		checked('started', ({ campaigns, started, timezone }) => ({
			timezone,
			campaigns,
			started: millisecondsOfInput(started, timezone),
		})),
	);

/** Chooses what a run does next (campaign/choose.ts). */
export const findWork: ShownOperation = {
	value: 'findWork',
	name: 'Find Work',
	action: 'Find work',
	description: 'Choose the batch this execution has claimed, or campaigns to claim one of',
	effect: 'local',
	costs: 'nothing',
	fields: [
		storedField({
			displayName: 'Campaigns',
			name: 'campaigns',
			placeholder: "e.g. {{ $('Get campaigns').all() }}",
			description: 'The active campaigns, as stored',
		}),
		{
			displayName: 'Started',
			name: 'started',
			type: 'dateTime',
			default: '',
			required: true,
			placeholder: "e.g. {{ $('Every 10 seconds').first().json.timestamp }}",
			description: 'When this execution started; it claims batches for 20 seconds',
		},
	],
	params: paramsSchema,
};

/** The outputs of Find Work, in their order. */
export const findWorkOutputs = ['Batch', 'Campaigns'];

/** Items in: the open batches that have an owner. */
export function executeFindWork(context: IExecuteFunctions) {
	const params = itemReader(context, findWork)(0) as z.infer<typeof paramsSchema>;
	const { started, timezone: zone } = params;
	const { rows: campaigns } = readAll(readCampaign, params.campaigns);
	const stored = inputRows(context);
	const { rows: claims, wrong: uncounted } = readAll(readClaimed, stored);
	const { wrong } = readAll(readBatch, stored);
	const run = context.getExecutionId();
	const runUntil = started + runMs;
	const now = Date.now();
	const work = chooseWork({ campaigns, claims, wrong, run, runUntil, zone }, now, Math.random);
	if (!work.batch) return [[], itemsOf(...work.offers.map((json) => ({ json: { ...json } })))];
	const planned = Date.parse(work.campaign.plannedAt);
	const optOutsSince = new Date(planned - optOutsBeforeMs).toISOString();
	const read = { runUntil, day: dayOf(now, zone), optOutsSince, uncounted: uncounted[0]?.text };
	return [itemsOf({ json: { ...work, ...read } }), []];
}
