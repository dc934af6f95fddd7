import { randomString, type IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { claimOne } from '../../../campaign/choose';
import { textIn } from '../../../platform/answer';
import { itemReader } from '../../engine/n8n/input';
import type { ShownOperation } from '../../engine/panel/operation';
import { batchItem, campaignItem, inputRows, itemsOf, storedField, storedRows } from '../stored';
import { readAll, readBatch, readCampaign } from '../tables';

const paramsSchema = z.object({ campaigns: storedRows });

/** Claims a batch; ends a campaign whose batches are done, and stops one with a wrong cell (campaign/choose.ts). */
export const claimBatch: ShownOperation = {
	value: 'claimBatch',
	name: 'Claim Batch',
	action: 'Claim batch',
	description: 'Claim a batch of the campaigns; end one without any left, and stop a changed one',
	effect: 'local',
	costs: 'nothing',
	fields: [
		storedField({
			displayName: 'Campaigns',
			name: 'campaigns',
			placeholder: "e.g. {{ $('Find work').all(1) }}",
			description: 'The campaigns from Find Work',
		}),
	],
	params: paramsSchema,
};

/** The outputs of Claim Batch, in their order. */
export const claimBatchOutputs = ['Campaign', 'Batch'];

/** Items in: the open batches of the campaigns, those that are due first. */
export function executeClaimBatch(context: IExecuteFunctions) {
	const params = itemReader(context, claimBatch)(0) as z.infer<typeof paramsSchema>;
	const offers = params.campaigns.map(({ campaign, problem }) => {
		return { campaign: readCampaign(campaign), problem: textIn(problem) };
	});
	const { rows: left, wrong } = readAll(readBatch, inputRows(context));
	const owner = `${context.getExecutionId()}.${randomString(12)}`;
	const { batch, changed } = claimOne({ offers, left, wrong, owner }, Date.now(), Math.random);
	return [
		itemsOf(changed && campaignItem(changed.campaign, changed.write)),
		itemsOf(batch && batchItem(batch)),
	];
}
