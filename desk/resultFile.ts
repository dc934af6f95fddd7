import { readCheck, type Check } from '../campaign/check';
import { correctedRecord, correctionsIn } from '../lists/corrections';
import { isBlank, widthOf, type ListRecord } from '../lists/csv';
import { byteOrderMark, csvLines, isSignedNumber } from '../lists/csvCell';
import { openText, separatorNamed } from '../lists/file';
import { hasRows, keptFileIn } from './keptFile';
import { resultCsv } from './resultCsv';
import { listOutcomes, reasonIn, type Outcome } from '../campaign/outcomes';
import type { Piece, Campaign, StoredList } from '../campaign/types';
import { inLanguage, type Speech } from '../platform/say';
import { saysGiven } from '../lists/resultWords';
import type { Turns } from '../lists/turns';
import { isWorkbook, openSheets } from '../lists/workbook/open';
import { writeWorkbook } from '../lists/workbook/write';

/** How a result file is named and sent. */
interface FileKind {
	extension: string;
	mimeType: string;
}

export const csv: FileKind = { extension: 'csv', mimeType: 'text/csv' };
const workbook: FileKind = {
	extension: 'xlsx',
	mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The bytes of a file in parts; undefined where other work gets its turn. */
type Writing<Result = FileKind> = Generator<Uint8Array | undefined, Result>;

/** So many rows are written or looked at between two turns of other work. */
const rowsPerTurn = 500;

/** The stored rows that a file is made of. */
export interface FileRows {
	pieces: Piece[];
	lists: StoredList[];
	/** Whether only the rows are wanted that can be corrected. */
	toCorrect: boolean;
	/** Of the reasons; results are in English, because a list that comes back is known by them. */
	language: Speech;
}

/** Whether a row failed, or was left out for something that can be corrected: a duplicate and an opt-out can't. */
function isToCorrect({ state, nextStep }: Outcome): boolean {
	return state === 'failed' || (state === undefined && nextStep !== '');
}

/**
 * A list with its results: the file as it was uploaded, with two columns more. A list that came without a file, or whose
 * file doesn't have each row that was planned, is written in columns of its own (`resultCsv`).
 *
 * @returns at last what kind of file it is
 */
export function* resultFile(
	campaign: Pick<Campaign, 'check'>,
	{ pieces, lists, toCorrect, language }: FileRows,
): Writing {
	const check = readCheck(campaign);
	const rows = lists.filter(hasRows);
	const bytes = keptFileIn(lists);
	const isWanted = (outcome: Outcome) => !toCorrect || isToCorrect(outcome);
	if (bytes) {
		const decimal = check?.chosen.decimal === 'comma' ? ',' : '.';
		const outcomes: RowResults['outcomes'] = new Map();
		for (const list of listOutcomes(pieces, rows)) {
			inLanguage(language, () => {
				for (const outcome of list) {
					const own = [outcome.result, reasonIn(outcome, decimal)];
					outcomes.set(outcome.row, isWanted(outcome) ? own : undefined);
				}
			});
		}
		const { rowsAbove = 0, sheet } = check?.list ?? {};
		const corrected = check && correctedBy(check);
		const results = { outcomes, rowsAbove, isCompact: toCorrect, corrected };
		const kind = yield* fileWithResults(bytes, sheet, results);
		if (kind) return kind;
	}
	const separator = separatorNamed(check?.list.separator);
	const parts = resultCsv(pieces, rows, separator, isWanted, language);
	for (const part of parts) yield Buffer.from(part);
	return csv;
}

/**
 * A file as it was uploaded, with two columns more.
 *
 * @returns as `resultFile`; undefined if the file's rows aren't those with results: then nothing is written
 */
export function* fileWithResults(
	bytes: Uint8Array,
	sheet: string | undefined,
	results: RowResults,
): Writing<FileKind | undefined> {
	const { records } = yield* openOriginal(bytes, sheet);
	const width = yield* ownWidth(records, results);
	if (width === undefined) return undefined;
	const { write } = yield* openOriginal(bytes, sheet);
	return yield* write(width, results);
}

/** A file as it was uploaded, which can be written again. */
interface Original {
	records: Iterable<ListRecord | undefined>;
	write: (width: number, results: RowResults) => Writing;
}

export interface RowResults {
	/** Result and reason by row; undefined for a row that isn't written. */
	outcomes: Map<number, string[] | undefined>;
	/** How many stand above the header. */
	rowsAbove: number;
	/** Whether no blank row stands between the others. */
	isCompact: boolean;
	/** A row with the cells that a planner has corrected. */
	corrected?: (record: ListRecord) => ListRecord;
}

/** Puts the cells that a planner has corrected in place of the file's. */
function correctedBy({ columns, corrected = {} }: Pick<Check, 'columns' | 'corrected'>) {
	const at = Object.fromEntries(
		columns.flatMap(({ field, number }) => (field ? [[field, number - 1]] : [])),
	);
	const corrections = correctionsIn(corrected);
	return (record: ListRecord) => correctedRecord(record, at, corrections);
}

/** Opens a file, whose rows can be read once. */
function* openOriginal(bytes: Uint8Array, sheet: string | undefined): Writing<Original> {
	if (isWorkbook(bytes)) {
		const sheets = yield* openSheets(bytes, true);
		const { records, numberFormats, sheet: name } = yield* sheets.open(sheet);
		return {
			records,
			*write(width, results) {
				yield* writeWorkbook(name, withOutcomes(records, width, results), numberFormats);
				return workbook;
			},
		};
	}
	const { separator, records } = yield* openText(bytes);
	return {
		records,
		*write(width, results) {
			yield Buffer.from(byteOrderMark);
			let lines = '';
			let waiting = 0;
			for (const record of withOutcomes(records, width, results)) {
				if (record) lines += csvLines([record.cells], separator, isSignedNumber);
				if (++waiting < rowsPerTurn) continue;
				yield Buffer.from(lines);
				lines = '';
				waiting = 0;
			}
			yield Buffer.from(lines);
			return csv;
		},
	};
}

/** The names of the two columns behind all others. */
const addedNames = ['result', 'reason'];

/**
 * The number of a file's columns, without *result* and *reason* of an earlier download; undefined if its rows aren't those
 * with outcomes.
 */
function* ownWidth(
	records: Iterable<ListRecord | undefined>,
	{ outcomes, rowsAbove }: RowResults,
): Turns<number | undefined> {
	let [at, width, found, filled] = [0, 0, 0, 0];
	let header: unknown[] = [];
	for (const record of records) {
		if (!record) yield;
		if (!record || at++ < rowsAbove || isBlank(record.cells)) continue;
		const { row, cells } = record;
		filled += 1;
		if (filled % rowsPerTurn === 0) yield;
		width = Math.max(width, widthOf(cells));
		if (outcomes.has(row)) found += 1;
		// Only the first row, the header, may have no outcome.
		else if (filled > 1) return undefined;
		else header = cells;
	}
	if (found !== outcomes.size) return undefined;
	const isAdded = header.slice(width - 2, width).join() === addedNames.join();
	return isAdded ? width - 2 : width;
}

/** The rows with result and reason in two columns behind all others; the header names them. */
function* withOutcomes(
	records: Iterable<ListRecord | undefined>,
	width: number,
	{ outcomes, rowsAbove, isCompact, corrected = (record) => record }: RowResults,
): Generator<ListRecord | undefined> {
	let [at, written] = [0, 0];
	for (const record of records) {
		const isAbove = at < rowsAbove;
		if (record) at += 1;
		if (!record || isSkipped(record)) {
			yield undefined;
			continue;
		}
		written += 1;
		const row = isCompact ? written : record.row;
		// A row that is hidden or struck out stays so: somebody may read the file again.
		yield { ...record, row, cells: cellsOf(corrected(record), isAbove) };
	}

	function isSkipped({ row, cells }: ListRecord): boolean {
		const isUnwanted = outcomes.has(row) && !outcomes.get(row);
		return isUnwanted || (isCompact && (isBlank(cells) || saysGiven(cells[width])));
	}

	function cellsOf({ row, cells }: ListRecord, isAbove: boolean): unknown[] {
		if (isAbove) return cells;
		if (isBlank(cells)) return [];
		const own = Array.from({ length: width }, (_, column) => cells[column]);
		// A row that was given by an earlier download keeps that result: this campaign left it out.
		const [before] = cells.slice(width);
		const results = saysGiven(before) ? cells.slice(width, width + 2) : undefined;
		return [...own, ...(results ?? outcomes.get(row) ?? addedNames)];
	}
}

/** The name of a file, with the letters of each language. @param part of the list, such as ` to correct`; '' for all of it */
export function fileNameOf({ name }: Pick<Campaign, 'name'>, extension: string, part = ''): string {
	const own = `${name.replace(/\.(csv|xlsx)$/i, '')}${part}`;
	return `${own.replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '-')}.${extension}`;
}
