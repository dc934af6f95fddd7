import { isNothing } from '../platform/answer';
import { readCheck } from '../campaign/check';
import { isBlank, type ListRecord } from '../lists/csv';
import { byteOrderMark, csvLines, isSignedNumber } from '../lists/csvCell';
import { openText, separatorNamed } from '../lists/file';
import { hasRows, keptFileIn } from './keptFile';
import { outcomesOf, reasonIn } from '../campaign/outcomes';
import { resultCsv } from './resultCsv';
import type { Piece, Campaign, StoredList } from '../campaign/types';
import type { Steps } from '../lists/steps';
import { isWorkbook, openSheets } from '../lists/workbook/open';
import { writeWorkbook } from '../lists/workbook/write';

/** How a result file is named and sent. */
export interface FileKind {
	extension: string;
	mimeType: string;
}

const csv: FileKind = { extension: 'csv', mimeType: 'text/csv' };
const workbook: FileKind = {
	extension: 'xlsx',
	mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** So many rows are written or looked at between two turns of other work. */
const rowsPerTurn = 500;

/**
 * A list with its results: the file as it was uploaded, with two columns more. A list that came without a file, or whose
 * file doesn't have each row that was planned, is written in columns of its own (resultCsv.ts).
 *
 * @returns the bytes of the file in parts, some of them empty, so that other work gets its turn; at last what kind of file it is
 */
export function* resultFile(
	campaign: Pick<Campaign, 'check'>,
	pieces: Piece[],
	lists: StoredList[],
): Generator<Uint8Array, FileKind> {
	const check = readCheck(campaign);
	const rows = lists.filter(hasRows);
	const bytes = keptFileIn(lists);
	if (bytes) {
		const decimal = check?.said.decimal === 'comma' ? ',' : '.';
		const outcomes = new Map<number, string[]>();
		for (const list of outcomesOf(pieces, rows)) {
			for (const outcome of list) {
				outcomes.set(outcome.row, [outcome.result, reasonIn(outcome, decimal)]);
			}
		}
		const results = { outcomes, rowsAbove: check?.list.rowsAbove ?? 0 };
		const { records } = yield* openOriginal(bytes, check?.list.sheet);
		const width = yield* widthOf(records, results);
		if (width !== undefined) {
			const { write } = yield* openOriginal(bytes, check?.list.sheet);
			return yield* write(width, results);
		}
	}
	const parts = resultCsv(pieces, rows, separatorNamed(check?.list.separator));
	for (const part of parts) yield Buffer.from(part);
	return csv;
}

/** A file as it was uploaded, which can be written again. */
interface Original {
	records: Iterable<ListRecord | undefined>;
	write: (width: number, results: RowResults) => Generator<Uint8Array, FileKind>;
}

interface RowResults {
	/** Result and reason by row. */
	outcomes: ReadonlyMap<number, string[]>;
	/** How many stand above the header. */
	rowsAbove: number;
}

const nothing = new Uint8Array(0);

/** The result of steps, with nothing to write between them. */
function* writingNothing<Result>(steps: Steps<Result>): Generator<Uint8Array, Result> {
	for (;;) {
		const step = steps.next();
		if (step.done) return step.value;
		yield nothing;
	}
}

function* openOriginal(
	bytes: Uint8Array,
	sheet: string | undefined,
): Generator<Uint8Array, Original> {
	if (isWorkbook(bytes)) {
		const sheets = yield* writingNothing(openSheets(bytes, true));
		const { records, numberFormats, sheet: name } = yield* writingNothing(sheets.open(sheet));
		return {
			records,
			*write(width, results) {
				yield* writeWorkbook(name, withOutcomes(records, width, results), numberFormats);
				return workbook;
			},
		};
	}
	const { separator, records } = yield* writingNothing(openText(bytes));
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

/** How many columns a file has; undefined where its rows aren't those that have outcomes. */
function* widthOf(
	records: Iterable<ListRecord | undefined>,
	{ outcomes, rowsAbove }: RowResults,
): Generator<Uint8Array, number | undefined> {
	let [at, width, found, filled] = [0, 0, 0, 0];
	for (const record of records) {
		if (!record) yield nothing;
		if (!record || at++ < rowsAbove || isBlank(record.cells)) continue;
		const { row, cells } = record;
		filled += 1;
		if (filled % rowsPerTurn === 0) yield nothing;
		width = Math.max(width, cells.findLastIndex((cell) => !isNothing(cell)) + 1);
		if (outcomes.has(row)) found += 1;
		// Only the first row may be none of a customer.
		else if (filled > 1) return undefined;
	}
	return found === outcomes.size ? width : undefined;
}

/** The rows with what became of them, in two columns behind all others; the first row without that names them. */
function* withOutcomes(
	records: Iterable<ListRecord | undefined>,
	width: number,
	{ outcomes, rowsAbove }: RowResults,
): Generator<ListRecord | undefined> {
	let at = 0;
	for (const record of records) {
		if (!record) {
			yield undefined;
			continue;
		}
		const { row, cells } = record;
		const isAbove = at++ < rowsAbove;
		if (isAbove || isBlank(cells)) {
			yield { row, cells: isAbove ? cells : [] };
			continue;
		}
		const own = Array.from({ length: width }, (_, at) => cells[at]);
		yield { row, cells: [...own, ...(outcomes.get(row) ?? ['result', 'reason'])] };
	}
}
