import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { z } from 'zod';
import {
	approve,
	changeRows,
	changeStatus,
	type BatchWithList,
	type Change,
} from '../../../campaign/change';
import { totalsOf } from '../../../campaign/results';
import type { Batch, Campaign, StoredList } from '../../../campaign/types';
import { itemReader } from '../../engine/input';
import type { ShownOperation } from '../../engine/operation';
import { batchItem, campaignItem, inputRows, itemsOf } from '../stored';
import { changeFields, changeParams } from './changeFields';

/** What a button of a campaign's page means (campaign/change.ts). */
export const change: ShownOperation = {
	value: 'change',
	name: 'Change',
	action: 'Change campaign',
	description: 'Approve, pause, resume or cancel a campaign, or decide about its rows',
	effect: 'local',
	costs: 'nothing',
	fields: changeFields,
	params: changeParams,
};

/** The outputs of Change, in their order, which is the order to write them in. */
export const changeOutputs = ['Open Batches', 'Batches', 'Campaign', 'Refused', 'Report'];

type Params = z.infer<typeof changeParams>;

/** Items in: all batches of the campaign. */
export function executeChange(context: IExecuteFunctions): INodeExecutionData[][] {
	const params = itemReader(context, change)(0) as Params;
	const campaign = params.campaign as unknown as Campaign;
	const batches = inputRows(context) as unknown as Batch[];
	const changed = changeOf(params, campaign, batches);
	if (changed.refused !== undefined) {
		return [[], [], [], itemsOf({ json: { refused: changed.refused } }), []];
	}
	const { rows, skipped } = changed;
	const isOne = ({ where }: (typeof changed.batches)[number]) => where.id !== undefined;
	const many = changed.batches.filter((write) => !isOne(write));
	return [
		itemsOf(...many.map((write) => ({ json: { ...write } as IDataObject }))),
		itemsOf(...changed.batches.filter(isOne).map(batchItem)),
		itemsOf(changed.campaign && campaignItem(campaign, changed.campaign)),
		[],
		itemsOf({ json: { button: params.button, rows, skipped } }),
	];
}

function changeOf(params: Params, campaign: Campaign, batches: Batch[]): Change {
	const { button, key, hash, by } = params;
	const input = { campaign, key, now: Date.now() };
	if (button === 'approve') {
		const namesakes = params.namesakes.map(({ id }) => Number(id));
		return approve({ ...input, hash, by, totals: totalsOf(batches), namesakes });
	}
	if (button === 'pause' || button === 'resume' || button === 'cancel') {
		return changeStatus(button, input);
	}
	const lists = new Map(
		(params.lists as unknown as StoredList[]).map(({ number, list }) => [number, list]),
	);
	const stored = batches.map((batch): BatchWithList => {
		return { ...batch, list: lists.get(batch.number) ?? '' };
	});
	return changeRows(button, stored, input);
}
