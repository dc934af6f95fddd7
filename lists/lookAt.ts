import { isNothing } from '../platform/answer';
import { AmountEvidence } from './amountEvidence';
import { chooseColumns } from './chooseColumns';
import { contentsOf, type ColumnContents } from './columnContents';
import { isBlank, type ListRecord } from './csv';
import { readDeclared, saidOf, type SaidReading } from './declared';
import { readFirstRow, titleRowsAmong } from './header';
import { NumberEvidence } from './numberEvidence';
import type { Question } from './questions';
import { usual, withoutEmpty, type Reading } from './reading';
import type { Steps } from './steps';

/** The settings that were said of how a list is read. */
export interface Said extends SaidReading {
	/** MB, of rows without an amount. */
	defaultAmount?: number;
	/** Whether numbers that no numbering plan has are read, too. */
	sendAsEntered?: boolean;
	/** The reading that holds where nothing was said. @param header the cells of the first row that isn't blank */
	otherwise?: (header: unknown[]) => SaidReading;
}

/** How a list is read, by its first rows. */
export interface Look {
	/** The declared settings, completed by the columns that were found. */
	reading: Reading;
	/** The questions about first row and columns. */
	questions: Question[];
	/** Take down what cells leave open, for the questions about them. */
	numbers: NumberEvidence;
	amounts: AmountEvidence;
	/** How many cells rows have, where no header tells. */
	width: number;
	/** The columns, and the rows below the header. */
	contents: ColumnContents[];
	rows: ListRecord[];
}

/** So many rows show how a list is written. */
export const mostRows = 500;

/**
 * Looks at the first rows of a list, by what was said.
 *
 * @throws InputError for what was said and can't be
 */
export function* lookAt(first: ListRecord[], said: Said) {
	const { defaultAmount, sendAsEntered, otherwise } = said;
	const rowsAbove = titleRowsAmong(first);
	yield;
	const records = first.slice(rowsAbove);
	const header = records.find(({ cells }) => !isBlank(cells))?.cells ?? [];
	const all = { ...saidOf(otherwise?.(header) ?? {}), ...saidOf(said) };
	const declared = { ...readDeclared(all, header), defaultAmount, sendAsEntered };
	const look = yield* propose(records, declared);
	return { ...look, header, said: all, records, rowsAbove };
}

/**
 * Proposes how a list is read, from the names and the contents of its columns. Declared settings stay. A country, a decimal
 * sign, a unit that nothing tells, and what two ways are, is never assumed.
 *
 * @param records the first rows of the list, with its header
 * @param declared a country of '' says that all numbers have their calling code
 * @throws InputError for a country without a numbering plan
 */
export function* propose(records: ListRecord[], declared: Partial<Reading>): Steps<Look> {
	const known = withoutEmpty(declared);
	const filled = records.filter(({ cells, problem }) => !problem && !isBlank(cells));
	const { hasHeader, question } = readFirstRow(filled, known.hasHeader);
	const rows = filled.slice(hasHeader ? 1 : 0).slice(0, mostRows);
	const contents = yield* contentsOf(hasHeader ? filled[0] : undefined, rows, known);
	const sample = { hasHeader, isWhole: rows.length < mostRows };
	const { columns, questions } = chooseColumns(contents, known, sample);
	const unit = known.unit ?? contents.find(({ at }) => at === columns.megabytes)?.says.unit;
	return {
		reading: { ...usual, ...known, unit: unit ?? usual.unit, hasHeader, columns },
		questions: [...(question ? [question] : []), ...questions],
		numbers: new NumberEvidence(known),
		amounts: new AmountEvidence({ unit: !unit, decimal: !known.decimal }),
		width: usualWidth(records),
		contents,
		rows,
	};
}

/** So many of the rows have the usual width, or more. */
const usualShare = 0.1;

/** How many cells rows have, but for a few that have more: a separator that isn't in quotes makes two cells of one. */
function usualWidth(rows: ListRecord[]): number {
	const widths = rows.map(({ cells }) => cells.findLastIndex((cell) => !isNothing(cell)) + 1);
	const sorted = widths.sort((one, other) => other - one);
	return sorted[Math.floor(sorted.length * usualShare)] ?? 0;
}
