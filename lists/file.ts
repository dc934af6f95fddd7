import { chooseSheet } from './chooseSheet';
import { knownIn, openCsv, type CsvFile, type ListRecord } from './csv';
import { otherFileError } from './otherFile';
import type { Question } from './questions';
import { knownAmong } from './recognize';
import { finished, withoutStops, type Steps } from './steps';
import { readText, type Encoding } from './text';
import { isFormula, textOfFormula } from './textOfFormula';
import { isWorkbook, openSheets, type Workbook } from './workbook/open';

/** A file with a list: how it's written, and its rows. */
export interface ListFile<Stop = never> extends Partial<Pick<Workbook, 'sheet' | 'hiddenRows'>> {
	/** Of a CSV file. */
	encoding?: Encoding;
	separator?: string;
	/** Which sheet of a workbook is to be read, where that has to be said. */
	question?: Question;
	records: Iterable<ListRecord | Stop>;
}

/** Opens a file at once (openSteps). */
export function openFile(bytes: Uint8Array, sheet = ''): ListFile {
	const { records, ...file } = finished(openSteps(bytes, sheet));
	return { ...file, records: withoutStops(records) };
}

/**
 * Opens a workbook, or a CSV file as spreadsheets write it, step by step. Its rows are undefined where other work gets its
 * turn.
 *
 * @param sheet the one to read of a workbook; empty for the one with phone numbers
 * @throws InputError when it is neither
 */
export function* openSteps(bytes: Uint8Array, sheet = ''): Steps<ListFile<undefined>> {
	if (isWorkbook(bytes)) {
		const sheets = yield* openSheets(bytes);
		const { sheet: name, question } = sheet ? { sheet } : yield* chooseSheet(sheets);
		const { sheet: opened, records, hiddenRows } = yield* sheets.open(name);
		return { sheet: opened, hiddenRows, question, records };
	}
	const { encoding, separator, head, records } = yield* openText(bytes);
	const error = otherFileError(head.slice(0, headLength));
	if (error) throw error;
	return { encoding, separator: words[separator] ?? separator, records: withTexts(records) };
}

/** Rows in which formulas that are nothing but a text are their texts. */
function* withTexts<Row extends ListRecord | undefined>(records: Iterable<Row>): Generator<Row> {
	for (const record of records) {
		if (!record?.cells.some(isFormula)) yield record;
		else yield { ...record, cells: record.cells.map((cell) => textOfFormula(cell) ?? cell) };
	}
}

/** So much of a text shows what it is. */
const headLength = 4096;

/** Opens a CSV file. @throws InputError when it is none */
export function* openText(bytes: Uint8Array): Steps<CsvFile & { encoding: Encoding }> {
	const { pieces, encoding } = yield* readText(bytes, (head) => knownIn(head, knownAmong));
	return { encoding, ...openCsv(pieces, knownAmong) };
}

const words: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' };

/** The separator for a file that goes back to who sent a list, by its word; a comma for any other one. */
export function separatorNamed(word: unknown): string {
	return Object.keys(words).find((sign) => words[sign] === word) ?? ',';
}
