import { questionError } from '../../../lists/readingSettings';
import { inEnglish } from '../../../platform/say';
import type { ListReport } from '../../../lists/list';
import { readInTurns } from '../../../lists/readList';
import type { BadRow, ListRow } from '../../../lists/row';
import { finished } from '../../../lists/turns';

/** A question of the product: a setting, and the proposed value. */
export interface Asked {
	field: string;
	proposed?: string;
	text: string;
	nextStep: string;
}

/** A file as the product reads it. */
export interface ReadFile {
	rows: ListRow[];
	bad: BadRow[];
	questions: Asked[];
	columns: ListReport['columns'];
	/** Why nothing is read, where that's no question. */
	refusal?: { message: string; nextStep: string };
}

/** Settings by their names, among them `sheet` and `defaultAmount` (MB for all rows). */
export type SaidOfFile = Record<string, string | number>;

// Reading throws many errors, and their stacks would take most of its time.
const frames = 4;

/** Reads a file in the way that the product does. */
export function readFile(bytes: Uint8Array, { sheet, ...said }: SaidOfFile): ReadFile {
	const before = Error.stackTraceLimit;
	Error.stackTraceLimit = frames;
	try {
		const file = { fileName: 'list', bytes };
		const list = finished(readInTurns({ file, sheet: String(sheet ?? ''), ...said }));
		const { rows, bad, refusal, report, questions } = list;
		const asked = questions.map((question) => ({
			...question,
			text: inEnglish(question.text),
			nextStep: questionError(question).nextStep,
		}));
		return { rows, bad, questions: asked, columns: report.columns, ...(refusal && { refusal }) };
	} finally {
		Error.stackTraceLimit = before;
	}
}
