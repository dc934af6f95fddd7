import { format, isDateFormat } from '../../libraries/numfmt';
import { tried } from '../../platform/input';

/** How a style shows a cell. */
export interface Format {
	id: number;
	/** Undefined for a format that is built in. */
	code?: string;
	/** Whether its font is struck out. */
	isStruck?: boolean;
}

/** How the cells of a workbook are shown. */
export interface NumberFormats {
	/** By style. */
	formats: Format[];
	/** Whether days count from 1904. */
	is1904: boolean;
}

/** Shows a number by a format. */
type Show = (stored: number) => string | number;

const asStored: Show = (stored) => stored;

/** Reads numbers as the sheet shows them. Each format is looked at once. */
export class ShownNumbers {
	private readonly shows = new Map<string | number, Show>();

	constructor(private readonly workbook: NumberFormats) {}

	/**
	 * A number as it's shown where its format adds or pads digits, a sign or letters: `+4915123456789`, `2 GB`. A date is
	 * text (ISO 8601). A number that is only rounded or grouped stays as it's stored.
	 */
	read(stored: number, style: number): string | number {
		const shown = this.workbook.formats[style];
		if (!shown) return stored;
		const key = shown.code ?? shown.id;
		let show = this.shows.get(key);
		if (!show) {
			show = this.shows.size < maxFormats ? showBy(shown, this.workbook.is1904) : asStored;
			this.shows.set(key, show);
		}
		return show(stored);
	}
}

/** Characters of a format, and formats of a workbook, that Excel takes. */
const [maxLength, maxFormats] = [255, 250];

/** Formats that only round and group: `0`, `#,##0.00`. */
const isPlain = /^(?:General|@|(?:#,##)?0(?:\.0+)?)$/i;

/** The formats for dates and times that have a number and no code (ISO/IEC 29500-1, 18.8.30). */
const builtInDates: [from: number, to: number][] = [
	[14, 22],
	[27, 36],
	[45, 47],
	[50, 58],
];

/** The language of a format, behind the sign of a currency, would change the decimal sign. */
const language = /\[\$([^\][-]*)-[^\][]*\]/g;

function showBy({ id, code }: Format, is1904: boolean): Show {
	const isDate =
		code === undefined
			? builtInDates.some(([from, to]) => id >= from && id <= to)
			: code.length <= maxLength && tried(() => isDateFormat(code));
	if (isDate) return (stored) => dateText(stored, is1904) ?? stored;
	if (code === undefined || code.length > maxLength || isPlain.test(code)) return asStored;
	const anywhere = code.replace(language, (_all, sign: string) => (sign ? `[$${sign}]` : ''));
	return (stored) => {
		const text = tried(() => format(anywhere, stored));
		return text === undefined ? stored : asShown(text, stored);
	};
}

/** A number within a text. */
const numbers = /\d+(?:\.\d+)?/g;

/** The sign between two groups of a number: `1 024`. */
const groups = /(\d)[\s'’](?=\d{3}(?!\d))/g;

function asShown(shown: string, stored: number): string | number {
	const text = shown.trim().replace(/(\d),(?=\d)/g, '$1');
	const grouped = text.replace(groups, '$1');
	const isAdded = /[^\d.,\s]/u.test(text);
	// With an exponent, or as a fraction, it's the same number.
	if (stored < 0 || /\dE[+-]\d|^(?:\d+ +)?\d+\/\d+$/i.test(text)) return stored;
	if (text !== '' && !/\d/.test(text)) return text;
	const [number = '', ...others] = grouped.match(numbers) ?? [];
	if (others.length === 0 && isRounded(number, stored)) {
		return isAdded ? grouped.replace(number, String(stored)) : stored;
	}
	const [digits, own] = [text.replace(/\D/g, ''), String(stored)];
	if (digits.endsWith(own)) return isAdded || digits !== own ? text : stored;
	// A format that scales, as 2048 to `2.0 GB`, adds numbers, or hides. Neither of the two can be taken.
	return `${text} (${own})`.trim();
}

/** Whether a number, without zeros that pad it, is the stored one to its last decimal. */
function isRounded(number: string, stored: number): boolean {
	const { length: decimals } = number.split('.')[1] ?? '';
	const isNear = Math.abs(Number(number) - stored) <= 0.5000001 * 10 ** -decimals;
	return number !== '' && !/^0\d/.test(number) && isNear;
}

const secondsPerDay = 86_400;
/** Days between 1900 and 1904, where Excel for Mac began. */
const days1904 = 1_462;
/** 29 February 1900, which Excel counts and never was. */
const noDay = 60;
/** The day after 31 December 9999. */
const endOfDays = 2_958_466;

/** A date or time as text (ISO 8601); undefined for a number that is no date. @param is1904 whether days count from 1904 */
function dateText(serial: number, is1904: boolean): string | undefined {
	const from1900 = is1904 ? serial + days1904 : serial;
	const days = Math.round(from1900 * secondsPerDay) / secondsPerDay;
	if (!(serial >= 0 && days < endOfDays) || Math.floor(days) === noDay) return undefined;
	if (serial < 1) return format('hh:mm:ss', days);
	return format(Number.isInteger(days) ? 'yyyy-mm-dd' : 'yyyy-mm-dd"T"hh:mm:ss', days);
}
