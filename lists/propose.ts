import type { InputError } from '../platform/input';
import { chooseColumns, wrongColumn } from './chooseColumns';
import { profilesOf, type ColumnProfile } from './columnProfile';
import { columnsAt, missingColumn, type Columns } from './columns';
import { isBlank, widthOf, type ListRecord } from './csv';
import { readSettings, saidSettings, type SaidSettings } from './readingSettings';
import { readFirstRow, titleRowsAmong } from './header';
import type { Question } from './questions';
import type { Reading } from './reading';
import type { Steps } from './steps';

/** The settings that were said of how a list is read. */
export interface Said extends SaidSettings {
	/** MB, of rows without an amount. */
	defaultAmount?: number;
	/** Whether numbers that no numbering plan has are read, too. */
	sendAsEntered?: boolean;
	/** The settings that hold where nothing was said. @param header the cells of the first row that isn't blank */
	defaults?: (header: unknown[]) => SaidSettings;
}

/** How a list is read, by its first rows. */
export interface Proposal {
	/** The settings that were said, completed by the columns that were found. */
	reading: Reading;
	/** The questions about first row and columns. */
	questions: Question[];
	columns: Columns;
	/** The columns with something in them, and the rows that they were found in. */
	profiles: ColumnProfile[];
	rows: ListRecord[];
	/** The first row that isn't blank. */
	header?: ListRecord;
	/** The rows to read, below the header. */
	body: ListRecord[];
	/** Why no row can be read. */
	refusal?: InputError;
}

/** Rows that show how a list is written. */
export const maxSampleRows = 500;

/**
 * Proposes how a list is read by what was said, and by its first rows.
 *
 * @throws InputError for what was said and can't be
 */
export function* proposeFor(first: ListRecord[], said: Said) {
	const { defaultAmount, sendAsEntered = false, defaults } = said;
	const rowsAbove = titleRowsAmong(first);
	yield;
	const records = first.slice(rowsAbove);
	const header = records.find(({ cells }) => !isBlank(cells))?.cells ?? [];
	const all = { ...saidSettings(defaults?.(header) ?? {}), ...saidSettings(said) };
	const reading = { ...readSettings(all, header), defaultAmount, sendAsEntered };
	return { ...(yield* propose(records, reading)), said: all, rowsAbove };
}

/**
 * Proposes how a list is read, from the names and the contents of its columns. Settings that were said stay. A country, a
 * decimal sign, a unit that nothing tells, and the reading of ambiguous numbers are never assumed.
 *
 * @param records the first rows of the list, with its header
 * @throws InputError for a country without a numbering plan
 */
export function* propose(records: ListRecord[], said: Reading): Steps<Proposal> {
	const filled = records.filter(({ cells, problem }) => !problem && !isBlank(cells));
	const { hasHeader, question } = readFirstRow(filled, said);
	const rows = filled.slice(hasHeader ? 1 : 0).slice(0, maxSampleRows);
	const profiles = yield* profilesOf(hasHeader ? filled[0] : undefined, rows, said);
	const sample = { hasHeader, isWhole: rows.length < maxSampleRows };
	const { reading, questions } = chooseColumns(profiles, { ...said, hasHeader }, sample);
	const at = records.findIndex(({ cells }) => !isBlank(cells));
	const header = records[at];
	const columns = columnsOf(header?.cells ?? [], reading, usualWidth(records));
	const wrong = wrongColumn(profiles, said.columns);
	return {
		reading,
		// They are about other columns than the one that is chosen next.
		questions: wrong ? [] : [...(question ? [question] : []), ...questions],
		columns,
		profiles,
		rows,
		header,
		body: header ? records.slice(at + (hasHeader ? 1 : 0)) : [],
		refusal: header && (header.problem ?? wrong ?? missingColumn(columns)),
	};
}

/** @param cells of the first row, which may lack its last ones */
function columnsOf(cells: unknown[], { columns, hasHeader }: Reading, usual: number): Columns {
	const names = hasHeader ? cells.slice(0, widthOf(cells)) : cells;
	// Behind a header, only a column that a setting needs is added.
	const needed = Math.max(0, ...Object.values(columns).map((position) => position + 1));
	const width = Math.max(names.length, hasHeader ? Math.min(needed, usual) : usual);
	return columnsAt(
		columns,
		Array.from({ length: width }, (_, at) => names[at]),
		hasHeader,
	);
}

/** The share of rows that may be wider than the others: a separator without quotes splits a cell in two. */
const maxWiderShare = 0.1;

/** The number of cells of a row, but for a few wider rows. */
function usualWidth(rows: ListRecord[]): number {
	const widths = rows.map(({ cells }) => widthOf(cells)).sort((one, other) => other - one);
	return widths[Math.floor(widths.length * maxWiderShare)] ?? 0;
}
