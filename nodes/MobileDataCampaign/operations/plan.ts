import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { randomString } from 'n8n-workflow';
import type { z } from 'zod';
import { planCampaign, type PlannableRow } from '../../../campaign/plan';
import { hashOf } from '../../../campaign/seal';
import { readSettings } from '../../../campaign/settings';
import { itemReader } from '../../engine/input';
import type { ShownOperation } from '../../engine/operation';
import { givenBefore } from '../givenBefore';
import { inputRows, itemsOf } from '../stored';
import { planFields, planParams } from './planFields';

/** Cuts a list into batches (campaign/plan.ts); nothing is given before it's approved. */
export const plan: ShownOperation = {
	value: 'plan',
	name: 'Plan',
	action: 'Plan campaign',
	description: 'Check a list of customers, and cut it into batches that wait for an approval',
	effect: 'local',
	costs: 'nothing',
	fields: planFields,
	params: planParams,
};

/** The outputs of Plan, in their order. */
export const planOutputs = ['Campaign', 'Batches', 'Lists', 'Left Out', 'Report'];

/** Items in: the rows of the list, as Read List gives them. */
export async function executePlan(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const params = itemReader(context, plan)(0) as z.infer<typeof planParams>;
	const now = Date.now();
	const settings = readSettings(params, params.timezone, now);
	const planned = planCampaign({
		settings,
		rows: inputRows(context) as unknown as PlannableRow[],
		optOuts: params.optOuts.map(({ phone }) => phone),
		givenBefore: await givenBefore(context, settings),
		keys: { viewKey: randomString(32), controlKey: randomString(32) },
		now,
	});
	const { campaign, batches, lists, leftOut, operators, neverLoud } = planned;
	const { rows, megabytes, budget } = campaign;
	const hash = hashOf(campaign);
	const report = { rows, leftOut: leftOut.length, megabytes, budget, hash, operators, neverLoud };
	const toItems = (all: object[]) => itemsOf(...all.map((json) => ({ json: json as IDataObject })));
	return [[campaign], batches, lists, leftOut, [report]].map(toItems);
}
