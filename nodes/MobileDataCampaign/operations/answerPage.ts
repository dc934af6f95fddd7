import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { uncountedIn } from '../../../campaign/otherGifts';
import { isNamesake } from '../../../campaign/settings';
import type { Campaign } from '../../../campaign/types';
import { answerPage } from '../../../desk/answer';
import { answerWrong } from '../../../desk/answerWrong';
import { attachment } from '../../../desk/http';
import { fileNameOf, resultFile, type FileRows } from '../../../desk/resultFile';
import { textSchema } from '../../../platform/input';
import { written } from '../source';
import { FileItem, workflowStep } from '../step';
import {
	orNothing,
	readFields,
	requestField,
	filledRows,
	storedField,
	storedRow,
	storedRows,
	webhookRequest,
	writesOf,
} from '../stored';
import { leastNames, readAll, readCampaign, readOther, readPiece, readStoredList } from '../tables';

/**
 * Shows a campaign, or does what a button of its page says (desk/answer.ts). If it needs rows, it first asks for their
 * lists, then runs again with them and answers. The outputs are in the order to write them in.
 */
export const answerPageOperation = workflowStep({
	value: 'answerPage',
	name: 'Answer Page',
	action: 'Answer page',
	description: "Show a campaign's page, figures or file, or carry out a button of the page",
	outputs: [
		'Open Pieces',
		'Pieces',
		'Campaign',
		'Opt-Outs',
		'Pieces to Read',
		'Lists to Read',
		'Answer',
		'File',
	],
	fields: [
		storedField({
			displayName: 'Campaign',
			name: 'campaign',
			placeholder: "e.g. {{ $('Get campaign').first().json }}",
			description: "The campaign of the address's key, as stored",
		}),
		storedField({
			displayName: 'Other Campaigns',
			name: 'others',
			placeholder: "e.g. {{ $('Get campaigns').all() }}",
			description:
				'The stored campaigns; at least those with this name, and those planned at the same time',
		}),
		...readFields,
		storedField({
			displayName: 'Added Opt-Outs',
			name: 'optOuts',
			placeholder: "e.g. {{ $('Add opt-out').isExecuted && $('Add opt-out').all() }}",
			description: 'The stored opt-outs that Opt-Outs asked for; empty at first',
			required: false,
		}),
		requestField,
		{
			displayName: 'Desk Address',
			name: 'deskAddress',
			type: 'string',
			default: '',
			placeholder: 'e.g. mobile-data-campaigns',
			description: 'The address behind “All campaigns”: the path of the desk, or its whole address',
		},
	],
	params: z.object({
		campaign: storedRow,
		others: storedRows,
		pieces: orNothing(storedRows),
		lists: orNothing(storedRows),
		optOuts: orNothing(storedRows),
		request: webhookRequest,
		deskAddress: textSchema,
		timezone: z.string(),
	}),
	async execute(context, { timezone: zone, deskAddress, ...params }) {
		// If no campaign was found, n8n gives an item without fields.
		const found = filledRows([{ json: params.campaign }]);
		const { rows, wrong } = readAll(readCampaign, found);
		const [campaign] = rows;
		const { request } = params;
		if (wrong.length > 0) {
			const answer = answerWrong({ ...leastNames(params.campaign), wrong, request });
			return [[], [], [], [], [], [], [answer], []];
		}
		const others = params.others.map(readOther);
		const pieces = params.pieces && readAll(readPiece, params.pieces);
		const lists = params.lists && readAll(readStoredList, params.lists);
		const answered = answerPage({
			campaign,
			namesakes: others.filter((other) => campaign && isNamesake(campaign, other)),
			uncounted: campaign && uncountedIn(others, campaign),
			pieces: pieces?.rows,
			lists: lists?.rows,
			optOuts: params.optOuts?.map(storedOptOut),
			wrong: [...(pieces?.wrong ?? []), ...(lists?.wrong ?? [])],
			request,
			zone,
			deskAddress,
			now: Date.now(),
		});
		const { change, answer, file } = answered;
		const made = campaign && file && (await fileOf(context, campaign, file));
		const optOuts = change?.optOuts ?? [];
		const writes = writesOf(campaign, change);
		const { planId } = campaign ?? {};
		const pieceRanges = (answered.pieces ?? []).map((range) => ({ planId, ...range }));
		const ranges = (answered.lists ?? []).map((range) => ({ planId, ...range }));
		return [...writes, optOuts, pieceRanges, ranges, [answer], [made]];
	},
});

/** n8n gives the time as a date or as text. */
function storedOptOut({ phone, createdAt }: Record<string, unknown>) {
	return { phone: String(phone), createdAt: new Date(createdAt as string | Date).toISOString() };
}

async function fileOf(
	context: IExecuteFunctions,
	campaign: Campaign,
	rows: FileRows,
): Promise<FileItem> {
	const { bytes, kind } = await written(resultFile(campaign, rows));
	const { extension, mimeType } = kind;
	const fileName = fileNameOf(campaign, extension, rows.toCorrect ? ' to correct' : '');
	const data = await context.helpers.prepareBinaryData(bytes, fileName, mimeType);
	return new FileItem({ disposition: attachment(fileName) }, { data });
}
