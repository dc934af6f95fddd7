import type { ColumnContents } from './columnContents';
import { askFor, type Choice } from './columnQuestion';

/** Most cells must be what a column is taken for. */
const most = 0.5;

/** Of a column whose name says nothing of phones, so many rows must have numbers. */
const fewest = 0.1;

/** Names of numbers that are as long as phone numbers, and none. */
const otherNumbers = /\b(?:id|order|invoice|ref|imei|imsi|iccid|iban|zip)\b/i;

/**
 * Chooses the column with phone numbers by the cells. Of several ones the name of one may be proposed if it says nothing but
 * phone; a store's or an old number never is.
 *
 * @param contents of the columns that weren't said to be something else
 * @param all to name them where none has numbers
 */
export function choosePhone(contents: ColumnContents[], all: ColumnContents[]): Choice {
	const named = contents.filter(({ says }) => says.field === 'phone');
	const full = fullOfPhones(contents);
	if (full.length > 1) return askFor('phoneColumn', full, all, bestOf(full));
	const [only] = full;
	if (only?.says.field === 'phone' && !only.says.isOther) return { chosen: only };
	// The rows of a named one say what is wrong with them.
	const [plain] = named.filter(({ says }) => says.isPlain).sort(byRank);
	if (!only && plain) return { chosen: plain };
	const digits = contents.filter(maybePhones);
	const candidates = only ? [only] : digits;
	const [first] = candidates;
	const isClear = candidates.length === 1 && first && !first.says.isOther && isWritten(first);
	return askFor('phoneColumn', candidates, all, isClear ? first : undefined);
}

/** The columns that are full of phone numbers, by their cells and, where these could be IDs, by their names. */
export function fullOfPhones(contents: ColumnContents[]): ColumnContents[] {
	const rows = contents.reduce((longest, { cells }) => Math.max(longest, cells.length), 0);
	return contents.filter((column) => {
		const isNamed = column.says.field === 'phone';
		const isValid = column.valid >= most && column.phones >= rows * fewest;
		return isFull(column) && (isNamed || isValid);
	});
}

/** Whether most cells are written as phone numbers are; of digits alone nothing tells them from barcodes. */
function isWritten({ says, cells }: ColumnContents): boolean {
	const isDigits = (cell: unknown) => /^[1-9]\d*(?:\.0)?$/.test(String(cell).trim());
	return says.field === 'phone' || cells.filter(isDigits).length <= cells.length * most;
}

/** Whether a column has digits as long as phone numbers, and no name of other ones. */
export function maybePhones(column: ColumnContents): boolean {
	return isFull(column) && !column.says.field && !otherNumbers.test(column.name);
}

function isFull({ cells, phones }: ColumnContents): boolean {
	return phones > 0 && phones >= cells.length * most;
}

/** The one with the best name, or with clearly more mobile numbers. */
function bestOf(columns: ColumnContents[]): ColumnContents | undefined {
	const [first, second] = columns
		.filter(({ says }) => says.isPlain)
		.sort((one, other) => byRank(one, other) || other.mobile - one.mobile);
	if (!first || !second) return first;
	const isBetter = byRank(first, second) < 0 || first.mobile - second.mobile >= most;
	return isBetter ? first : undefined;
}

function byRank(one: ColumnContents, other: ColumnContents): number {
	return one.says.rank - other.says.rank;
}
