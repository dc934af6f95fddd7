import { InputError } from '../platform/input';
import { isOfCustomers, phoneColumns, possiblePhones } from './chooseColumns';
import { profilesOf } from './columnProfile';
import { listedNames } from './columns';
import { bestHead, isBlank, openCsv, withinLimits, type ListRecord } from './csv';
import { ExcludedNumbers } from './excludedNumbers';
import { titleRowsAmong } from './header';
import { looksLikePhone } from './looksLikePhone';
import { defaultReading } from './reading';
import { phrase, phraseOf, texts } from '../platform/say';
import type { Question } from './readingSettings';
import { takeSome, type Turns } from './turns';
import { readText } from './text';
import { isWorkbook, openSheets, type Sheets } from './workbook/open';

/** How a file was written. */
export interface FileFormat {
	/** Of a CSV file. */
	encoding?: string;
	separator?: string;
	/** Of a workbook. */
	sheet?: string;
}

/** A file with a list: how it's written, and its rows. */
export interface ListFile extends FileFormat {
	/** Which sheet of a workbook is to be read, where the workbook has several with lists. */
	question?: Question;
	/** The numbers of other sheets whose people get nothing; undefined without any. */
	excluded?: ExcludedNumbers;
	/** Undefined where other work gets its turn. */
	records: Iterable<ListRecord | undefined>;
}

/**
 * Opens a workbook, or a CSV file as spreadsheets write it.
 *
 * @param sheet the sheet to read of a workbook; empty for the sheet with phone numbers
 * @throws InputError when it is neither
 */
export function* openInTurns(bytes: Uint8Array, sheet = ''): Turns<ListFile> {
	if (isWorkbook(bytes)) {
		const sheets = yield* openSheets(bytes);
		const { sheet: name, question } = sheet ? { sheet } : yield* chooseSheet(sheets);
		const { sheet: opened, records } = yield* sheets.open(name);
		const excluded = new ExcludedNumbers();
		yield* excluded.addFrom(sheets, opened);
		return { sheet: opened, question, excluded: excluded.size > 0 ? excluded : undefined, records };
	}
	const { encoding, separator, head, records } = yield* openText(bytes);
	const error = otherFileError(head.slice(0, maxHead));
	if (error) throw error;
	return { encoding, separator: words[separator] ?? separator, records };
}

/** Rows that show whether a sheet has phone numbers, also below a title; and sheets that are tried. */
const [maxRows, maxSheets] = [50, 20];

/**
 * Chooses the sheet to read if no setting names it: the first visible sheet with a column of phone numbers. A list with
 * several of them is asked about.
 *
 * @returns no sheet if no column has phone numbers
 */
function* chooseSheet(sheets: Sheets): Turns<{ sheet?: string; question?: Question }> {
	const { visible } = sheets;
	if (visible.length < 2) return {};
	const ranks: [name: string, rank: number][] = [];
	for (const name of visible.slice(0, maxSheets)) {
		ranks.push([name, yield* rankOf(sheets.preview(name))]);
	}
	const best = Math.max(1, ...ranks.map(([, rank]) => rank));
	const found = ranks.filter(([, rank]) => rank === best).map(([name]) => name);
	const [sheet] = found;
	return found.length > 1 ? { sheet, question: sheetQuestion(found) } : { sheet };
}

function sheetQuestion(names: string[]): Question {
	return {
		field: 'sheet',
		text: phrase`The workbook has more than one sheet with phone numbers: ${listedNames(names)}`,
		choices: names,
	};
}

/**
 * How surely a sheet has phone numbers: 2 if a column is full of them, or has the name of customers' own ones, also where
 * its cells are damaged; 1 if a column has another name of them, or digits that could be some, such as `15112345678`; else 0.
 */
function* rankOf(records: Iterable<ListRecord | undefined>): Turns<number> {
	const { items, error } = yield* takeSome(withinLimits(records), maxRows);
	// A sheet that can't be read isn't the one with the list.
	if (error) return 0;
	const rows = items.filter(({ cells }) => !isBlank(cells));
	const [first, ...others] = rows.slice(titleRowsAmong(rows));
	if (first?.cells.some(looksLikePhone)) return 2;
	const profiles = yield* profilesOf(first, others, defaultReading);
	const named = profiles.filter(
		({ meaning, cells }) => meaning.field === 'phone' && cells.length > 0,
	);
	const isSure = named.some(isOfCustomers) || phoneColumns(profiles).length > 0;
	if (isSure) return 2;
	return named.length > 0 || profiles.some(possiblePhones) ? 1 : 0;
}

/** Characters of a text that show its kind. */
const maxHead = 4096;

/** Opens a CSV file. @throws InputError for another kind of file */
export function* openText(bytes: Uint8Array) {
	const { pieces, encoding } = yield* readText(bytes, (head) => bestHead(head).known);
	return { encoding, ...openCsv(pieces) };
}

const words: Record<string, string> = texts({
	',': 'comma',
	';': 'semicolon',
	'\t': 'tab',
	'|': 'bar',
});

/** The separator that a report names: `;` of `semicolon`; a comma for any other word. */
export function separatorNamed(word: unknown): string {
	return Object.keys(words).find((sign) => words[sign] === word) ?? ',';
}

const asWorkbook = texts(
	'Open it in a spreadsheet program, save it as .xlsx, and submit that file.',
);

/** Kinds of text that people take for lists, by how they begin, and what to do with each. */
const kinds = texts<[begins: RegExp, what: string, nextStep: string][]>([
	[/^(?:<!doctype html|<html|<head|<body|<meta|<table|mime-version:)/i, 'a web page', asWorkbook],
	[/^<[?!a-z]/i, 'XML', asWorkbook],
	[/^begin:vcard/i, 'a vCard with contacts', 'Export the contacts as CSV, and submit that file.'],
	[/^(?:\[\s*[[{"]|\{\s*["}])/, 'JSON', 'Save the list as .xlsx or CSV, and submit that file.'],
]);

/** A line in quotes from its beginning to its end. */
const quotedLine = /^"(?:[^"]|"")*"$/;

/** Lines that show that all are in quotes. */
const maxLines = 5;

/** The error of a text that is no list, by its beginning; undefined for any other text. */
function otherFileError(head: string): InputError | undefined {
	const text = head.trimStart();
	const kind = kinds.find(([begins]) => begins.test(text));
	if (kind) return new InputError(phrase`The file is ${phraseOf(kind[1])}, not a list`, kind[2]);
	// The last line may be cut off.
	const lines = text.split(/[\r\n]+/, maxLines + 1).filter(Boolean);
	const isQuoted = (line: string) => quotedLine.test(line) && /[,;\t|]/.test(line);
	if (lines.length < 2 || !lines.slice(0, -1).every(isQuoted)) return undefined;
	return new InputError(
		'Each line of the file is in quotes, as if it were one cell',
		'Remove the quotes around the lines, or save the list as .xlsx, and submit that file.',
	);
}
