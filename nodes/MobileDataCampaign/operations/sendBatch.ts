import { z } from 'zod';
import { takeStep } from '../../../campaign/step';
import { numeric } from '../../../platform/input';
import { wordsOf } from '../../engine/core/request/paceFigures';
import { loadSince } from '../../engine/n8n/transport';
import { giveBy, giverIn } from '../give';
import { step } from '../step';
import { batchItem, campaignItem, inputRows, storedField, storedRow, storedRows } from '../stored';
import { readAll, readGiven, readWork } from '../tables';

/** Takes a step with a claimed batch (campaign/step.ts). Items in: the opt-outs since the plan. */
export const sendBatch = step({
	value: 'sendBatch',
	name: 'Send Batch',
	action: 'Send batch',
	description: 'Give data to the next rows of a claimed batch, for up to two seconds',
	costs: 'data',
	outputs: ['Campaign', 'Batch', 'Report'],
	fields: [
		storedField({
			displayName: 'Work',
			name: 'work',
			placeholder: "e.g. {{ $('Find work').first().json }}",
			description: 'The campaign and the claimed batch, from Find Work',
		}),
		{
			displayName: 'List',
			name: 'list',
			type: 'string',
			default: '',
			required: true,
			placeholder: "e.g. {{ $('Get list').first().json.list }}",
			description: "The batch's list, as stored",
		},
		storedField({
			displayName: 'Batches of Today',
			name: 'today',
			placeholder: "e.g. {{ $('Get batches of today').all() }}",
			description: 'All batches whose column day has the day from Find Work, or is empty',
		}),
		{
			displayName: 'Concurrency',
			name: 'concurrency',
			type: 'number',
			default: 200,
			typeOptions: { minValue: 1, maxValue: 200 },
			description:
				"How many requests run at the same time, at most; the platform's answers set the pace",
		},
	],
	params: z.object({
		work: storedRow,
		list: z.string(),
		today: storedRows,
		timezone: z.string(),
		concurrency: numeric(z.number().int().min(1).max(200)),
	}),
	async execute(context, { list, timezone: zone, concurrency, ...params }) {
		const { day, claimedMb, uncounted, ...work } = readWork(params.work);
		const optOuts = inputRows(context).map(({ phone }) => phone);
		const { rows: batches, wrong } = readAll(readGiven, params.today);
		const today = { day, claimedMb, batches, zone, uncounted: uncounted ?? wrong[0]?.text };
		const giver = await giverIn(context, concurrency);
		const [load, figures] = [loadSince(), giver.limiter.figures(giver.account.host, giver.clock)];
		const step = { ...work, today, list, optOuts };
		const { action, reason, batch, campaign } = await takeStep(step, Date.now, giveBy(giver));
		const report = { action, reason, campaign: work.campaign.name, batch: work.batch.number };
		const pace = figures(load());
		const isPaced = pace.requests > 0;
		if (isPaced && batch) batch.set.pace = wordsOf(pace);
		return [
			[campaign && campaignItem(work.campaign, campaign)],
			[batch && batchItem(batch)],
			[{ ...report, ...(isPaced && { pace: { ...pace } }) }],
		];
	},
});
