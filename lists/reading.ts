import { isNothing } from '../platform/answer';
import { readAmount, type AmountReading } from '../platform/declaredAmount';
import { countryWritten, declaredPhone, type NumberReading } from '../platform/declaredNumber';
import { InputError, onInputError, quoted, textOf } from '../platform/input';
import { refuseCutOff, type ReadPhone } from '../platform/nationalNumber';
import { dialedDigits } from '../platform/phoneNumber';
import { phrase, phraseOf, texts, type Text } from '../platform/say';
import { fieldLabels, shownName, type Field, type OwnParts } from './columns';
import { flagLabels, type FlagMeanings } from './columnSettings';

/**
 * How the value of a setting is known: a person or a program chose it, the list shows it, or a question proposes it. A
 * setting without a status is open: it's asked about where cells depend on it.
 */
export type Status = 'chosen' | 'found' | 'proposed';

/** How a list is read: shown with samples, and approved with the list. */
export interface Reading extends AmountReading, Required<NumberReading> {
	/** Whether the first row that isn't blank names the columns. */
	hasHeader: boolean;
	/** Numbers that their numbering plan doesn't have, or not yet. */
	notInPlan: 'give' | 'leaveOut';
	/** The position of each field's column, from 0. */
	columns: Partial<Record<Field, number>>;
	/** MB, of rows without an amount. */
	defaultAmount?: number;
	/** How rows are treated that say themselves that they get nothing; '' where nobody said. */
	markedRows: '' | 'leaveOut' | 'give';
	/** Which rows get gifts by columns of yes and no; where `status` has them, others aren't used. */
	flags: FlagMeanings;
	/** By setting. */
	status: Partial<Record<string, Status>>;
	/** By field. A field with a status and without a column isn't in the list. */
	columnStatus: Partial<Record<Field, Status>>;
}

/** The reading of a list without any settings. */
export const defaultReading: Reading = {
	country: '',
	twoWays: '',
	unit: 'MB',
	gigabyte: 1024,
	decimal: '',
	sendAsEntered: false,
	markedRows: '',
	flags: {},
	hasHeader: true,
	notInPlan: 'give',
	columns: {},
	status: {},
	columnStatus: {},
};

/** Whether nobody chose a setting, and the list shows no value. */
export function isOpen({ status }: Reading, name: keyof Reading): boolean {
	return status[name] === undefined;
}

/** The readers of the cells that decide on a gift. */
export interface Readers {
	phone: (cell: unknown, own?: OwnParts) => ReadPhone;
	/** MB. */
	megabytes: (cell: unknown) => number;
}

/**
 * The readers of a list.
 *
 * @throws InputError for a country without a numbering plan
 */
export function readersOf(reading: Reading): Readers {
	const { defaultAmount, notInPlan, sendAsEntered } = reading;
	const megabytes = (cell: unknown): number => {
		if (textOf(cell) !== '') return readAmount(cell, reading);
		if (defaultAmount !== undefined) return defaultAmount;
		throw new InputError('is required', 'Fill in the cell, or set an amount for rows without one.');
	};
	const read = declaredPhone(reading);
	const phone: Readers['phone'] = (cell, { country, area } = {}) => {
		refuseRounded(cell);
		// A number with its code in front needs no country.
		const found = read(withArea(cell, area), dialedDigits(cell) ? countryWritten(country) : '');
		if (!sendAsEntered) refuseCutOff(found);
		if (notInPlan === 'give' || found.type !== undefined) return found;
		throw new InputError('is in no numbering plan', 'Check the number with the customer.');
	};
	return { phone, megabytes };
}

/** A number of 12 digits or more that a spreadsheet has shown as 4.91761E+12, and saved as 4917610000000. */
const isRounded = (text: string) => text.endsWith('000000') && /^[1-9]\d{11,}$/.test(text);

function refuseRounded(cell: unknown): void {
	const text = textOf(cell).trim();
	if (!isRounded(text)) return;
	throw new InputError(
		'must not be rounded',
		phrase`Check ${quoted(text)}, whose last digits a spreadsheet may have lost; if it's right, write a plus sign in front.`,
	);
}

/** Whether a number begins with a plus sign or 00. */
export function isInternational(cell: unknown): boolean {
	return onInputError(
		() => dialedDigits(cell) === undefined,
		() => false,
	);
}

/** A number behind its area code, unless it's international. */
export function withArea(cell: unknown, area: unknown): unknown {
	if (isNothing(area) || isNothing(cell) || isInternational(cell)) return cell;
	// In brackets no area code is a calling code. The reader of the number refuses what else stands there.
	return `(${String(area).replace(/[\s()./-]/g, '')}) ${String(cell).trim()}`;
}

/**
 * How a list was read, in words that an approval covers.
 *
 * @param columns the names of the columns by field @param header the names of all, by position
 */
export function readingWords(
	{ country, twoWays, unit, gigabyte, decimal, defaultAmount, columns: at, ...more }: Reading,
	columns: Partial<Record<Field, string>>,
	header: unknown[],
): Text {
	const names = (Object.keys(columns) as Field[]).map(
		(field) => phrase`${phraseOf(fieldLabels[field])} in “${columns[field] ?? ''}”`,
	);
	const { notInPlan, markedRows, flags } = more;
	const all = [
		...names,
		country && phrase`numbers without a code are those of ${{ region: country }}`,
		twoWays && choiceWords.twoWays[twoWays],
		notInPlan === 'leaveOut' && choiceWords.leftOut,
		at.megabytes !== undefined && phrase`amounts in ${unit}, a GB is ${gigabyte} MB`,
		decimal && choiceWords.decimal[decimal],
		markedRows && choiceWords.markedRows[markedRows],
		...Object.entries(flags).map(([at, meaning = 'allRows']) => {
			const name = shownName(header[Number(at)], Number(at));
			return phrase`“${name}”: ${phraseOf(flagLabels[meaning])}`;
		}),
		defaultAmount !== undefined && phrase`${defaultAmount} MB for rows without an amount`,
	].flatMap((words) => (words ? [phraseOf(words)] : []));
	return all.length === 0 ? '' : all.reduce((one, other) => phrase`${one}; ${other}`);
}

const choiceWords = texts({
	twoWays: {
		international: 'digits that fit two countries are read with their country code',
		national: 'digits that fit two countries are read as those of the country',
	},
	leftOut: 'numbers in no numbering plan are left out',
	decimal: { ',': 'decimals behind a comma', '.': 'decimals behind a point' },
	markedRows: { give: 'marked rows get their gifts', leaveOut: 'marked rows are left out' },
});
