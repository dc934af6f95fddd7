import { checkedMegabytes, maxMegabytes } from './amounts';
import { InputError, quoted, requiredText, textOf, withWesternDigits } from './input';
import { phrase } from './say';

export type Unit = 'MB' | 'GB';

/** Units by language. GB and GiB are used for both 1,000 and 1,024 MB, so a setting decides. No `G`: 4G and 5G are networks. */
const unitNames: Record<Unit, string[]> = {
	MB: [
		// Everywhere
		'mb mib mbyte mbytes mega megas meg megs',
		// en, es, pt, it, de, nl, tr, sw
		'megabyte megabytes megabaiti megabayt',
		// fr, ro
		'mo mio megaoctet megaoctets megaocteti',
		// pl, sr, hr, bs, cs, hu
		'megabajt megabajty megabajtow megabajta megabajti megabajtu',
		'мб мегабајт мегабајта мегабайт',
		// ar
		'ميغا ميجا ميغابايت ميجابايت',
	],
	GB: [
		'gb gi gib gbyte gbytes giga gigas gig gigs',
		'gigabyte gigabytes gigabaiti gigabayt',
		'go gio gigaoctet gigaoctets gigaocteti',
		'gigabajt gigabajty gigabajtow gigabajta gigabajti gigabajtu',
		'гб гигабајт гигабајта гигабайт',
		'غيغا جيجا غيغابايت جيجابايت',
	],
};

const units = new Map(
	(['MB', 'GB'] as const).flatMap((unit) =>
		unitNames[unit].flatMap((words) =>
			words.split(' ').map((word) => [withoutAccents(word), unit] as const),
		),
	),
);

/** The unit that a word names in any language, such as `Go`; undefined for any other word. */
export function unitNamed(word: string): Unit | undefined {
	return units.get(withoutAccents(word));
}

function withoutAccents(word: string): string {
	return word.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
}

/** How to read amounts without a unit, or with an ambiguous decimal sign. */
export interface AmountReading {
	/** The unit of amounts without a unit, such as `500`. */
	unit: Unit;
	/** How many MB are a GB. */
	gigabyte: 1000 | 1024;
	/** '' if not set: an amount with two readings, such as `1.500`, is then refused. */
	decimal: '' | '.' | ',';
}

