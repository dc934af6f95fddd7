import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { answerPage } from '../../../campaign/answer';
import { uncountedIn } from '../../../campaign/monthLimit';
import { isNamesake } from '../../../campaign/settings';
import type { Batch, Campaign } from '../../../campaign/types';
import { textSchema } from '../../../platform/input';
import { itemReader } from '../../engine/n8n/input';
import type { ShownOperation } from '../../engine/panel/operation';
import {
	inputRows,
	itemsOf,
	othersField,
	openedField,
	requestField,
	requestIn,
	storedRow,
	storedRows,
	writesOf,
} from '../stored';

const paramsSchema = z.object({
	campaign: storedRow,
	others: storedRows,
	request: storedRow,
	deskAddress: textSchema,
	timezone: z.string(),
});

/** Shows a campaign, or does what a button of its page says (campaign/answer.ts). */
export const answerPageOperation: ShownOperation = {
	value: 'answerPage',
	name: 'Answer Page',
	action: 'Answer page',
	description: "Show a campaign's page or figures, or do what a button of the page says",
	effect: 'local',
	costs: 'nothing',
	fields: [
		openedField,
		othersField,
		requestField,
		{
			displayName: 'Desk Address',
			name: 'deskAddress',
			type: 'string',
			default: '',
			placeholder: 'e.g. mobile-data-campaigns',
			description: 'Where the page links all campaigns: the path of the desk, or its whole address',
		},
	],
	params: paramsSchema,
};

/** The outputs of Answer Page, in their order, which is the order to write them in. */
export const answerPageOutputs = ['Open Batches', 'Batches', 'Campaign', 'Lists', 'Answer'];

/** Items in: all batches of the campaign. */
export function executeAnswerPage(context: IExecuteFunctions): INodeExecutionData[][] {
	const params = itemReader(context, answerPageOperation)(0) as z.infer<typeof paramsSchema>;
	const campaign = storedCampaign(params.campaign);
	const { change, lists, answer } = answerPage({
		campaign,
		namesakes: namesakesOf(campaign, params.others),
		uncounted: campaign && uncountedIn(params.others as unknown as Campaign[], campaign),
		batches: inputRows(context) as unknown as Batch[],
		request: requestIn(params.request),
		zone: params.timezone,
		deskAddress: params.deskAddress,
		now: Date.now(),
	});
	return [
		...writesOf(campaign, change),
		lists?.map((json) => ({ json, pairedItem: { item: 0 } })) ?? [],
		itemsOf(answer && { json: { ...answer } }),
	];
}

/** Undefined where no campaign was found. */
function storedCampaign(row: IDataObject): Campaign | undefined {
	return row.planId === undefined ? undefined : (row as unknown as Campaign);
}

function namesakesOf(campaign: Campaign | undefined, stored: IDataObject[]): Campaign[] {
	const all = stored as unknown as Campaign[];
	return all.filter((other) => campaign && isNamesake(campaign, other));
}
