import { isNothing } from '../platform/answer';
import { looksLikeAmount, unitIn } from '../platform/declaredAmount';
import { tried } from '../platform/input';
import { isMobile } from '../platform/nationalNumber';
import { nameIn } from './columns';
import type { ListRecord } from './csv';
import { looksLikePhone } from './looksLikePhone';
import { isOpen, readersOf, type Reading } from './reading';
import { recognize, type NameOfColumn } from './recognize';
import { sampleOf } from './sampleOf';
import type { Turns } from './turns';

/** A column of a list: the meaning of its name, and how many of its cells can be a phone number, or an amount. */
export interface ColumnProfile {
	at: number;
	/** '' where the list has no header. */
	name: string;
	meaning: NameOfColumn;
	/** Whether the spreadsheet hides it. */
	isHidden: boolean;
	/** The cells that aren't empty. */
	cells: unknown[];
	/** The number of cells written like a phone number, of any country. */
	phones: number;
	/** The share of these that a numbering plan has, under the settings of the list. */
	valid: number;
	/** The share of these that are mobile numbers. */
	mobile: number;
	/** The number of cells that may be amounts. */
	amounts: number;
	/** The number of cells with a unit of data. */
	units: number;
}

/** The profiles of the columns of some rows. @param header undefined for a list without one */
export function* profilesOf(
	header: ListRecord | undefined,
	rows: ListRecord[],
	reading: Reading,
): Turns<ColumnProfile[]> {
	const isNumber = numberTest(reading);
	const profiles: ColumnProfile[] = [];
	const { hiddenColumns: hidden = [] } = header ?? rows[0] ?? {};
	const widths = (header ? [header, ...rows] : rows).map(({ cells }) => cells.length);
	const width = Math.max(0, ...widths);
	for (let at = 0; at < width; at++) {
		yield;
		const name = nameIn(header?.cells[at]);
		const cells = rows.map((row) => row.cells[at]).filter((cell) => !isNothing(cell));
		if (name === '' && cells.length === 0) continue;
		const phones = cells.filter(looksLikePhone);
		const amounts = cells.filter(looksLikeAmount);
		profiles.push({
			at,
			name,
			meaning: recognize(name),
			isHidden: hidden.some(([first, last]) => at >= first && at <= last),
			cells,
			phones: phones.length,
			...sharesOf(phones, isNumber),
			amounts: amounts.length,
			units: amounts.filter(unitIn).length,
		});
	}
	return profiles;
}

/** Numbers of a column that are read: the first five show whether it has any. */
const [maxRead, maxReadFirst] = [40, 5];

type NumberTest = (cell: unknown) => { isValid: boolean; isMobile: boolean };

/** The shares of valid and of mobile numbers, by a sample from all over the column. */
function sharesOf(phones: unknown[], test: NumberTest): Pick<ColumnProfile, 'valid' | 'mobile'> {
	const read = (size: number) => sampleOf(phones, size).map(test);
	const few = read(maxReadFirst);
	const all = few.some(({ isValid }) => isValid) ? read(maxRead) : few;
	const shareOf = (is: keyof ReturnType<NumberTest>) =>
		all.filter((one) => one[is]).length / Math.max(1, all.length);
	return { valid: shareOf('isValid'), mobile: shareOf('isMobile') };
}

/**
 * Asks the numbering plans, which takes long. Digits without a sign, a zero or groups are no number of a landline: IDs are
 * written like that. If the country is open, a cell such as `0151 12345678` may be a valid number of some country.
 */
function numberTest(reading: Reading): NumberTest {
	// Digits that could be two numbers are a number in any case.
	const { phone } = readersOf({ ...reading, twoWays: 'national' });
	return (cell) => {
		const type = tried(() => phone(cell))?.type;
		const isOfMobile = isMobile({ type });
		const text = String(cell).trim();
		const isNumber = isOpen(reading, 'country') && isNational.test(text);
		return {
			isMobile: isOfMobile,
			isValid: isOfMobile || isNumber || (type !== undefined && !isPlain.test(text)),
		};
	};
}

const isPlain = /^[1-9]\d*$/;

/** With a zero in front, or in groups of ten digits or more: `0151 12345678`, `(202) 555-0123`. Addresses have dots. */
const isNational =
	/^\(?0[1-9](?:\D{0,3}\d){7,10}$|^(?=.*\d[\s()/-]+\d)\(?[1-9](?:[\s()/-]*\d){9,11}$/;
