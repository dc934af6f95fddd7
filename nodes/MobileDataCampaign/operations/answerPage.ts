import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { answerPage, answerWrong } from '../../../campaign/answer';
import { uncountedIn } from '../../../campaign/monthLimit';
import { isNamesake } from '../../../campaign/settings';
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
	rowsIn,
	storedRow,
	storedRows,
	writesOf,
} from '../stored';
import { namesIn, readAll, readBatch, readCampaign, readOther } from '../tables';

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
	// An item without fields where no campaign was found.
	const found = rowsIn([{ json: params.campaign }]);
	const { rows, wrong } = readAll(readCampaign, found);
	const [campaign] = rows;
	const request = requestIn(params.request);
	if (wrong.length > 0) {
		const answer = answerWrong({ ...namesIn(params.campaign), wrong, request });
		return [[], [], [], [], itemsOf({ json: { ...answer } })];
	}
	const others = params.others.map(readOther);
	const batches = readAll(readBatch, inputRows(context));
	const { change, lists, answer } = answerPage({
		campaign,
		namesakes: others.filter((other) => campaign && isNamesake(campaign, other)),
		uncounted: campaign && uncountedIn(others, campaign),
		batches: batches.rows,
		wrong: batches.wrong,
		request,
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
