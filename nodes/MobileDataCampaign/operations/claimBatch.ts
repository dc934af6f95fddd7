import { randomString, type IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { claimOne } from '../../../campaign/choose';
import type { Batch, Campaign } from '../../../campaign/types';
import { itemReader } from '../../engine/n8n/input';
import type { ShownOperation } from '../../engine/panel/operation';
import { batchItem, campaignItem, inputRows, itemsOf, storedField, storedRow } from '../stored';

const paramsSchema = z.object({ campaign: storedRow });

/** Claims a batch, or ends a campaign whose batches are done (campaign/batch.ts). */
export const claimBatch: ShownOperation = {
	value: 'claimBatch',
	name: 'Claim Batch',
	action: 'Claim batch',
	description: 'Claim one of the open batches for this execution, or finish the campaign',
	effect: 'local',
	costs: 'nothing',
	fields: [
		storedField({
			displayName: 'Campaign',
			name: 'campaign',
			placeholder: "e.g. {{ $('Find work').first(1).json.campaign }}",
			description: 'The campaign from Find Work',
		}),
	],
	params: paramsSchema,
};

/** The outputs of Claim Batch, in their order. */
export const claimBatchOutputs = ['Campaign', 'Batch'];

/** Items in: the open batches of the campaign, those that are due first. */
export function executeClaimBatch(context: IExecuteFunctions) {
	const params = itemReader(context, claimBatch)(0) as z.infer<typeof paramsSchema>;
	const campaign = params.campaign as unknown as Campaign;
	const left = inputRows(context) as unknown as Batch[];
	const owner = `${context.getExecutionId()}.${randomString(12)}`;
	const write = claimOne({ campaign, left, owner }, Date.now(), Math.random);
	return [
		itemsOf(write.campaign && campaignItem(campaign, write.campaign)),
		itemsOf(write.batch && batchItem(write.batch)),
	];
}
