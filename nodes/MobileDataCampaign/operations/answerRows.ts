import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { answerRows, fileNameOf } from '../../../desk/answer';
import { resultFile } from '../../../desk/resultFile';
import type { Batch, Campaign, StoredList } from '../../../campaign/types';
import { textSchema } from '../../../platform/input';
import { turns } from '../../engine/n8n/turns';
import { FileItem, step } from '../step';
import {
	deskAddressField,
	inputRows,
	openedField,
	requestField,
	requestIn,
	storedField,
	storedRow,
	storedRows,
	writesOf,
} from '../stored';
import { readAll, readBatch, readCampaign, readStoredList } from '../tables';

/**
 * Does what needs the rows: changes them, or writes them into a file (campaign/answer.ts). Items in: the lists that Answer
 * Page asks for. The outputs are in the order to write them in.
 */
export const answerRowsOperation = step({
	value: 'answerRows',
	name: 'Answer Rows',
	action: 'Answer rows',
	description: 'Change the rows of a campaign or write them into a file, as Answer Page asks',
	outputs: ['Batches', 'Campaign', 'Answer', 'File'],
	fields: [
		openedField,
		storedField({
			displayName: 'Batches',
			name: 'batches',
			placeholder: "e.g. {{ $('Get batches').all() }}",
			description: 'All batches of the campaign, as stored',
		}),
		requestField,
		deskAddressField,
	],
	params: z.object({
		campaign: storedRow,
		batches: storedRows,
		request: storedRow,
		deskAddress: textSchema,
		timezone: z.string(),
	}),
	async execute(context, params) {
		const campaign = readCampaign(params.campaign);
		const batches = readAll(readBatch, params.batches);
		const lists = readAll(readStoredList, inputRows(context));
		const { change, answer, file } = answerRows({
			campaign,
			batches: batches.rows,
			lists: lists.rows,
			wrong: [...batches.wrong, ...lists.wrong],
			namesakes: [],
			now: Date.now(),
			request: requestIn(params.request),
			zone: params.timezone,
			deskAddress: params.deskAddress,
		});
		const [, ...writes] = writesOf(campaign, change);
		return [...writes, [answer], [file && (await fileOf(context, campaign, batches.rows, file))]];
	},
});

async function fileOf(
	context: IExecuteFunctions,
	campaign: Campaign,
	batches: Batch[],
	lists: StoredList[],
): Promise<FileItem> {
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
	return new FileItem({ fileName }, data);
}
