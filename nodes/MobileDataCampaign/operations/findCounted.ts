import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { countedCampaigns } from '../../../campaign/monthLimit';
import { itemReader } from '../../engine/n8n/input';
import type { ShownOperation } from '../../engine/panel/operation';
import { inputRows, itemsOf } from '../stored';
import { readAll, readCountedCampaign } from '../tables';

const paramsSchema = z.object({ timezone: z.string() });

/** Chooses the campaigns whose rows count for the gifts of a month (campaign/monthLimit.ts). */
export const findCounted: ShownOperation = {
	value: 'findCounted',
	name: 'Find Counted',
	action: 'Find counted campaigns',
	description: 'Choose the campaigns whose gifts count for Monthly Gifts per Customer',
	effect: 'local',
	costs: 'nothing',
	fields: [],
	params: paramsSchema,
};

/** The output of Find Counted. */
export const findCountedOutputs = ['Campaigns'];

/** Items in: all campaigns. */
export function executeFindCounted(context: IExecuteFunctions) {
	const { timezone } = itemReader(context, findCounted)(0) as z.infer<typeof paramsSchema>;
	const { rows: campaigns } = readAll(readCountedCampaign, inputRows(context));
	const counted = countedCampaigns(campaigns, Date.now(), timezone);
	return [itemsOf(...counted.map(({ id, planId }) => ({ json: { id, planId } })))];
}
