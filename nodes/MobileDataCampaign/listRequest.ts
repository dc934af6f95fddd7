import type { IExecuteFunctions } from 'n8n-workflow';
import { textsOf, type SaidReading } from '../../lists/declared';
import { keptFileIn } from '../../desk/keptFile';
import type { Other } from '../../campaign/monthLimit';
import { readPlanRequest, type PlanRequest } from '../../desk/planRequest';
import { columnsKeyOf, recall, type Recalled } from '../../campaign/recall';
import { readingWords } from '../../lists/readingWords';
import { ListError } from '../../lists/shownList';
import { InputError } from '../../platform/input';
import type { PlanParams } from './operations/planFields';
import { fileIn, readSource } from './source';
import { readStoredRows } from './stored';
import { readAll, readStoredList } from './tables';

/** What is to be planned, and where its list is. */
export interface ListRequest extends PlanRequest {
	/** How lists are read of which nobody says it. */
	otherwise: SaidReading;
}

/** The field of a form, and of the item, with the file. */
const fileField = 'list';

/** What is to be planned, by the request that came in. @throws InputError where it has no list */
export async function listRequestIn(
	context: IExecuteFunctions,
	{ reading: otherwise, keptLists }: PlanParams,
): Promise<ListRequest> {
	const [item] = context.getInputData();
	const request = { ...readPlanRequest(item?.json.body), otherwise };
	if (request.rows ?? request.file) return request;
	if (item?.binary?.[fileField]) return { ...request, file: await fileIn(context, 0, fileField) };
	if (request.replaces !== undefined) return { ...request, file: keptIn(keptLists, request) };
	const nextStep = `Send a workbook or CSV file as ${fileField}, or the customers as rows.`;
	throw new InputError('The request has no list', nextStep);
}

/** The file of the plan that is replaced. @throws InputError where it isn't stored as a whole */
function keptIn(keptLists: unknown, { replaces, fileName = '' }: PlanRequest) {
	const { rows } = readAll(readStoredList, readStoredRows(keptLists, 'Kept Lists'));
	const bytes = keptFileIn(rows.filter(({ planId }) => planId === replaces));
	if (bytes) return { fileName, bytes };
	throw new InputError("The file of the plan can't be read again", 'Plan it with the file.');
}

/** The list, and what of how it was read is approved and shown. @throws ListError where that is to be said first */
export async function readRequested(
	{ reading, otherwise, ...source }: ListRequest & { sendAsEntered: boolean },
	others: Other[],
) {
	let recalled: Recalled | undefined;
	const read = await readSource({
		...source,
		...reading,
		otherwise: (header) => {
			recalled = recall(others, columnsKeyOf(header));
			return { ...otherwise, ...recalled?.said };
		},
	});
	const { refusal, opened, report } = read;
	const { columns, questions } = opened?.proposal ?? { columns: [], questions: [] };
	if (refusal) throw new ListError(refusal, { columns, questions });
	const { header = [], said = {}, proposal } = opened ?? {};
	const hasHeader = proposal?.reading.hasHeader ?? false;
	return {
		...read,
		settings: proposal && {
			country: proposal.reading.country,
			reading: readingWords(proposal.reading, report.columns),
		},
		check: {
			columns,
			said: textsOf({ ...said, megabytes: source.defaultAmount, sheet: reading.sheet }),
			columnsKey: hasHeader ? columnsKeyOf(header) : '',
			...(hasHeader && recalled && { recalledFrom: recalled.campaign }),
		},
	};
}
