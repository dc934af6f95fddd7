import { tried } from '../platform/input';
import { dialedDigits, normalizeMsisdn } from '../platform/phoneNumber';

/** 2026-11-27, 27.11.2026, 11/27/26, and a time behind it. */
const date = /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4})(?:[T\s,]|$)/;

/** The fewest digits of a national number that is no number of pieces. */
const fewest = 7;

/** So many characters have a number, all that people write around it, and its name in a link. */
const longest = 40;

/** Whether a cell may be a phone number of any country: nothing but its digits and what people write between them. */
export function looksLikePhone(cell: unknown): boolean {
	if (typeof cell === 'number') {
		return Number.isInteger(cell) && cell > 0 && hasFitting(String(cell).length);
	}
	if (typeof cell !== 'string' || cell.length < fewest || cell.length > longest) return false;
	const found = digitsOf(cell);
	if (found < fewest) return false;
	if (found === cell.length && !cell.startsWith('00')) return hasFitting(found);
	if (date.test(cell.trim())) return false;
	const digits = tried(() => dialedDigits(cell)?.digits ?? normalizeMsisdn(cell));
	return digits !== undefined && hasFitting(digits.length);
}

function hasFitting(digits: number): boolean {
	return digits >= fewest && digits <= 15;
}

/**
 * How many digits a cell has; 0 where letters stand among them, except those of a link: `tel:`. It's asked of each cell of
 * a list, and so takes next to no time.
 */
function digitsOf(cell: string): number {
	let [digits, isWord] = [0, false];
	for (let at = 0; at < cell.length; at++) {
		const code = cell.charCodeAt(at);
		if (isDigit(code)) {
			if (isWord) return 0;
			digits++;
		} else if (isLetter(code)) {
			if (digits > 0) return 0;
			isWord = true;
		} else if (cell[at] === ':') {
			isWord = false;
		}
	}
	return digits;
}

/** Of Western, Arabic or Persian writing. */
function isDigit(code: number): boolean {
	const isEastern = (code >= 0x660 && code <= 0x669) || (code >= 0x6f0 && code <= 0x6f9);
	return (code >= 0x30 && code <= 0x39) || isEastern;
}

function isLetter(code: number): boolean {
	const small = code | 0x20;
	return small >= 0x61 && small <= 0x7a;
}
