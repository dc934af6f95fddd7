import { isNothing } from '../platform/answer';
import { looksLikeAmount, unitIn } from '../platform/declaredAmount';
import { tried } from '../platform/input';
import type { ListRecord } from './csv';
import { looksLikePhone } from './looksLikePhone';
import { readersOf, type Reading } from './reading';
import { recognize, type NameOfColumn } from './recognize';
import type { Steps } from './steps';

/** A column of a list: what its name says, and how many of its cells can be what. */
export interface ColumnContents {
	at: number;
	/** '' where the list has no header. */
	name: string;
	says: NameOfColumn;
	/** Those with something in them. */
	cells: unknown[];
	/** That look like a phone number, of whatever country. */
	phones: number;
	/** The share of those that look like phone numbers that are some by their numbering plan, under what was declared. */
	valid: number;
	/** The share of them that are mobile numbers. */
	mobile: number;
	/** That are amounts, under what was declared. */
	amounts: number;
	/** That have a unit of data. */
	units: number;
}

/** A list with more columns is refused. */
const mostColumns = 1000;

/** Looks at the columns of some rows, one after the other. @param header undefined where the list has none */
export function* contentsOf(
	header: ListRecord | undefined,
	rows: ListRecord[],
	declared: Partial<Reading>,
): Steps<ColumnContents[]> {
	const isNumber = numberTest(declared);
	const contents: ColumnContents[] = [];
	const columns = yield* cellsByColumn(header, rows);
	for (const [at, cells] of columns.entries()) {
		const name = nameIn(header?.cells[at]);
		if (name === '' && cells.length === 0) continue;
		const phones = cells.filter(looksLikePhone);
		const column = { at, name, says: recognize(name), cells, phones: phones.length };
		const amounts = cells.filter(looksLikeAmount);
		const units = amounts.filter((cell) => unitIn(cell) !== undefined).length;
		contents.push({ ...column, ...sharesOf(phones, isNumber), amounts: amounts.length, units });
		yield;
	}
	return contents;
}

/** The cells of each column with something in them. */
function* cellsByColumn(header: ListRecord | undefined, rows: ListRecord[]): Steps<unknown[][]> {
	const columns: unknown[][] = [];
	for (const { cells } of header ? [header, ...rows] : rows) {
		while (columns.length < Math.min(cells.length, mostColumns)) columns.push([]);
	}
	for (const { cells } of rows) {
		for (const [at, column] of columns.entries()) {
			const cell = cells[at];
			if (cell !== '' && !isNothing(cell)) column.push(cell);
		}
		yield;
	}
	return columns;
}

/** So many numbers of a column show what they are, and so many that they are none. */
const [mostRead, fewRead] = [40, 8];

type NumberTest = (cell: unknown) => { isValid: boolean; isMobile: boolean };

/** The shares of numbers that are valid, and mobile ones, by a sample from all over the column. */
function sharesOf(phones: unknown[], test: NumberTest): Pick<ColumnContents, 'valid' | 'mobile'> {
	const read = (size: number) => sampleOf(phones, size).map(test);
	const few = read(fewRead);
	const all = few.some(({ isValid }) => isValid) ? read(mostRead) : few;
	const shareOf = (is: keyof ReturnType<NumberTest>) =>
		all.length === 0 ? 0 : all.filter((one) => one[is]).length / all.length;
	return { valid: shareOf('isValid'), mobile: shareOf('isMobile') };
}

function sampleOf(cells: unknown[], most: number): unknown[] {
	const size = Math.min(cells.length, most);
	return Array.from({ length: size }, (_, at) => cells[Math.floor((at * cells.length) / size)]);
}

/**
 * Asks the numbering plans, which takes long. Digits without a sign or a zero are no number of a landline: IDs are written
 * like that. Where nobody said the country, those with a zero may be numbers.
 */
function numberTest(declared: Partial<Reading>): NumberTest {
	// Digits that could be two numbers are a number in any case.
	const { phone } = readersOf({ ...declared, twoWays: 'national' });
	return (cell) => {
		const type = tried(() => phone(cell))?.type;
		const isMobile = type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
		const isPlain = /^[1-9]\d*$/.test(String(cell).trim());
		const isOpen = declared.country === undefined && zeroInFront.test(String(cell).trim());
		return { isMobile, isValid: isMobile || isOpen || (type !== undefined && !isPlain) };
	};
}

/** National numbers as most countries write them. */
const zeroInFront = /^\(?0[1-9](?:\D{0,3}\d){7,10}$/;

/** More of a name is no help. */
const longestName = 200;

/** A cell that names a column; '' for what is no text. */
export function nameIn(cell: unknown): string {
	if (typeof cell !== 'string' && typeof cell !== 'number') return '';
	return String(cell).slice(0, longestName).trim();
}
