import { isNothing } from '../platform/answer';
import { readCheck } from './check';
import { isBlank, type ListRecord } from './csv';
import { byteOrderMark, csvLines, isSignedNumber } from './csvCell';
import { openText, separatorNamed } from './file';
import { hasRows, keptFileIn } from './keptFile';
import { outcomesOf, reasonIn } from './outcomes';
import { resultCsv } from './resultCsv';
import type { Batch, Campaign, StoredList } from './types';
import { isWorkbook, openWorkbook } from './workbook/open';
import { writeWorkbook } from './workbook/write';

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
const rowsPerPiece = 500;

/**
 * A list with its results: the file as it was uploaded, with two columns more. A list that came without a file, or whose
 * file doesn't have each row that was planned, is written in columns of its own (resultCsv.ts).
 *
 * @returns the pieces of the file, some of them empty, so that other work gets its turn; at last what kind of file it is
 */
export function* resultFile(
	campaign: Pick<Campaign, 'check'>,
	batches: Batch[],
	lists: StoredList[],
): Generator<Uint8Array, FileKind> {
	const check = readCheck(campaign);
	const rows = lists.filter(hasRows);
	const bytes = keptFileIn(lists);
	if (bytes) {
		const decimal = check?.said.decimal === 'comma' ? ',' : '.';
		const outcomes = new Map<number, string[]>();
		for (const list of outcomesOf(batches, rows)) {
			for (const outcome of list) {
				outcomes.set(outcome.row, [outcome.result, reasonIn(outcome, decimal)]);
			}
		}
		const original = () => openOriginal(bytes, check?.list.sheet);
		const results = { outcomes, rowsAbove: check?.list.rowsAbove ?? 0 };
		const width = yield* widthOf(original().records, results);
		if (width !== undefined) return yield* original().write(width, results);
	}
	const parts = resultCsv(batches, rows, separatorNamed(check?.list.separator));
	for (const part of parts) yield Buffer.from(part);
	return csv;
}

/** A file as it was uploaded, which can be written again. */
interface Original {
	records: Iterable<ListRecord>;
	write: (width: number, results: RowResults) => Generator<Uint8Array, FileKind>;
}

interface RowResults {
	/** Result and reason by row. */
	outcomes: ReadonlyMap<number, string[]>;
	/** How many stand above the header. */
	rowsAbove: number;
}

function openOriginal(bytes: Uint8Array, sheet: string | undefined): Original {
	if (isWorkbook(bytes)) {
		const { records, look, sheet: name } = openWorkbook(bytes, sheet, true);
		return {
			records,
			*write(width, results) {
				yield* writeWorkbook(name, withOutcomes(records, width, results), look);
				return workbook;
			},
		};
	}
	const { separator, records } = openText(bytes);
	return {
		records,
		*write(width, results) {
			yield Buffer.from(byteOrderMark);
			let lines = '';
			let waiting = 0;
			for (const { cells } of withOutcomes(records, width, results)) {
				lines += csvLines([cells], separator, isSignedNumber);
				if (++waiting < rowsPerPiece) continue;
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
	records: Iterable<ListRecord>,
	{ outcomes, rowsAbove }: RowResults,
): Generator<Uint8Array, number | undefined> {
	let [at, width, found, filled] = [0, 0, 0, 0];
	for (const { row, cells } of records) {
		if (at++ < rowsAbove || isBlank(cells)) continue;
		filled += 1;
		if (filled % rowsPerPiece === 0) yield new Uint8Array(0);
		width = Math.max(width, cells.findLastIndex((cell) => !isNothing(cell)) + 1);
		if (outcomes.has(row)) found += 1;
		// Only the first row may be none of a customer.
		else if (filled > 1) return undefined;
	}
	return found === outcomes.size ? width : undefined;
}

/** The rows with what became of them, in two columns behind all others; the first row without that names them. */
function* withOutcomes(
	records: Iterable<ListRecord>,
	width: number,
	{ outcomes, rowsAbove }: RowResults,
): Generator<ListRecord> {
	let at = 0;
	for (const { row, cells } of records) {
		const isAbove = at++ < rowsAbove;
		if (isAbove || isBlank(cells)) {
			yield { row, cells: isAbove ? cells : [] };
			continue;
		}
		const own = Array.from({ length: width }, (_, at) => cells[at]);
		yield { row, cells: [...own, ...(outcomes.get(row) ?? ['result', 'reason'])] };
	}
}
