import type { Corrections } from './corrections';
import type { InputError } from '../platform/input';
import { unitsBeside } from './amountColumns';
import { chooseColumns, wrongColumn } from './chooseColumns';
import { profilesOf, type ColumnProfile } from './columnProfile';
import { columnsAt, missingColumn, type Columns } from './columns';
import { isBlank, widthOf, type ListRecord } from './csv';
import {
	readListSettings,
	chosenSettings,
	type Question,
	type ChosenSettings,
} from './readingSettings';
import { readFirstRow, titleRowsAmong } from './header';
import type { Reading } from './reading';
import type { Turns } from './turns';

/** The settings that a person or a program set for a list. */
export interface ListSettings extends ChosenSettings {
	/** MB for rows without an amount. */
	defaultAmount?: number;
	/** Whether to read numbers outside all numbering plans, too, such as test numbers. */
	sendAsEntered?: boolean;
	/** The cells that a planner has corrected. */
	corrections?: Corrections;
	/** Whether only the corrected rows count; the others show how all are read. */
	onlyCorrected?: boolean;
	/** The default settings. @param header the cells of the first row that isn't blank */
	defaults?: (header: unknown[]) => ChosenSettings;
}

/** A proposal on how to read a list, from its first rows. */
export interface Proposal {
	/** The settings that were set, and the columns that were found. */
	reading: Reading;
	/** The questions about the first row and the columns. */
	questions: Question[];
	columns: Columns;
	/** The columns that aren't empty, and the sample rows they were found in. */
	profiles: ColumnProfile[];
	rows: ListRecord[];
	/** The first row that isn't blank, even if it's a customer. */
	header?: ListRecord;
	/** The rows after the header, if there is one. */
	body: ListRecord[];
	/** Why no row can be read. */
	refusal?: InputError;
}

/** The most rows in the sample. */
export const maxSampleRows = 500;

/**
 * Proposes how to read a list, from the settings that were set and its first rows.
 *
 * @throws InputError for an invalid setting, such as the country `XX`
 */
export function* proposeFor(first: ListRecord[], settings: ListSettings) {
	const { defaultAmount, sendAsEntered = false, defaults } = settings;
	const rowsAbove = titleRowsAmong(first);
	yield;
	const records = first.slice(rowsAbove);
	const header = records.find(({ cells }) => !isBlank(cells))?.cells ?? [];
	const all = { ...chosenSettings(defaults?.(header) ?? {}), ...chosenSettings(settings) };
	const reading = { ...readListSettings(all, header), defaultAmount, sendAsEntered };
	return { ...(yield* propose(records, reading)), chosen: all, rowsAbove };
}

/**
 * Proposes how to read a list, from the names and cells of its columns. Settings that were set stay. It never assumes a
 * country, a decimal sign, how to read ambiguous numbers, or a unit that no column name has.
 *
 * @param records the first rows of the list, with its header
 * @throws InputError for a country without a numbering plan
 */
export function* propose(records: ListRecord[], before: Reading): Turns<Proposal> {
	const filled = records.filter(({ cells, problem }) => !problem && !isBlank(cells));
	const { hasHeader, question } = readFirstRow(filled, before);
	const rows = filled.slice(hasHeader ? 1 : 0).slice(0, maxSampleRows);
	const profiles = yield* profilesOf(hasHeader ? filled[0] : undefined, rows, before);
	const sample = { hasHeader, isWhole: rows.length < maxSampleRows };
	const { reading, questions } = chooseColumns(profiles, { ...before, hasHeader }, sample);
	const at = records.findIndex(({ cells }) => !isBlank(cells));
	const header = records[at];
	const columns = columnsOf(header?.cells ?? [], reading, usualWidth(records));
	const wrong = wrongColumn(profiles, before.columns) ?? unitsBeside(profiles, reading);
	return {
		reading,
		// They are about other columns than the one that is chosen next.
		questions: wrong ? [] : [...(question ? [question] : []), ...questions],
		columns,
		profiles,
		rows,
		header,
		body: header ? records.slice(at + (hasHeader ? 1 : 0)) : [],
		refusal: header && (header.problem ?? wrong ?? missingColumn(columns, reading.flags)),
	};
}

/** @param cells of the first row; the last ones may be missing */
function columnsOf(cells: unknown[], { columns, hasHeader }: Reading, usual: number): Columns {
	const names = hasHeader ? cells.slice(0, widthOf(cells)) : cells;
	// A column after the header's last one is added only if a field uses it.
	const needed = Math.max(0, ...Object.values(columns).map((position) => position + 1));
	const width = Math.max(names.length, hasHeader ? Math.min(needed, usual) : usual);
	const all = Array.from({ length: width }, (_, at) => names[at]);
	return { ...columnsAt(columns, all, hasHeader), ...(hasHeader && { width: cells.length }) };
}

/** The share of rows that may be wider than the others: a separator without quotes splits a cell in two. */
const maxWiderShare = 0.1;

/** The width of the widest row, apart from the widest tenth of rows. */
function usualWidth(rows: ListRecord[]): number {
	const widths = rows.map(({ cells }) => widthOf(cells)).sort((one, other) => other - one);
	return widths[Math.floor(widths.length * maxWiderShare)] ?? 0;
}
