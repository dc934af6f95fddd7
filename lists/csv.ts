import { isNothing } from '../platform/answer';
import { InputError } from '../platform/input';
import { nameIn } from './columns';
import { textOfFormula } from './csvCell';
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
	/** The columns that the spreadsheet hides, each range from its first to its last position. */
	hiddenColumns?: [first: number, last: number][];
	/** The positions of the cells that the spreadsheet shows struck out. */
	struck?: number[];
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

/** The first line that tells Excel the separator, such as `sep=;`; spreadsheets don't show it. */
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

/** Characters of a cell of a spreadsheet, and those that are kept of a longer one. */
const [maxCharacters, maxShown] = [32_767, 200];

/**
 * The rows of a list within the limits of a spreadsheet: a cell that is too long is a problem of its row, and empty cells
 * at its end don't count. A formula that is only a text, such as `="0151"`, is that text.
 *
 * @throws InputError for a row that is wider than a list
 */
export function* withinLimits(
	records: Iterable<ListRecord | undefined>,
): Generator<ListRecord | undefined, void> {
	for (const record of records) yield record && withinCellLimits(record);
}

function withinCellLimits(record: ListRecord): ListRecord {
	if (widthOf(record.cells) > maxColumns) throw tooWide();
	const cells = record.cells
		.slice(0, maxColumns)
		.map((cell) => (isLong(cell) ? cell.slice(0, maxShown) : (textOfFormula(cell) ?? cell)));
	return record.cells.some(isLong)
		? { ...record, cells, problem: record.problem ?? longCell }
		: { ...record, cells };
}

function isLong(cell: unknown): cell is string {
	return typeof cell === 'string' && cell.length > maxCharacters;
}

/**
 * Opens a CSV file: finds its separator, the sign by which one of the first rows has most known names of columns, and gives
 * its rows one by one, each in time linear in its length.
 *
 * @param pieces its text, which can be read again
 */
export function openCsv(pieces: Iterable<string>) {
	const [head = ''] = pieces;
	const [line = '', declared] = declaration.exec(head) ?? [];
	const separator = declared ?? bestHead(head).separator;
	return { separator, head, records: readRecords(pieces, separator, line.length) };
}

/** Rows, and names in them, that show how a file is separated: above a header there may be titles. */
const [maxHeads, maxNames] = [20, 500];

/** The separator that makes most names known, in the first row with most of them. */
export function bestHead(text: string): { separator: string; known: number } {
	const heads = separators.map((separator) => ({ separator, ...headOf(text, separator) }));
	return heads.reduce((best, other) => {
		const more = other.known - best.known || other.count - best.count;
		return more > 0 ? other : best;
	});
}

/** The first row with most names that are known. */
function headOf(text: string, separator: string) {
	let [best, rows, seen] = [{ known: -1, count: 0 }, 0, 0];
	for (const { cells } of readRecords([text], separator)) {
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
 * @param pieces the text; only the pieces that are read are in memory
 * @param start the position of the first line, in the first piece
 * @throws InputError for a line that is longer or wider than a list has
 */
export function* readRecords(
	pieces: Iterable<string>,
	separator: string,
	start = 0,
): Generator<ListRecord> {
	const rest = pieces[Symbol.iterator]();
	let [text, at, isWhole] = ['', start, false];
	for (let row = 1; ; row++) {
		while (!isWhole && text.length - at < maxRecord) {
			const { done, value } = rest.next();
			if (done) isWhole = true;
			else [text, at] = [text.slice(at) + value, Math.max(0, at - text.length)];
		}
		if (at >= text.length) return;
		const { cells, problem, end } = recordAt(text, at, separator);
		const last = problem ? endOf(plainLine, text, at) : end;
		if (last === text.length && !isWhole) throw tooLong();
		yield problem ? { row, cells: [text.slice(at, last)], problem } : { row, cells };
		at = last + (text.startsWith('\r\n', last) ? 2 : 1);
	}
}

function tooLong(): InputError {
	return new InputError(
		'A line of the file has more than 1,000,000 characters',
		'Keep the columns that the list needs, and submit that file.',
	);
}

/** A line, and a cell in quotes, in which two quotes are one. */
const [plainLine, quotedCell] = [/[^\r\n]*/y, /"[^"]*(?:""[^"]*)*"(?!")/y];
const lineEnds = /\r\n?|\n/g;

/** The position behind what a sticky pattern finds at another one; -1 where it finds nothing. */
function endOf(pattern: RegExp, text: string, at: number): number {
	pattern.lastIndex = at;
	return pattern.test(text) ? pattern.lastIndex : -1;
}

/** The cells of a record, and the end of its last line. */
function recordAt(text: string, start: number, separator: string) {
	const cells: string[] = [];
	let lines = 1;
	for (let at = start; ; at++) {
		const isQuoted = text[at] === '"';
		const end = isQuoted ? endOf(quotedCell, text, at) : plainEnd(text, at, separator);
		const cell = text.slice(at, end);
		if (isQuoted) lines += cell.match(lineEnds)?.length ?? 0;
		if (end < 0 || lines > maxLines) return { cells, end, problem: openQuote };
		cells.push(isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell);
		if (cells.length > maxCells) throw tooWide();
		at = end;
		if (text[at] === separator) continue;
		const isEnd = at === text.length || isLineEnd(text[at]);
		return { cells, end, problem: isEnd ? undefined : textBehindQuote };
	}
}

function plainEnd(text: string, start: number, separator: string): number {
	let end = start;
	while (end < text.length && text[end] !== separator && !isLineEnd(text[end])) end++;
	return end;
}

function isLineEnd(sign?: string): boolean {
	return sign === '\r' || sign === '\n';
}
