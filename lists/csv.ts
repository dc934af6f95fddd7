import { isNothing } from '../platform/answer';
import { InputError } from '../platform/input';
import { nameIn } from './columns';
import { knownAmong } from './recognize';
import { phrase, texts } from '../platform/say';

/** A row of a list, before its cells are read. */
export interface ListRecord {
	/** As a spreadsheet counts: the header and blank rows, too. */
	row: number;
	cells: unknown[];
	/** The position of the item, where the list comes as items. */
	item?: number;
	/** Whether the spreadsheet hides it. */
	isHidden?: boolean;
	/** The fault of a line whose quotes are wrong, with its text as its only cell; or of a cell that is too long. */
	problem?: InputError;
}

const closeQuotes = texts('Close each quote, and write a quote within a cell as two quotes.');
const openQuote = new InputError('The line has a quote that is not closed', closeQuotes);
const textBehindQuote = new InputError('The line has text behind a closing quote', closeQuotes);
const longCell = new InputError(
	'The line has a cell of more than 32,767 characters, as many as a spreadsheet takes',
	'Shorten the cell, or close the quote that it begins with.',
);

/** The separators of cells, unless the file's first line names another sign. */
const separators = [',', ';', '\t', '|'];

/** The first line by which a file tells Excel its separator; spreadsheets don't show it. */
const declaration = /^"?sep=([^"\r\n])"?\1*(?:\r\n|\r|\n|$)/i;

/** Lines of a quoted cell: a longer cell has lost its closing quote. */
const maxLines = 50;

/** Columns of a spreadsheet: a file with a wider line is no list. */
const maxCells = 16_384;

/** Columns of a list; a file of something else may have more. */
const maxColumns = 1000;

/** The error of a list that is wider than any. */
function tooWide(): InputError {
	return new InputError(
		phrase`The list has more than ${maxColumns} columns`,
		'Keep those it needs.',
	);
}

/** Characters of a cell of a spreadsheet. */
const maxCharacters = 32_767;

/** Characters that are kept of a cell that is too long. */
const maxShown = 200;

/**
 * The rows of a list within the limits of a spreadsheet: a cell that is too long is a problem of its row, and empty cells
 * at its end don't count.
 *
 * @throws InputError for a row that is wider than a list
 */
export function* withinLimits(
	records: Iterable<ListRecord | undefined>,
): Generator<ListRecord | undefined, void> {
	for (const record of records) yield record && withinCellLimits(record);
}

function withinCellLimits(record: ListRecord): ListRecord {
	if (record.cells.length > maxColumns) {
		if (widthOf(record.cells) > maxColumns) throw tooWide();
		return withinCellLimits({ ...record, cells: record.cells.slice(0, maxColumns) });
	}
	if (!record.cells.some(isLong)) return record;
	const cells = record.cells.map((cell) => (isLong(cell) ? cell.slice(0, maxShown) : cell));
	return { ...record, cells, problem: record.problem ?? longCell };
}

function isLong(cell: unknown): cell is string {
	return typeof cell === 'string' && cell.length > maxCharacters;
}

/** A CSV file whose separator is known. */
export interface CsvFile {
	separator: string;
	/** Its first characters. */
	head: string;
	records: Iterable<ListRecord>;
}

/**
 * Opens a CSV file: finds its separator, the sign by which one of the first rows has most known names of columns, and gives
 * its rows one by one, each in time linear in its length.
 *
 * @param text in one piece, or in several that can be read again
 */
export function openCsv(text: string | Iterable<string>): CsvFile {
	const [head = ''] = piecesOf(text);
	const [line = '', separatorLine] = declaration.exec(head) ?? [];
	const separator = separatorLine ?? bestHead(head).separator;
	return { separator, head, records: readRecords(text, separator, line.length) };
}

function piecesOf(text: string | Iterable<string>): Iterable<string> {
	return typeof text === 'string' ? [text] : text;
}

/** Rows, and names in them, that show how a file is separated: above a header there may be titles. */
const [maxHeads, maxNames] = [20, 500];

/** The separator that makes most names known, in the first row with most of them. */
export function bestHead(text: string): { separator: string; known: number } {
	const [best] = separators
		.map((separator) => ({ separator, ...headOf(text, separator) }))
		.sort((one, other) => other.known - one.known || other.count - one.count);
	return best ?? { separator: ',', known: 0 };
}

