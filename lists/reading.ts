import { normalizeMegabytes } from '../platform/amounts';
import { readAmount, type AmountReading } from '../platform/declaredAmount';
import { InputError, textOf } from '../platform/input';
import { countryWritten, declaredMsisdn, type NumberReading } from '../platform/declaredNumber';
import type { ReadMsisdn } from '../platform/nationalNumber';
import { callingCodeOf } from '../platform/callingCodes';
import { dialedDigits } from '../platform/phoneNumber';
import { countriesSentence } from './countryWords';
import type { Field } from './columns';
import { withArea, type OwnParts } from './wholeNumber';

/** How a list is read: declared once, shown with samples, and approved with the list. */
export interface Reading extends AmountReading, Required<NumberReading> {
	/** Whether the first row that isn't blank names the columns. */
	hasHeader: boolean;
	/** The position of each field's column, from 0. */
	columns: Partial<Record<Field, number>>;
	/** MB, of rows without an amount. */
	defaultAmount?: number;
}

/** The readers of the cells that decide on a gift. */
export interface Readers {
	phone: (cell: unknown, own?: OwnParts) => ReadMsisdn;
	/** MB. */
	amount: (cell: unknown) => number;
}

/**
 * The readers of a list, by what was declared. Without a unit, an amount is a plain number of MB.
 *
 * @throws InputError for a country without a numbering plan
 */
export function readersOf(reading: Partial<Reading>): Readers {
	const { unit, gigabyte = 1024, decimal = '', defaultAmount } = reading;
	const written = unit
		? (cell: unknown) => readAmount(cell, { unit, gigabyte, decimal })
		: normalizeMegabytes;
	const amount = (cell: unknown): number => {
		if (textOf(cell) !== '') return written(cell);
		if (defaultAmount !== undefined) return defaultAmount;
		throw new InputError('is required', 'Fill it in, or set an amount for rows without one.');
	};
	const read = declaredMsisdn(reading);
	const phone: Readers['phone'] = (cell, { country, area } = {}) =>
		// One with its code in front needs no country.
		read(withArea(cell, area), dialedDigits(cell) ? countryWritten(country) : '');
	return { phone, amount };
}

/** How the numbers of a list were read. */
export interface NumberCounts extends Record<ReadMsisdn['readAs'], number> {
	/** Those that their numbering plan doesn't have, or not yet. */
	notValid: number;
	/** The rows of some of these. */
	notValidRows: number[];
}

/** So many show what kind they are. */
const mostRows = 20;

/** Counts how numbers were read; `add` takes the next one in. */
export class NumberCounter {
	readonly counts: NumberCounts = {
		international: 0,
		national: 0,
		nationalWithoutZero: 0,
		twoWays: 0,
		notValid: 0,
		notValidRows: [],
	};
	/** How many numbers there are of each calling code. */
	private readonly codes = new Map<string, number>();

	/** The countries of the numbers, in a sentence. */
	get countries(): string {
		return countriesSentence(this.codes);
	}

	add({ msisdn, readAs, type }: ReadMsisdn, row: number): void {
		const { counts, codes } = this;
		const code = callingCodeOf(msisdn);
		codes.set(code, (codes.get(code) ?? 0) + 1);
		counts[readAs] += 1;
		if (type !== undefined) return;
		counts.notValid += 1;
		if (counts.notValidRows.length < mostRows) counts.notValidRows.push(row);
	}
}
