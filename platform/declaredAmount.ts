import { gift } from './amounts';
import { InputError, quoted, requiredText, withWesternDigits } from './input';
import { unitNamed, type Unit } from './unitNames';

/** How amounts without a unit or with a doubtful sign are read. */
export interface AmountReading {
	/** Of amounts without a unit of their own. */
	unit: Unit;
	/** MB of a GB. */
	gigabyte: 1000 | 1024;
	/** '' where nobody said: an amount that could be read in two ways is then refused. */
	decimal: '' | '.' | ',';
}

/** A number, and a word behind it: `1,5 Go`, `500MB`, `1.024`. */
const numberAndWord = /^(\d[\d.,'’\s]*)(\p{L}[\p{L}\p{M}]*)?\.?$/u;

/**
 * Reads what one customer gets, in MB, by what was declared for the list. A unit in the cell goes before the declared
 * one. Thousands are grouped by the other sign, a space or an apostrophe.
 *
 * @param cell a number, or text such as `1,5 Go`, `500MB`, `1.024`
 * @throws InputError for zero, more than 10 TB, another unit, and what could be read in two ways, such as `1.500`
 */
export function readAmount(cell: unknown, { unit, gigabyte, decimal }: AmountReading): number {
	const text = withWesternDigits(requiredText(cell));
	const [, written = '', word] = numberAndWord.exec(text) ?? [];
	const own = word === undefined ? unit : unitNamed(word);
	// A number has its decimal point already.
	const number = typeof cell === 'number' ? cell : decimalOf(written.trim(), decimal, text);
	if (own === undefined || !(number > 0)) throw noAmount(text);
	const megabytes = number * (own === 'GB' ? gigabyte : 1);
	return gift(Number(megabytes.toFixed(noiseDigits)), text);
}

/** Below a kilobyte it's noise, such as in 1.005 × 1000. */
const noiseDigits = 6;

/** Whether a cell is an amount with its own unit, which nothing else in a list is. */
export function unitIn(cell: unknown): Unit | undefined {
	const [, , word = ''] =
		numberAndWord.exec(typeof cell === 'string' ? withWesternDigits(cell.trim()) : '') ?? [];
	return unitNamed(word);
}

const point = /^(?:[1-9]\d{0,2}(?:[,'’\s]\d{3})+|\d+)(?:\.\d+)?$/;
const comma = /^(?:[1-9]\d{0,2}(?:[.'’\s]\d{3})+|\d+)(?:,\d+)?$/;

/** The number in either way; NaN where it's none. @throws InputError where both are numbers, and other ones */
function decimalOf(written: string, decimal: AmountReading['decimal'], text: string): number {
	const ways = (['.', ','] as const)
		.filter((sign) => decimal === '' || sign === decimal)
		.map((sign) => (sign === '.' ? [point, /[^\d.]/g] : [comma, /[^\d,]/g]) as [RegExp, RegExp])
		.filter(([form]) => form.test(written))
		.map(([, grouping]) => Number(written.replace(grouping, '').replace(',', '.')));
	const [one = NaN, other = one] = ways;
	if (ways.length < 2 || one === other) return one;
	throw new InputError(
		'must not be two amounts at once: the sign may be for thousands or decimals',
		`Declare the decimal sign of the list, or write ${quoted(text)} in another way.`,
	);
}

function noAmount(text: string): InputError {
	return new InputError(
		'must be an amount of data',
		`Write ${quoted(text)} as a number with or without MB or GB, for example 500 MB.`,
	);
}