/** A number, with or without a word after it: `1,5 Go`, `500MB`, `1.024`. */
const numberAndWord = /^(\d[\d.,'’\s]*)(\p{L}[\p{L}\p{M}]*)?\.?$/u;

/** The most characters of a number with its unit; longer text isn't an amount. */
const maxLength = 40;

function amountParts(text: string): { written: string; word?: string } | undefined {
	if (text.length > maxLength) return undefined;
	const [, written, word] = numberAndWord.exec(text) ?? [];
	// Some Excel formats show 500 as `500.`.
	return written === undefined ? undefined : { written: written.trim().replace(/\.$/, ''), word };
}

/**
 * Reads an amount in MB by the settings of its list; a unit in the cell overrides the unit setting.
 * @throws InputError for zero, more than 10 TB, another unit, and an amount with two readings, such as `1.500`
 */
export function readAmount(cell: unknown, { unit, gigabyte, decimal }: AmountReading): number {
	const text = withWesternDigits(requiredText(cell));
	const { written = '', word } = amountParts(text) ?? {};
	const own = word === undefined ? unit : unitNamed(word);
	const number = isExactNumber(cell) ? cell : decimalOf(written, decimal, text);
	if (own === undefined || !(number > 0)) throw noAmount(text, number, word);
	const megabytes = number * (own === 'GB' ? gigabyte : 1);
	return checkedMegabytes(Number(megabytes.toFixed(noiseDigits)), text);
}

/** Decimals that are kept: any more are noise of floating point. */
const noiseDigits = 6;

/** Whether a numeric cell has one reading: 1.234 may be 1,234 in a spreadsheet of another language. */
function isExactNumber(cell: unknown): cell is number {
	return typeof cell === 'number' && !/^[1-9]\d{0,2}\.\d{3}$/.test(String(cell));
}

/** The unit in a cell such as `500 MB`; undefined for any other cell. */
export function unitIn(cell: unknown): Unit | undefined {
	const word = typeof cell === 'string' ? textParts(cell)?.word : undefined;
	return word === undefined ? undefined : unitNamed(word);
}

const negative = /^(?:[-−–]\s*\d.*|\(\s*\d[^()]*\)|\d[\d.,'’\s]*-)$/;

/** Whether a cell takes an amount back, as `-500`, `(500)` and `500-` do. */
export function isNegative(cell: unknown): boolean {
	const text = textOf(cell).trim();
	return text.length <= maxLength && negative.test(withWesternDigits(text));
}

/** Whether a cell may be an amount, with any unit and decimal sign. It runs for each cell of a list. */
export function looksLikeAmount(cell: unknown): boolean {
	if (typeof cell === 'number') return isAmount(cell);
	if (typeof cell !== 'string') return false;
	if (plainNumber.test(cell)) return isAmount(Number(cell.replace(',', '.')));
	const { written, word } = textParts(cell) ?? {};
	if (written === undefined || (word !== undefined && !unitNamed(word))) return false;
	return waysOf(written, '').some(isAmount);
}

function isAmount(number: number): boolean {
	return number > 0 && number <= maxMegabytes;
}

/** How most amounts are written, such as `500`; cheap to test. */
const plainNumber = /^\d+(?:[.,]\d+)?$/;
const beginsWithDigit = /^\s*\p{Nd}/u;

/** As `partsOf`, with a cheap test first: most cells of a list don't begin with a digit. */
function textParts(cell: string): ReturnType<typeof amountParts> {
	if (cell.length > maxLength || !beginsWithDigit.test(cell)) return undefined;
	const text = cell.trim();
	return amountParts(/^\d/.test(text) ? text : withWesternDigits(text));
}

const point = /^(?:[1-9]\d{0,2}(?:[,'’\s]\d{3})+|\d+)(?:\.\d+)?$/;
const comma = /^(?:[1-9]\d{0,2}(?:[.'’\s]\d{3})+|\d+)(?:,\d+)?$/;

/** The readings of a number, by the decimal sign that is set, or by either sign. */
function waysOf(written: string, decimal: AmountReading['decimal']): number[] {
	return (['.', ','] as const)
		.filter((sign) => decimal === '' || sign === decimal)
		.map((sign) => (sign === '.' ? [point, /[^\d.]/g] : [comma, /[^\d,]/g]) as [RegExp, RegExp])
		.filter(([form]) => form.test(written))
		.map(([, grouping]) => Number(written.replace(grouping, '').replace(',', '.')));
}

/** The only reading of a number; NaN without any. @throws InputError for two readings, such as `1.500` */
function decimalOf(written: string, decimal: AmountReading['decimal'], text: string): number {
	const ways = waysOf(written, decimal);
	const [one = NaN, other = one] = ways;
	if (one === other || ways.length < 2) return one;
	throw new InputError(
		'has two readings',
		phrase`Is ${quoted(text)} ${one} or ${other}? Choose the 'Decimal Sign' of the list.`,
	);
}

function noAmount(text: string, number: number, word: string | undefined): InputError {
	if (number <= 0 || isNegative(text)) {
		const nextStep = phrase`Write an amount above 0 in place of ${quoted(text)}, or remove the row.`;
		return new InputError('must be more than 0', nextStep);
	}
	if (number > 0 && word !== undefined) {
		const [factor, unit] = otherUnits[word.charAt(0).toLowerCase()] ?? [];
		const isData = factor !== undefined && unit !== undefined && /^.[bo]$/i.test(word);
		const nextStep = isData
			? phrase`Write ${String(Number((number * factor).toFixed(noiseDigits)))} ${unit} in place of ${quoted(text)}.`
			: phrase`Write ${quoted(text)} in MB or GB: ${quoted(word)} is neither.`;
		return new InputError('must be in MB or GB', nextStep);
	}
	return new InputError(
		'must be an amount of data',
		phrase`Write a number in place of ${quoted(text)}, with or without MB or GB, for example 500 MB.`,
	);
}

/** A unit of data that is neither MB nor GB, such as `kB`, `TiB`, `Mbit`, `bytes`. */
const otherUnit =
	/^(?:[kt]i?[bo]|[kt](?:ilo|era)(?:bytes?|octets?|bit)|[kt]byte|bytes?|octets?|[kmgt]?bits?|[kmg]bps)$/;

/** Whether a word names a unit of data that is neither MB nor GB. */
export function isOtherUnit(word: string): boolean {
	return otherUnit.test(withoutAccents(word));
}

/** Other units of data, such as kB and To, with the factor to MB or GB. */
const otherUnits: Record<string, [factor: number, unit: Unit]> = {
	k: [0.001, 'MB'],
	t: [1000, 'GB'],
};
