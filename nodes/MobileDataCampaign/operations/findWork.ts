import { z } from 'zod';
import { chooseWork } from '../../../campaign/choose';
import { dayOf } from '../../../campaign/dayLimit';
import { normalized } from '../../../platform/input';
import { millisecondsOfInput } from '../../../platform/times';
import { step } from '../step';
import { inputRows, storedField, storedRows } from '../stored';
import { readAll, readBatch, readCampaign, readClaimed } from '../tables';

/** So long a run claims batches. */
const runMs = 20_000;
/** Opt-outs are read from so long before the plan on: clocks differ, and a plan takes its time. */
const optOutsBeforeMs = 300_000;

/** Chooses what a run does next (campaign/choose.ts). Items in: the open batches that have an owner. */
export const findWork = step({
	value: 'findWork',
	name: 'Find Work',
	action: 'Find work',
	description: 'Choose the batch this execution has claimed, or campaigns to claim one of',
	outputs: ['Batch', 'Campaigns'],
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
	params: z.object({
		campaigns: storedRows,
		started: normalized((value) => millisecondsOfInput(value, 'UTC')),
		timezone: z.string(),
	}),
	execute(context, { campaigns: stored, started, timezone: zone }) {
		const { rows: campaigns } = readAll(readCampaign, stored);
		const claimed = inputRows(context);
		const { rows: claims, wrong: uncounted } = readAll(readClaimed, claimed);
		const { wrong } = readAll(readBatch, claimed);
		const run = context.getExecutionId();
		const runUntil = started + runMs;
		const now = Date.now();
		const work = chooseWork({ campaigns, claims, wrong, run, runUntil, zone }, now, Math.random);
		if (!work.batch) return [[], work.offers];
		const planned = Date.parse(work.campaign.plannedAt);
		const optOutsSince = new Date(planned - optOutsBeforeMs).toISOString();
		const read = { runUntil, day: dayOf(now, zone), optOutsSince, uncounted: uncounted[0]?.text };
		return [[{ ...work, ...read }], []];
	},
});
