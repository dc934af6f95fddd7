import { openFile } from '../../../campaign/file';
import type { ListReport } from '../../../campaign/list';
import { openList } from '../../../campaign/openList';
import type { BadRow, ListRow } from '../../../campaign/row';
import { InputError } from '../../../platform/input';

/** What the product asks: a setting, and what it proposes for it. */
export interface Asked {
	field: string;
	proposed?: string;
	text: string;
	nextStep: string;
}

/** What the product makes of a file. */
export interface ReadFile {
	rows: ListRow[];
	bad: BadRow[];
	questions: Asked[];
	columns: ListReport['columns'];
	/** Why nothing is read, where that's no question. */
	refusal?: { message: string; nextStep: string };
}

/** What was said, by the names of the settings; `sheet` is one, and `defaultAmount` the MB for all. */
export type SaidOfFile = Record<string, string | number>;

// Errors are what reading goes by: their stacks would take most of its time.
const frames = 4;

/** Reads a file in the way that the product does. */
export async function readFile(
	bytes: Uint8Array,
	{ sheet, ...said }: SaidOfFile,
): Promise<ReadFile> {
	const before = Error.stackTraceLimit;
	Error.stackTraceLimit = frames;
	try {
		const { records } = await openFile(bytes, sheet === undefined ? '' : String(sheet));
		const list = openList(records, said);
		for (const record of list.records) {
			if (list.reader.isRefused) break;
			list.reader.read(record);
		}
		const { rows, bad, refusal, question, report } = list.reader.result();
		const questions = [...list.proposal.questions, ...(question ? [question] : [])];
		return { rows, bad, questions, columns: report.columns, ...(refusal && { refusal }) };
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		const { message, nextStep } = error;
		return { rows: [], bad: [], questions: [], columns: {}, refusal: { message, nextStep } };
	} finally {
		Error.stackTraceLimit = before;
	}
}