/** The first row with most names that are known. */
function headOf(text: string, separator: string) {
	let [best, rows, seen] = [{ known: -1, count: 0 }, 0, 0];
	for (const { cells } of readRecords(text, separator)) {
		if (isBlank(cells)) continue;
		const names = cells.slice(0, maxNames).map(nameIn);
		const head = { known: knownAmong(names), count: names.length };
		if (head.known > best.known) best = head;
		[rows, seen] = [rows + 1, seen + names.length];
		if (rows === maxHeads || seen >= maxNames) break;
	}
	return best;
}

/** The number of cells up to the last one with something in it. */
export function widthOf(cells: unknown[]): number {
	return cells.findLastIndex((cell) => !isNothing(cell)) + 1;
}

/** Whether a row has nothing in it, such as `,,`. */
export function isBlank(cells: unknown[]): boolean {
	return cells.every(isNothing);
}

/** Characters of a line, which must be in memory as a whole. */
const maxRecord = 1_000_000;

/**
 * Reads CSV (RFC 4180). Lines end with CR, LF or both, and a quote within a cell that doesn't begin with one is text.
 * A line whose quotes are wrong is a problem of its own, and the next line is read as if it weren't there.
 *
 * @param source as in `openCsv`; only the pieces that are read are in memory
 * @param start the position of the first line, in the first piece
 * @throws InputError for a line that is longer or wider than a list has
 */
export function* readRecords(
	source: string | Iterable<string>,
	separator: string,
	start = 0,
): Generator<ListRecord> {
	const rest = piecesOf(source)[Symbol.iterator]();
	let [text, at, isWhole] = ['', start, false];
	for (let row = 1; ; row++) {
		while (!isWhole && text.length - at < maxRecord) {
			const { done, value } = rest.next();
			if (done) isWhole = true;
			else [text, at] = [text.slice(at) + value, Math.max(0, at - text.length)];
		}
		if (at >= text.length) return;
		const { cells, problem, end } = recordAt(text, at, separator);
		const last = problem ? lineEnd(text, at) : end;
		if (last === text.length && !isWhole) throw tooLong();
		yield problem ? { row, cells: [text.slice(at, last)], problem } : { row, cells };
		at = behindLineEnd(text, last);
	}
}

function tooLong(): InputError {
	return new InputError(
		'A line of the file has more than 1,000,000 characters',
		'Keep the columns that the list needs, and submit that file.',
	);
}

interface Read {
	cells: string[];
	problem?: InputError;
	/** The position of the end of its last line. */
	end: number;
}

function recordAt(text: string, start: number, separator: string): Read {
	const cells: string[] = [];
	const lastLine = { left: maxLines };
	for (let at = start; ; at++) {
		const isQuoted = text[at] === '"';
		const { cell, end } = isQuoted ? quotedAt(text, at, lastLine) : plainAt(text, at, separator);
		if (cell === undefined) return { cells, end, problem: openQuote };
		cells.push(cell);
		if (cells.length > maxCells) throw tooWide();
		at = end;
		if (text[at] === separator) continue;
		const isEnd = at === text.length || isLineEnd(text.charCodeAt(at));
		return isEnd ? { cells, end } : { cells, end, problem: textBehindQuote };
	}
}

function plainAt(text: string, start: number, separator: string) {
	const sign = separator.charCodeAt(0);
	let end = start;
	for (; end < text.length; end++) {
		const code = text.charCodeAt(end);
		if (code === sign || isLineEnd(code)) break;
	}
	return { cell: text.slice(start, end), end };
}

/** A quoted cell; undefined where its end isn't found. @param lines how many line ends its record may still have */
function quotedAt(text: string, start: number, lines: { left: number }) {
	let cell = '';
	let from = start + 1;
	for (let at = from; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === lineFeed || (code === carriageReturn && text.charCodeAt(at + 1) !== lineFeed)) {
			lines.left -= 1;
			if (lines.left === 0) break;
		}
		if (code !== quote) continue;
		cell += text.slice(from, at);
		from = at + 1;
		if (text.charCodeAt(from) !== quote) return { cell, end: from };
		// Of two quotes the second is kept.
		at += 1;
	}
	return { cell: undefined, end: start };
}

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

function isLineEnd(code: number): boolean {
	return code === lineFeed || code === carriageReturn;
}

function lineEnd(text: string, start: number): number {
	let end = start;
	while (end < text.length && !isLineEnd(text.charCodeAt(end))) end++;
	return end;
}

function behindLineEnd(text: string, end: number): number {
	return text.startsWith('\r\n', end) ? end + 2 : end + 1;
}
