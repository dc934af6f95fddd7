import { tried } from '../platform/input';
import type { ColumnContents } from './columnContents';
import { askBesideDefault, askFor, type Choice } from './columnQuestion';
import { readersOf, type Reading } from './reading';

/** Most cells must be what a column's name says; where the name says nothing, nearly all. */
const [most, nearlyAll] = [0.5, 0.8];

/** The first rows of a list, which were looked at. */
export interface Sample {
	hasHeader: boolean;
	/** Whether it's the whole list. */
	isWhole: boolean;
}

/**
 * Chooses the column with amounts by its whole name. One that has other words in its name, or none, is asked about; it's
 * proposed only where its cells have units.
 *
 * @param contents of the columns that weren't said to be something else
 * @param all to name them where none has amounts
 * @param declared with an amount for all rows no column takes its place unasked
 */
export function chooseAmount(
	contents: ColumnContents[],
	all: ColumnContents[],
	declared: Partial<Reading>,
	{ hasHeader, isWhole }: Sample,
): Choice {
	const named = namedOf(contents);
	const doubtful = contents.filter((column) => {
		return !named.includes(column) && isDoubtful(column, hasHeader);
	});
	const candidates = [...named, ...doubtful];
	const [first] = candidates;
	if (declared.defaultAmount !== undefined) {
		const differing = candidates.filter((column) => !(isWhole && hasDefaultOnly(column, declared)));
		return differing.length > 0 ? askBesideDefault(differing) : {};
	}
	const isOnly = candidates.length === 1;
	if (first && isOnly && named.length === 1) return { chosen: first };
	const proposed = isOnly && hasUnits(first) ? first : undefined;
	return askFor('amountColumn', candidates, all, proposed);
}

/** Whether all amounts of a column are the one for all rows, so that it makes no difference. */
function hasDefaultOnly({ says, cells }: ColumnContents, declared: Partial<Reading>): boolean {
	const { unit = says.unit, defaultAmount } = declared;
	if (!unit) return false;
	const { amount } = readersOf({ ...declared, unit });
	return cells.every((cell) => tried(() => amount(cell)) === defaultAmount);
}

/** The columns whose whole name says it, and whose cells don't speak against it. */
function namedOf(contents: ColumnContents[]): ColumnContents[] {
	const all = contents.filter(({ says }) => says.field === 'megabytes' && says.isPlain);
	const fitting = all.filter((column) => {
		return column.amounts >= column.cells.length * most && !isMoney(column);
	});
	const filled = fitting.filter(({ cells }) => cells.length > 0);
	if (filled.length > 0) return filled;
	if (fitting.length > 0) return fitting.slice(0, 1);
	// Its rows say what is wrong with them.
	return all.filter(({ says }) => says.unit).slice(0, 1);
}

/** Whether a column may have the amounts, though its name doesn't say that and nothing else. */
function isDoubtful({ says, cells, units, amounts }: ColumnContents, hasHeader: boolean): boolean {
	if (says.isOther || amounts === 0) return false;
	if (says.field === 'megabytes') return says.isPlain ? units > 0 : amounts >= cells.length * most;
	const count = hasHeader ? units : amounts;
	return !says.field && count > 0 && count >= cells.length * nearlyAll;
}

/** A unit makes an amount of data of a number. */
function hasUnits(column?: ColumnContents): boolean {
	return column !== undefined && column.units > 0 && column.units >= column.cells.length * most;
}

/** Prices have two decimals, and amounts of data without a unit hardly ever. */
function isMoney(column: ColumnContents): boolean {
	const { says, cells } = column;
	if (says.unit || hasUnits(column)) return false;
	const prices = cells.filter((cell) => /^\d+[.,]\d\d$/.test(String(cell).trim()));
	return prices.length > 0 && prices.length >= cells.length * most;
}
