import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { answerRows, fileNameOf } from '../../../campaign/answer';
import { resultFile } from '../../../campaign/resultFile';
import type { Batch, Campaign, StoredList } from '../../../campaign/types';
import { itemReader } from '../../engine/n8n/input';
import { turns } from '../../engine/n8n/turns';
import type { ShownOperation } from '../../engine/panel/operation';
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
import { readAll, readBatch, readCampaign, readStoredList } from '../tables';

const paramsSchema = z.object({
	campaign: storedRow,
	batches: storedRows,
	request: storedRow,
	timezone: z.string(),
});

/** Does what needs the rows: changes them, or writes them into a file (campaign/answer.ts). */
export const answerRowsOperation: ShownOperation = {
	value: 'answerRows',
	name: 'Answer Rows',
	action: 'Answer rows',
	description: 'Change the rows of a campaign or write them into a file, as Answer Page asks',
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
	const {
		change,
		answer,
		file: asked,
	} = answerRows({
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
	const file = asked && (await fileOf(context, campaign, batches.rows, asked));
	return [...writes, itemsOf(answer && { json: { ...answer } }), itemsOf(file)];
}

async function fileOf(
	context: IExecuteFunctions,
	campaign: Campaign,
	batches: Batch[],
	lists: StoredList[],
): Promise<INodeExecutionData> {
	const pieces: Uint8Array[] = [];
	const turn = turns();
	const writing = resultFile(campaign, batches, lists);
	let next = writing.next();
	for (; !next.done; next = writing.next()) {
		pieces.push(next.value);
		await turn();
	}
	const { extension, mimeType } = next.value;
	const fileName = fileNameOf(campaign, extension);
	const bytes = Buffer.concat(pieces);
	const data = await context.helpers.prepareBinaryData(bytes, fileName, mimeType);
	return { json: { fileName }, binary: { data } };
}
