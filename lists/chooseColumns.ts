import { tried } from '../platform/input';
import type { ColumnContents } from './columnContents';
import { fields, fitsField, listed, shownName, type Field } from './columns';
import type { Question } from './questions';
import { readersOf, type Reading } from './reading';

/** Most cells must be what a column is taken for; where its name says nothing, nearly all. */
const [most, nearlyAll] = [0.5, 0.8];

/** Of a column whose name says nothing of phones, so many rows must have numbers. */
const fewest = 0.1;

/** The column of a field, and what has to be asked first. */
interface Choice {
	chosen?: ColumnContents;
	question?: Question;
}

/** The first rows of a list, which were looked at. */
interface Sample {
	hasHeader: boolean;
	/** Whether it's the whole list. */
	isWhole: boolean;
}

/** Proposes the column of each field that wasn't declared, with what has to be asked of them. */
export function chooseColumns(
	contents: ColumnContents[],
	declared: Partial<Reading>,
	sample: Sample,
): { columns: Reading['columns']; questions: Question[] } {
	const columns: Reading['columns'] = { ...declared.columns };
	const questions: Question[] = [];
	const isOpen = (field: Field) => !(declared.columns && field in declared.columns);
	const free = () => {
		const used = new Set(Object.values(columns));
		return contents.filter(({ at }) => !used.has(at));
	};
	const take = (field: Field, { chosen, question }: Choice): void => {
		if (chosen) columns[field] = chosen.at;
		if (question) questions.push(question);
	};
	if (isOpen('phone')) take('phone', choosePhone(free(), contents));
	if (isOpen('megabytes')) take('megabytes', chooseAmount(free(), contents, declared, sample));
	for (const field of fields) {
		if (field === 'phone' || field === 'megabytes' || !isOpen(field)) continue;
		take(field, { chosen: fitting(free(), field) });
	}
	const chosen = Object.entries(columns).filter(([, at]) => at !== undefined);
	return { columns: Object.fromEntries(chosen) as Reading['columns'], questions };
}

/** The column with the best name of a field whose cells can be that. */
function fitting(contents: ColumnContents[], field: Field): ColumnContents | undefined {
	// In some languages both codes have one name.
	const both = field === 'area' ? named(contents, 'country') : [];
	return [...named(contents, field), ...both].find(({ cells }) => fitsField(cells, field));
}

/** The columns whose name says the field, the best name first. */
function named(contents: ColumnContents[], field: Field): ColumnContents[] {
	return contents.filter(({ says }) => says.field === field).sort(byRank);
}

function byRank(one: ColumnContents, other: ColumnContents): number {
	return one.says.rank - other.says.rank;
}

const [phones, amounts] = [
	{ field: 'phoneColumn', noun: 'phone numbers', nextStep: "Choose the column as 'Phone Column'." },
	{
		field: 'amountColumn',
		noun: 'amounts',
		nextStep: "Choose the column as 'Amount Column', or write - there if the list has no amounts.",
	},
] as const;

/**
 * Asks which column it is.
 *
 * @param all the columns, to name them where none is found
 * @param proposed the column that the list itself speaks for; it's chosen until somebody answers
 */
function askFor(
	{ field, noun, nextStep }: typeof phones | typeof amounts,
	candidates: ColumnContents[],
	all: ColumnContents[],
	proposed?: ColumnContents,
): Choice {
	const [text] = [
		`The list has no column with ${noun}. Its columns are ${namesOf(all)}`,
		`The list may have ${noun} in ${namesOf(candidates)}, or something else`,
		`The list has more than one column with ${noun}: ${namesOf(candidates)}`,
	].slice(Math.min(candidates.length, 2)) as [string];
	const number = proposed && String(proposed.at + 1);
	return { chosen: proposed, question: { field, proposed: number, text, nextStep } };
}

function namesOf(columns: ColumnContents[]): string {
	return listed(columns.map(({ name, at }) => shownName(name, at)));
}

/** Names of numbers that are as long as phone numbers, and none. */
const otherNumbers = /\b(?:id|order|invoice|ref|imei|imsi|iccid|iban|zip)\b/i;

/**
 * Chooses the column with phone numbers by the cells. Of several ones the name of one may be proposed if it says nothing but
 * phone; a store's or an old number never is.
 */
