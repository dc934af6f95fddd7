import { randomString } from 'n8n-workflow';
import { z } from 'zod';
import { claimOne } from '../../../campaign/choose';
import { textIn } from '../../../platform/answer';
import { step } from '../step';
import { batchItem, campaignItem, inputRows, storedField, storedRows } from '../stored';
import { readAll, readBatch, readCampaign } from '../tables';

/**
 * Claims a batch; ends a campaign whose batches are done, and stops one with a wrong cell (campaign/choose.ts). Items in: the
 * open batches of the campaigns, those that are due first.
 */
export const claimBatch = step({
	value: 'claimBatch',
	name: 'Claim Batch',
	action: 'Claim batch',
	description: 'Claim a batch of the campaigns; end one without any left, and stop a changed one',
	outputs: ['Campaign', 'Batch'],
	fields: [
		storedField({
			displayName: 'Campaigns',
			name: 'campaigns',
			placeholder: "e.g. {{ $('Find work').all(1) }}",
			description: 'The campaigns from Find Work',
		}),
	],
	params: z.object({ campaigns: storedRows }),
	execute(context, { campaigns }) {
		const offers = campaigns.map(({ campaign, problem }) => {
			return { campaign: readCampaign(campaign), problem: textIn(problem) };
		});
		const { rows: left, wrong } = readAll(readBatch, inputRows(context));
		const owner = `${context.getExecutionId()}.${randomString(12)}`;
		const { batch, changed } = claimOne({ offers, left, wrong, owner }, Date.now(), Math.random);
		return [
			[changed && campaignItem(changed.campaign, changed.write)],
			[batch && batchItem(batch)],
		];
	},
});
