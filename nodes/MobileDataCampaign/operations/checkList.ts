import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import type { ReadList } from '../../../lists/readList';
import { optionalMegabytes } from '../../../platform/amounts';
import { isNothing } from '../../../platform/answer';
import { InputError, naming, normalized, onInputError, textSchema } from '../../../platform/input';
import { campaignName } from '../../../platform/reference';
import { itemReader } from '../../engine/n8n/input';
import { answersFor, sha256Of, isApproved, listPage } from '../listCheck';
import { fieldLabelOf } from '../../../lists/settingChoices';
import { chosenIn, type Answers } from '../listFields';
import { asItem, fileIn, tryToRead } from '../source';
import type { CampaignOperation } from '../step';
import { storedField, storedRow } from '../stored';

/** A binary field by its name, or the file itself from another node; n8n's forms leave an empty file out. */
const fileSchema = normalized((value): string | IBinaryData | undefined => {
	if (isNothing(value) || value === false) return undefined;
	if (typeof value === 'string') return value.trim();
	if (typeof value === 'object' && value !== null && 'mimeType' in value) {
		return value as IBinaryData;
	}
	throw new InputError('must be a binary field or a file', 'Write its name, such as list.');
});

const params = z.object({ file: fileSchema, answers: storedRow, campaign: textSchema });

/**
 * Reads a list that a person submits by n8n's forms, and outputs its rows once the person has approved the gifts. Before
 * that, it outputs the next page for a Form node: questions, an error, or the gifts (listCheck.ts).
 */
export const checkList: CampaignOperation = {
	value: 'checkList',
	name: 'Check List',
	action: 'Check list',
	description: 'Ask about a list on form pages, and show its gifts before its rows go on',
	effect: 'local',
	costs: 'nothing',
	fields: [
		{
			displayName: 'File',
			name: 'file',
			type: 'string',
			default: 'list',
			placeholder: 'e.g. list',
			description: 'The name of the binary field with the file, or the file itself',
		},
		storedField({
			displayName: 'Answers',
			name: 'answers',
			placeholder: 'e.g. {{ $json }}',
			description: 'The item of the form or of its page',
		}),
		{
			displayName: 'Campaign',
			name: 'campaign',
			type: 'string',
			default: '',
			placeholder: 'e.g. spring-2026',
			description: 'The name of the campaign, which rows carry to Assign data gift',
		},
	],
	mayBeEmpty: ['file'],
	params,
	outputs: ['Page', 'Rows', 'Bad Rows', 'Report'],
	execute,
};

async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const { file, campaign, ...sent } = itemReader(context, checkList)(0) as z.infer<typeof params>;
	// The page was closed without an answer, or its time ran out.
	if (sent.answers.submittedAt === undefined) return [[]];
	const chosen = file === undefined ? undefined : await fileIn(context, 0, file);
	const bytes = chosen?.bytes ?? new Uint8Array();
	const fileHash = sha256Of(bytes);
	const answers = answersFor(fileHash, sent.answers);
	const read = await readBy(answers, chosen ?? { fileName: '', bytes });
	const list = { answers, campaign, fileHash, read };
	const itemOf = (json: object): INodeExecutionData => {
		return { json: asItem(json), pairedItem: { item: 0 } };
	};
	const binary = file ? { list: context.helpers.assertBinaryData(0, file) } : undefined;
	// An empty output would count as an input for a Merge node, so there is none yet.
	if (read instanceof InputError || !isApproved(list)) {
		return [[{ ...itemOf(listPage(list)), binary }]];
	}
	const rows = read.rows.map((row) => itemOf({ ...row, campaign: campaignName(campaign) }));
	const report = { ...itemOf({ ...read.report, ...read.file }), binary };
	return [[], rows, read.bad.map(itemOf), [report]];
}

async function readBy(
	answers: Answers,
	file: { fileName: string; bytes: Uint8Array },
): Promise<ReadList | InputError> {
	const { megabytes, ...chosen } = chosenIn(answers);
	const amount = onInputError<number | undefined | InputError>(
		() => naming(fieldLabelOf('megabytes'), () => optionalMegabytes(megabytes)),
		(error) => error,
	);
	if (amount instanceof InputError) return amount;
	return await tryToRead({ ...chosen, file, defaultAmount: amount });
}