function choosePhone(contents: ColumnContents[], all: ColumnContents[]): Choice {
	const full = fullOfPhones(contents);
	if (full.length > 1) return askFor(phones, full, all, bestOf(full));
	const [only] = full;
	if (only?.says.field === 'phone' && !only.says.isOther) return { chosen: only };
	// The rows of a named one say what is wrong with them.
	const [plain] = named(contents, 'phone').filter(({ says }) => says.isPlain);
	if (!only && plain) return { chosen: plain };
	const candidates = only ? [only] : contents.filter(maybePhones);
	const [first] = candidates;
	const isClear = candidates.length === 1 && first && !first.says.isOther && isWritten(first);
	return askFor(phones, candidates, all, isClear ? first : undefined);
}

/** The columns that are full of phone numbers, by their cells and, where these could be IDs, by their names. */
export function fullOfPhones(contents: ColumnContents[]): ColumnContents[] {
	const rows = contents.reduce((longest, { cells }) => Math.max(longest, cells.length), 0);
	return contents.filter((column) => {
		const isValid = column.valid >= most && column.phones >= rows * fewest;
		return isFull(column) && (column.says.field === 'phone' || isValid);
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

function isFull({ cells, phones: count }: ColumnContents): boolean {
	return count > 0 && count >= cells.length * most;
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

/**
 * Chooses the column with amounts by its whole name. One that has other words in its name, or none, is asked about; it's
 * proposed only where its cells have units. With an amount for all rows no column takes its place unasked.
 */
function chooseAmount(
	contents: ColumnContents[],
	all: ColumnContents[],
	declared: Partial<Reading>,
	{ hasHeader, isWhole }: Sample,
): Choice {
	const plain = plainAmounts(contents);
	const isCandidate = (column: ColumnContents) => isDoubtful(column, hasHeader);
	const candidates = [...new Set([...plain, ...contents.filter(isCandidate)])];
	const [first] = candidates;
	if (declared.defaultAmount !== undefined) {
		const differing = candidates.filter((column) => !(isWhole && hasDefaultOnly(column, declared)));
		return differing.length > 0 ? askBesideDefault(differing) : {};
	}
	const isOnly = candidates.length === 1;
	if (first && isOnly && plain.length === 1) return { chosen: first };
	const proposed = isOnly && hasUnits(first) ? first : undefined;
	return askFor(amounts, candidates, all, proposed);
}

/** Asks whether amounts of the list go before the one that is set for all rows. */
function askBesideDefault(candidates: ColumnContents[]): Choice {
	const text = `An amount is set for all rows, and the list may have amounts in ${namesOf(candidates)}`;
	const nextStep =
		"Choose the column as 'Amount Column', or write - there to give all rows the same amount.";
	return { question: { field: 'amountColumn', text, nextStep } };
}

/** Whether all amounts of a column are the one for all rows, so that it makes no difference. */
function hasDefaultOnly({ says, cells }: ColumnContents, declared: Partial<Reading>): boolean {
	const { unit = says.unit, defaultAmount } = declared;
	if (!unit) return false;
	const { amount } = readersOf({ ...declared, unit });
	return cells.every((cell) => tried(() => amount(cell)) === defaultAmount);
}

/** The columns whose whole name says that they're amounts, and whose cells don't speak against it. */
function plainAmounts(contents: ColumnContents[]): ColumnContents[] {
	const all = contents.filter(({ says }) => says.field === 'megabytes' && says.isPlain);
	const fit = all.filter((column) => {
		return column.amounts >= column.cells.length * most && !isMoney(column);
	});
	const filled = fit.filter(({ cells }) => cells.length > 0);
	if (filled.length > 0) return filled;
	if (fit.length > 0) return fit.slice(0, 1);
	// Its rows say what is wrong with them.
	return all.filter(({ says }) => says.unit).slice(0, 1);
}

/** Whether a column may have the amounts, though its name doesn't say that and nothing else. */
function isDoubtful(column: ColumnContents, hasHeader: boolean): boolean {
	const { says, cells, units, amounts: found } = column;
	if (says.isOther || found === 0) return false;
	if (says.field === 'megabytes') return says.isPlain ? units > 0 : found >= cells.length * most;
	const count = hasHeader ? units : found;
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
