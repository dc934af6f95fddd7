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
	/** The share of these that a numbering plan has, under what was declared. */
	valid: number;
	/** The share of these that are mobile numbers. */
	mobile: number;
	/** That may be amounts. */
	amounts: number;
	/** That have a unit of data. */
	units: number;
}

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
		const { phones, amounts, units } = countedIn(cells);
		const counts = { phones: phones.length, ...sharesOf(phones, isNumber), amounts, units };
		contents.push({ at, name, says: recognize(name), cells, ...counts });
		yield;
	}
	return contents;
}

function countedIn(cells: unknown[]): { phones: unknown[]; amounts: number; units: number } {
	const phones: unknown[] = [];
	let [amounts, units] = [0, 0];
	for (const cell of cells) {
		if (looksLikePhone(cell)) phones.push(cell);
		if (!looksLikeAmount(cell)) continue;
		amounts++;
		if (unitIn(cell)) units++;
	}
	return { phones, amounts, units };
}

/** The cells of each column with something in them. */
function* cellsByColumn(header: ListRecord | undefined, rows: ListRecord[]): Steps<unknown[][]> {
	const columns: unknown[][] = [];
	for (const { cells } of header ? [header, ...rows] : rows) {
		while (columns.length < cells.length) columns.push([]);
	}
	for (const { cells } of rows) {
		for (const [at, column] of columns.entries()) {
			const cell = cells[at];
			if (hasSomething(cell)) column.push(cell);
		}
		yield;
	}
	return columns;
}

/** As `isNothing`, at once where the first character shows it. */
function hasSomething(cell: unknown): boolean {
	const isVisible = typeof cell === 'string' && cell > '!' && cell < '~';
	return isVisible || (cell !== '' && !isNothing(cell));
}

/** So many numbers of a column show what they are, and so many that they are none. */
const [mostRead, fewRead] = [40, 5];

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
 * Asks the numbering plans, which takes long. Digits without a sign, a zero or groups are no number of a landline: IDs are
 * written like that. Without a declared country, a cell written like a national number may be one.
 */
function numberTest(declared: Partial<Reading>): NumberTest {
	// Digits that could be two numbers are a number in any case.
	const { phone } = readersOf({ ...declared, twoWays: 'national' });
	return (cell) => {
		const type = tried(() => phone(cell))?.type;
		const isMobile = type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
		const text = String(cell).trim();
		const isOpen = declared.country === undefined && isNational.test(text);
		return { isMobile, isValid: isMobile || isOpen || (type !== undefined && !isPlain.test(text)) };
	};
}

const isPlain = /^[1-9]\d*$/;

/** With a zero in front, or in groups of ten digits or more: `0151 12345678`, `(202) 555-0123`. Addresses have dots. */
const isNational =
	/^\(?0[1-9](?:\D{0,3}\d){7,10}$|^(?=.*\d[\s()/-]+\d)\(?[1-9](?:[\s()/-]*\d){9,11}$/;

/** More of a name is no help. */
const longestName = 200;

/** A cell that names a column; '' for what is no text. */
export function nameIn(cell: unknown): string {
	if (typeof cell !== 'string' && typeof cell !== 'number') return '';
	return String(cell).slice(0, longestName).trim();
}
