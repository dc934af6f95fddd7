import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { uncountedIn } from '../../../campaign/monthLimit';
import { isNamesake } from '../../../campaign/settings';
import type { Batch, Campaign, StoredList } from '../../../campaign/types';
import { answerPage, answerWrong, fileNameOf } from '../../../desk/answer';
import { attachment } from '../../../desk/http';
import { resultFile } from '../../../desk/resultFile';
import { textSchema } from '../../../platform/input';
import { turns } from '../../engine/n8n/turns';
import { FileItem, step } from '../step';
import {
	deskAddressField,
	openedField,
	othersField,
	readStoredRows,
	requestField,
	requestIn,
	rowsIn,
	storedField,
	storedRow,
	storedRows,
	writesOf,
} from '../stored';
import { namesIn, readAll, readBatch, readCampaign, readOther, readStoredList } from '../tables';

/**
 * Shows a campaign, or does what a button of its page says (desk/answer.ts). Where it needs rows, it first asks for their
 * lists, and answers when it runs again with them. The outputs are in the order to write them in.
 */
export const answerPageOperation = step({
	value: 'answerPage',
	name: 'Answer Page',
	action: 'Answer page',
	description: "Show a campaign's page, figures or file, or do what a button of the page says",
	outputs: ['Open Batches', 'Batches', 'Campaign', 'Opt-Outs', 'Lists', 'Answer', 'File'],
	fields: [
		openedField,
		othersField,
		storedField({
			displayName: 'Batches',
			name: 'batches',
			placeholder: "e.g. {{ $('Get batches').all() }}",
			description: 'All batches of the campaign, as stored',
		}),
		storedField(
			{
				displayName: 'Lists',
				name: 'lists',
				placeholder: "e.g. {{ $('Get lists').isExecuted && $('Get lists').all() }}",
				description: 'The lists that the output Lists asked for, as stored; nothing before',
			},
			false,
		),
		requestField,
		deskAddressField,
	],
	params: z.object({
		campaign: storedRow,
		others: storedRows,
		batches: storedRows,
		lists: z.unknown(),
		request: storedRow,
		deskAddress: textSchema,
		timezone: z.string(),
	}),
	async execute(context, { timezone: zone, deskAddress, ...params }) {
		// An item without fields where no campaign was found.
		const found = rowsIn([{ json: params.campaign }]);
		const { rows, wrong } = readAll(readCampaign, found);
		const [campaign] = rows;
		const request = requestIn(params.request);
		if (wrong.length > 0) {
			const answer = answerWrong({ ...namesIn(params.campaign), wrong, request });
			return [[], [], [], [], [], [answer], []];
		}
		const others = params.others.map(readOther);
		const batches = readAll(readBatch, params.batches);
		const lists = params.lists
			? readAll(readStoredList, readStoredRows(params.lists, 'Lists'))
			: undefined;
		const answered = answerPage({
			campaign,
			namesakes: others.filter((other) => campaign && isNamesake(campaign, other)),
			uncounted: campaign && uncountedIn(others, campaign),
			batches: batches.rows,
			lists: lists?.rows,
			wrong: [...batches.wrong, ...(lists?.wrong ?? [])],
			request,
			zone,
			deskAddress,
			now: Date.now(),
		});
		const { change, answer, file } = answered;
		const made = campaign && file && (await fileOf(context, campaign, batches.rows, file));
		const optOuts = change?.optOuts ?? [];
		const writes = writesOf(campaign, change);
		return [...writes, optOuts, answered.lists ?? [], [answer], [made]];
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
	return new FileItem({ disposition: attachment(fileName) }, data);
}
