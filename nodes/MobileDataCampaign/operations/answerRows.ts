import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { answerRows, fileNameOf } from '../../../campaign/answer';
import { readCheck } from '../../../campaign/check';
import { separatorNamed } from '../../../campaign/file';
import { resultCsv } from '../../../campaign/resultCsv';
import type { Batch, Campaign, StoredList } from '../../../campaign/types';
import { itemReader } from '../../engine/n8n/input';
import type { ShownOperation } from '../../engine/panel/operation';
import { readAll } from '../cells';
import {
	inputRows,
	itemsOf,
	openedField,
	requestField,
	requestIn,
	storedField,
	storedRow,
	storedRows,
	writesOf,
} from '../stored';
import { readBatch, readCampaign, readStoredList } from '../tables';

const paramsSchema = z.object({
	campaign: storedRow,
	batches: storedRows,
	request: storedRow,
	timezone: z.string(),
});

/** Does what needs the rows: changes them, or writes them as CSV (campaign/answer.ts). */
export const answerRowsOperation: ShownOperation = {
	value: 'answerRows',
	name: 'Answer Rows',
	action: 'Answer rows',
	description: 'Change the rows of a campaign or write them as CSV, as Answer Page asks',
	effect: 'local',
	costs: 'nothing',
	fields: [
		openedField,
		storedField({
			displayName: 'Batches',
			name: 'batches',
			placeholder: "e.g. {{ $('Get batches').all() }}",
			description: 'All batches of the campaign, as stored',
		}),
		requestField,
	],
	params: paramsSchema,
};

/** The outputs of Answer Rows, in their order, which is the order to write them in. */
export const answerRowsOutputs = ['Batches', 'Campaign', 'Answer', 'File'];

/** Items in: the lists that Answer Page asks for. */
export async function executeAnswerRows(
	context: IExecuteFunctions,
): Promise<INodeExecutionData[][]> {
	const params = itemReader(context, answerRowsOperation)(0) as z.infer<typeof paramsSchema>;
	const campaign = readCampaign(params.campaign);
	const batches = readAll(readBatch, params.batches);
	const lists = readAll(readStoredList, inputRows(context));
	const { change, answer, csv } = answerRows({
		campaign,
		batches: batches.rows,
		lists: lists.rows,
		wrong: [...batches.wrong, ...lists.wrong],
		namesakes: [],
		now: Date.now(),
		request: requestIn(params.request),
		zone: params.timezone,
	});
	const [, ...writes] = writesOf(campaign, change);
	const file = csv && (await fileOf(context, campaign, batches.rows, csv));
	return [...writes, itemsOf(answer && { json: { ...answer } }), itemsOf(file)];
}

async function fileOf(
	context: IExecuteFunctions,
	campaign: Campaign,
	batches: Batch[],
	lists: StoredList[],
): Promise<INodeExecutionData> {
	const fileName = fileNameOf(campaign);
	const separator = separatorNamed(readCheck(campaign)?.list.separator);
	const parts = Array.from(resultCsv(batches, lists, separator), (part) => Buffer.from(part));
	const csv = Buffer.concat(parts);
	const data = await context.helpers.prepareBinaryData(csv, fileName, 'text/csv');
	return { json: { fileName }, binary: { data } };
}
