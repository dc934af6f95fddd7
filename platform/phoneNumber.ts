import {
	examples,
	parsePhoneNumberFromString,
	type CountryCode,
	type PhoneNumberType,
} from '../libraries/libphonenumber';
import {
	hasTrunkZero,
	maxDigits,
	minDigits,
	otherCodes,
	numberingPlanOf,
	type NumberingPlan,
} from './callingCodes';
import { InputError, quoted, requiredText, tried, withWesternDigits } from './input';
import { phrase, type Phrase, phraseOf, texts, type Value } from './say';

/** The country code in front and nothing but digits, as most lists have them. */
const plain = /^\+?([1-9]\d*)$/;

const exampleCode = '33';

/** A phone number as people write it, for the panel and for what can't be read; nobody has it. */
export const exampleNumber = `+${exampleCode} 6 39 98 12 34`;

/** Prefixes of spreadsheets, links, messengers and forms of advertisements, such as `tel:`. */
const notDialed = /^'?\s*(?:tel:|p:|whatsapp:)?/i;

const separators = /[\s./()\-\u2010-\u2015]/g;

/** Brackets that begin with a 0, which may or may not be dialed: `+43 (0660)`. */
const bracketedZero = /\d[^\w(]*\(\W*0/;

/** A whole number as spreadsheets write it; behind a plus sign the dot is a separator. */
const asNumber = /^(\d+)\.0+$/;

/** An area code without its country, such as `(212) 555-0100`. */
const inArea = /^\([1-9]/;

/** Digits at the end that are no group of a number, such as `/12`, `- 3` or `(12)`. */
const shortEnd = /(\/\s*\d{1,2}|[-\u2010-\u2015]\s*\d|\(\d{1,3}\))$/;
/** Up to three digits behind a sign; zeros alone are decimals. */
const lastGroup = /([-./\u2010-\u2015])\s*(?!0+$)\d{1,3}$/;
/** 01.05.1980 and 1980-05-01 are as long as phone numbers. */
const asDate = /^(?:\d\d?\.\d\d?\.(?:19|20)\d\d|(?:19|20)\d\d-[01]\d-[0-3]\d)$/;

/** A dot that may be a separator or begin decimals, such as `+33639981.0`, `3363998.5` or `3.36399E+10`; it's refused. */
const asDecimals = /^[^.]*\.(0+|\d|\d+E\+?\d+)$|^\d+,\d+E\+?\d+$/i;

/** The 1 that mobile numbers of Mexico had behind the country code until 2019: +52 1 55 … is +52 55 …. */
const oldMobileOfMexico = /^521(\d{10})$/;

/**
 * Turns a phone number as people write it (`+43 (0) 660 1234567`, `0043-660…`) into E.164 without the plus sign.
 * @throws InputError for a national number, an unknown code, a wrong length, a doubtful 0, decimals, an extension
 */
export function normalizePhone(value: unknown): string {
	const text = writtenNumber(value);
	const written = plain.exec(text)?.[1] ?? digitsIn(text.replace(notDialed, ''), value);
	const digits = written.replace(oldMobileOfMexico, '52$1');
	const plan = numberingPlanOf(digits);
	if (plan) return fitPlan(withoutZero(digits, plan, text), plan, text);
	checkOther(digits, text);
	return digits;
}

/** @throws InputError when digits without a country's plan can't be a phone number */
function checkOther(digits: string, text: string): void {
	if (digits.length < minDigits || digits.length > maxDigits) {
		throw new InputError(
			'must have 8 to 15 digits with the country code',
			phrase`Check ${quoted(text)}: it has ${digits.length} digits.`,
		);
	}
	if (otherCodes.some((code) => digits.startsWith(code))) return;
	throw new InputError(
		'must begin with a country code that exists',
		phrase`Check ${quoted(text)}: no country has code ${digits.slice(0, 3)}.${codeHint(text)}`,
	);
}

/** The advice for digits that may lack their country code. */
function codeHint(text: string): Phrase {
	const hasCode = text.startsWith('+') || text.startsWith('00');
	const hint = texts(' A number without its country code needs it in front.');
	return phraseOf(hasCode ? '' : hint);
}

/** Drops a 0 that is dialed within a country only, as in `+49 0151 …`, if the number is valid without it. */
function withoutZero(digits: string, { code }: NumberingPlan, text: string): string {
	if (!digits.startsWith('0', code.length) || !/^(?:\+|00)[^(]*$/.test(text)) return digits;
	const number = parsePhoneNumberFromString(`+${digits}`);
	return number?.isValid() ? number.number.slice(1) : digits;
}

function writtenNumber(value: unknown): string {
	return withWesternDigits(requiredText(value));
}

function fitPlan(digits: string, { code, example, lengths }: NumberingPlan, text: string): string {
	const hasZero = digits.startsWith('0', code.length) && !example.startsWith('0');
	if (hasZero && !describePhone(digits).type) {
		throw new InputError(
			'must not have a 0 behind the country code',
			phrase`Remove the 0 behind ${code} in ${quoted(text)}.`,
		);
	}
	const count = digits.length - code.length;
	if (!lengths.includes(count)) {
		throw new InputError(
			'must have as many digits as its country code asks for',
			phrase`Check ${quoted(text)}: country code ${code} is followed by ${oneOfNumbers(lengths)} digits, not by ${count}.${codeHint(text)}`,
		);
	}
	return digits;
}

function digitsIn(text: string, value: unknown): string {
	const whole = withoutDecimals(text);
	if (inArea.test(whole)) throw noNumber(text, withoutSeparators(whole));
	const dialed = withoutTrunkZero(whole);
	if (bracketedZero.test(dialed)) {
		throw new InputError(
			'must not have a doubtful 0 in brackets',
			phrase`Write ${quoted(text)} as it's dialed from abroad: without brackets, and with the 0 only if it's dialed.`,
		);
	}
	const digits = withoutSeparators(dialed);
	refuseOtherText(digits, text, value);
	refuseNational(digits, text);
	return digits;
}

/** @throws InputError for digits that begin with a 0: no country code does */
function refuseNational(digits: string, text: string): void {
	if (!digits.startsWith('0')) return;
	throw new InputError(
		'must include the country code',
		phrase`Replace the leading 0 of ${quoted(text)} with the country code, such as ${exampleCode} for France.`,
	);
}

/** @throws InputError for decimals, and for an extension */
function withoutDecimals(text: string, country?: CountryCode): string {
	const whole = text.replace(asNumber, '$1');
	if (asDecimals.test(whole)) {
		throw new InputError(
			'must not have decimals',
			phrase`Write ${quoted(text)} in full and without decimals, in a column of text.`,
		);
	}
	if (asDate.test(whole)) throw noNumber(text, '');
	if (isExtended(whole, country)) throw noNumber(text, withoutSeparators(whole));
	return whole;
}

/** Whether an extension ends a text: too few digits, or some behind a whole mobile number and a sign that it doesn't have: `0664/1234567-12`. */
function isExtended(text: string, country?: CountryCode): boolean {
	if (shortEnd.test(text)) return true;
	const last = lastGroup.exec(text);
	const before = text.slice(0, last?.index).trimEnd();
	if (!last || !/\d$/.test(before) || before.includes(last[1] ?? '')) return false;
	const number = parsePhoneNumberFromString(before, country);
	if (!number?.country || !number.isValid()) return false;
	return number.nationalNumber.length >= examples[number.country].length;
}

/** @throws InputError for text that isn't digits alone, and for an amount such as `-5` or 1.5 */
function refuseOtherText(digits: string, text: string, value: unknown): void {
	const isAmount = text.startsWith('-') || (typeof value === 'number' && !Number.isInteger(value));
	if (isAmount || !/^\d+$/.test(digits)) throw noNumber(text, isAmount ? '' : digits);
}

/** A number as it's dialed within a country. */
export interface DialedNumber {
	digits: string;
	/** Whether it begins with an area code in brackets, and so has no country code. */
	hasArea: boolean;
	/** Its first group of digits; all of them where it's written without groups. */
	firstGroup: string;
}

/**
 * The digits of a number within a country, such as `064/123-4567`; undefined for one with + or 00 in front.
 * @param country tells an extension behind a whole number of it
 * @throws InputError for what isn't one phone number
 */
export function dialedDigits(value: unknown, country?: CountryCode): DialedNumber | undefined {
	const written = writtenNumber(value);
	if (plain.test(written)) {
		if (written.startsWith('+')) return undefined;
		return { digits: written, hasArea: false, firstGroup: written };
	}
	const text = written.replace(notDialed, '');
	const whole = withoutDecimals(text, country);
	const digits = whole.replace(separators, '');
	if (/^(\+|00)/.test(digits)) return undefined;
	refuseOtherText(digits, text, value);
	const [firstGroup = ''] = /\d+/.exec(whole) ?? [];
	return { digits, hasArea: inArea.test(whole), firstGroup };
}

/** Takes out a `(0)` right behind the country code, where a 0 is dialed within the country only. */
function withoutTrunkZero(text: string): string {
	const at = text.indexOf('(0)');
	const code = withoutSeparators(text.slice(0, Math.max(0, at)));
	const plan = numberingPlanOf(code);
	return plan?.code === code && hasTrunkZero(plan) ? text.replace('(0)', '') : text;
}

function withoutSeparators(text: string): string {
	return text.replace(separators, '').replace(/^(\+|00)/, '');
}

/** The error of text that isn't one phone number. @param digits the text without separators */
function noNumber(text: string, digits: string): InputError {
	if (/^\d{8}/.test(digits)) {
		return new InputError(
			'must be one phone number and nothing else',
			phrase`Keep one number of ${quoted(text)}, without an extension or other text.`,
		);
	}
	const plan = numberingPlanOf(digits);
	return new InputError(
		'must be a phone number',
		plan
			? phrase`Write ${quoted(text)} in digits alone, with the country code in front, such as ${plan.code}.`
			: phrase`Write a number such as ${exampleNumber} in place of ${quoted(text)}.`,
	);
}

/** `9`, `8 or 9`, `6, 7 or 9`. */
function oneOfNumbers(numbers: number[]): Value {
	const [last = 0, ...others] = [...numbers].reverse();
	return others.length === 0 ? last : phrase`${{ list: others.reverse() }} or ${last}`;
}

/** Country and type by the numbering plans; without a type, the range doesn't exist, or is newer than the package. */
export function describePhone(phone: string): { country?: CountryCode; type?: PhoneNumberType } {
	const number = parsePhoneNumberFromString(`+${phone}`);
	return number?.number === `+${phone}` ? { country: number.country, type: number.getType() } : {};
}

/** 06 39 98 in France (ARCEP) and 07700 900 in Britain (Ofcom). The numbers of samples and of the sandbox are among them. */
const keptForFiction = /^(?:3363998\d{4}|447700900\d{3})$/;

/** Whether a regulator keeps a number for fiction, so that no numbering plan has it and nobody mistyped it. */
export function isFictional(phone: string): boolean {
	return keptForFiction.test(phone);
}

/**
 * Reads a number as entered: as `normalizePhone` where it can, else its digits, else the text, such as an alias.
 * @throws InputError when it is empty, and for a national number, which the platform never shows
 */
export function phoneAsEntered(value: unknown): string {
	const text = writtenNumber(value);
	const digits = withoutSeparators(text.replace(notDialed, ''));
	if (!/^\d+$/.test(digits)) return tried(() => normalizePhone(value)) ?? text;
	refuseNational(digits, text);
	return tried(() => normalizePhone(value)) ?? digits;
}
