import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { takeStep } from '../../../campaign/step';
import { numeric } from '../../../platform/input';
import { itemReader } from '../../engine/n8n/input';
import { wordsOf } from '../../engine/core/request/paceFigures';
import { loadSince } from '../../engine/n8n/transport';
import type { ShownOperation } from '../../engine/panel/operation';
import { giveBy, giverIn } from '../give';
import {
	batchItem,
	campaignItem,
	inputRows,
	itemsOf,
	storedField,
	storedRow,
	storedRows,
} from '../stored';
import { readAll, readGiven, readWork } from '../tables';

const paramsSchema = z.object({
	work: storedRow,
	list: z.string(),
	today: storedRows,
	timezone: z.string(),
	concurrency: numeric(z.number().int().min(1).max(200)),
});

/** Takes a step with a claimed batch (campaign/step.ts). */
export const sendBatch: ShownOperation = {
	value: 'sendBatch',
	name: 'Send Batch',
	action: 'Send batch',
	description: 'Give data to the next rows of a claimed batch, for up to two seconds',
	effect: 'local',
	costs: 'data',
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
	params: paramsSchema,
};

/** The outputs of Send Batch, in their order. */
export const sendBatchOutputs = ['Campaign', 'Batch', 'Report'];

/** Items in: the opt-outs since the plan. */
export async function executeSendBatch(context: IExecuteFunctions) {
	const params = itemReader(context, sendBatch)(0) as z.infer<typeof paramsSchema>;
	const { day, claimedMb, uncounted, ...work } = readWork(params.work);
	const optOuts = inputRows(context).map(({ phone }) => phone);
	const given = readAll(readGiven, params.today);
	const today = {
		day,
		claimedMb,
		batches: given.rows,
		zone: params.timezone,
		uncounted: uncounted ?? given.wrong[0]?.text,
	};
	const input = { ...work, today, list: params.list, optOuts };
	const giver = await giverIn(context, params.concurrency);
	const [load, figures] = [loadSince(), giver.limiter.figures(giver.account.host, giver.clock)];
	const step = await takeStep(input, () => Date.now(), giveBy(giver));
	const { action, reason } = step;
	const report: IDataObject = {
		action,
		reason,
		campaign: work.campaign.name,
		batch: work.batch.number,
	};
	const found = figures(load());
	if (found.requests > 0) {
		report.pace = { ...found };
		if (step.batch) step.batch.set.pace = wordsOf(found);
	}
	return [
		itemsOf(step.campaign && campaignItem(work.campaign, step.campaign)),
		itemsOf(step.batch && batchItem(step.batch)),
		itemsOf({ json: report }),
	];
}
