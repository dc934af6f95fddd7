import { isNothing } from '../platform/answer';
import { looksLikeAmount } from '../platform/declaredAmount';
import { listedNames, nameIn } from './columns';
import { isBlank, type ListRecord } from './csv';
import { looksLikePhone } from './looksLikePhone';
import { phrase } from '../platform/say';
import type { Question } from './readingSettings';
import { isOpen, type Reading } from './reading';
import { recognize, type NameOfColumn } from './recognize';

/** Rows above a header; nobody writes more. */
const maxRowsAbove = 20;

/**
 * How many rows stand above the header, such as the title of a report and its date. Below them the first row with a name
 * of phone numbers is the header; a row with a phone number is a customer, and no header stands below it.
 */
export function titleRowsAmong(records: Iterable<Pick<ListRecord, 'cells'>>): number {
	let [at, filled] = [0, 0];
	for (const { cells } of records) {
		if (!isBlank(cells)) {
			if (filled++ > maxRowsAbove || cells.some(looksLikePhone)) return 0;
			if (namesPhones(cells)) return filled > 1 ? at : 0;
		}
		at++;
	}
	return 0;
}

/** A title is one cell; a header has more. */
function namesPhones(cells: unknown[]): boolean {
	const names = cells.map(nameIn).filter(Boolean);
	return names.length > 1 && names.some((name) => recognize(name).field === 'phone');
}

/**
 * Tells whether the first row names the columns or is a customer. A row with a phone number is asked about, and so is a row
 * that may be a customer without a number.
 *
 * @param rows the rows that aren't blank
 */
export function readFirstRow(
	[first, ...rows]: ListRecord[],
	reading: Reading,
): { hasHeader: boolean; question?: Question } {
	const isOfItems = first?.row === 0;
	const { hasHeader } = reading;
	if (!isOpen(reading, 'hasHeader') || !first || isOfItems) return { hasHeader };
	const { cells } = first;
	const isCustomer = cells.some(looksLikePhone);
	const meanings = cells.filter(mayBeName).map((cell) => recognize(nameIn(cell)));
	if (!isCustomer && (meanings.some(isSure) || namesAll(cells, rows))) return { hasHeader: true };
	const namesPhones = meanings.some(({ field }) => field === 'phone');
	const question = headerQuestion(cells, isCustomer && !namesPhones ? 'customer' : undefined);
	return { hasHeader: namesPhones || !isCustomer, question };
}

/** Two letters are a country, or a unit. */
function mayBeName(cell: unknown): boolean {
	return !looksLikePhone(cell) && !looksLikeAmount(cell) && nameIn(cell).length > 2;
}

/** Whether a name says the field and nothing else: a customer may have an iPhone 13, or notes on one. */
function isSure({ field, isPlain }: NameOfColumn): boolean {
	return field !== undefined && (isPlain ?? field !== 'megabytes');
}

/** Whether each column has a text above its cells that no cell repeats or is written like: names in any language. */
function namesAll(names: unknown[], rows: ListRecord[]): boolean {
	const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0);
	return Array.from({ length: width }, (_, at) => names[at]).every((cell, at) => {
		const below = (is: (other: unknown) => boolean) => rows.some(({ cells }) => is(cells[at]));
		const name = nameIn(cell);
		if (!/[\p{N}@]/u.test(name))
			return !below((other) => (name ? other === cell : !isNothing(other)));
		const isValue = looksLikeAmount(cell) || !/\p{L}/u.test(name);
		return !below((other) => (isValue ? !isNothing(other) : cellShape(other) === cellShape(cell)));
	});
}

/** The form of a cell: `a-9` of C-1000. */
function cellShape(cell: unknown): string {
	return nameIn(cell)
		.replace(/\p{L}+/gu, 'a')
		.replace(/\p{N}+/gu, '9');
}

/** @param proposed undefined if the row may also be names */
function headerQuestion(cells: unknown[], proposed?: 'customer'): Question {
	const shown = cells.filter((cell) => !isNothing(cell)).map(String);
	const text = phrase`Does the first row name the columns (Column Names), or is it a customer (A Customer): ${listedNames(shown)}?`;
	return { field: 'firstRow', proposed, text };
}
