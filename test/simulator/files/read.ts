import type { ListReport } from '../../../lists/list';
import { readSteps } from '../../../lists/readSteps';
import type { BadRow, ListRow } from '../../../lists/row';
import { finished } from '../../../lists/steps';

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
export function readFile(bytes: Uint8Array, { sheet, ...said }: SaidOfFile): ReadFile {
	const before = Error.stackTraceLimit;
	Error.stackTraceLimit = frames;
	try {
		const file = { fileName: 'list', bytes };
		const list = finished(readSteps({ file, sheet: String(sheet ?? ''), ...said }));
		const { rows, bad, refusal, report, opened } = list;
		const questions = opened?.proposal.questions ?? [];
		return { rows, bad, questions, columns: report.columns, ...(refusal && { refusal }) };
	} finally {
		Error.stackTraceLimit = before;
	}
}
