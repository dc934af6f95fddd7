import { knownAmong } from './recognize';
import { knownIn, openCsv, type ListRecord } from './csv';
import { readText, type Encoding } from './text';
import { withoutTextFormulas } from './textFormula';
import { isWorkbook, openWorkbook, type Workbook } from './workbook/open';

/** A file with a list: how it's written, and its rows. */
export interface ListFile extends Partial<Pick<Workbook, 'sheet' | 'hiddenRows'>> {
	/** Of a CSV file. */
	encoding?: Encoding;
	separator?: string;
	records: Iterable<ListRecord>;
}

/**
 * Opens a workbook, or a CSV file as spreadsheets write it.
 *
 * @param sheet the one to read of a workbook; empty for the first that isn't hidden
 * @throws InputError when it is neither
 */
export function openFile(bytes: Uint8Array, sheet = ''): ListFile {
	if (isWorkbook(bytes)) {
		const { sheet: name, records, hiddenRows } = openWorkbook(bytes, sheet || undefined);
		return { sheet: name, hiddenRows, records };
	}
	const { separator, records, ...opened } = openText(bytes);
	return { ...opened, separator: words[separator] ?? separator, records: asShown(records) };
}

/** The rows as a spreadsheet shows them. */
function* asShown(records: Iterable<ListRecord>): Generator<ListRecord> {
	for (const record of records) yield { ...record, cells: withoutTextFormulas(record.cells) };
}

/** Opens a CSV file. @throws InputError when it is none */
export function openText(bytes: Uint8Array) {
	const { text, encoding } = readText(bytes, (head) => knownIn(head, knownAmong));
	return { encoding, ...openCsv(text, knownAmong) };
}

const words: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' };

/** The separator for a file that goes back to who sent a list, by its word; a comma for any other one. */
export function separatorNamed(word: unknown): string {
	return Object.keys(words).find((sign) => words[sign] === word) ?? ',';
}
