import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { messageOf } from '../../../campaign/message';
import { requiredTextSchema } from '../../../platform/input';
import { itemReader } from '../../engine/n8n/input';
import type { ShownOperation } from '../../engine/panel/operation';
import { inputRows, itemsOf, openedField, pageUrlField, storedRow } from '../stored';
import { readAll, readBatch, readCampaign } from '../tables';

const paramsSchema = z.object({
	campaign: storedRow,
	pageUrl: requiredTextSchema,
	timezone: z.string(),
});

/** Tells what became of a campaign (campaign/message.ts). */
export const report: ShownOperation = {
	value: 'report',
	name: 'Report',
	action: 'Report campaign',
	description: 'Tell in words and figures that a campaign ended, or needs a person',
	effect: 'local',
	costs: 'nothing',
	fields: [openedField, pageUrlField],
	params: paramsSchema,
};

/** The outputs of Report, in their order. */
export const reportOutputs = ['Campaign Ended', 'Person Needed'];

/** Items in: all batches of the campaign. */
export function executeReport(context: IExecuteFunctions) {
	const params = itemReader(context, report)(0) as z.infer<typeof paramsSchema>;
	const campaign = readCampaign(params.campaign);
	const { rows: batches, wrong } = readAll(readBatch, inputRows(context));
	const { pageUrl, timezone: zone } = params;
	const told = messageOf({ campaign, batches, wrong, pageUrl, now: Date.now(), zone });
	const item = told && { json: { ...told.message } };
	return [
		itemsOf(told?.kind === 'ended' ? item : undefined),
		itemsOf(told?.kind === 'needsPerson' ? item : undefined),
	];
}
