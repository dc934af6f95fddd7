import { tried } from '../platform/input';
import { dialedDigits, normalizePhone } from '../platform/phoneNumber';

/** 2026-11-27, 27.11.2026, 11/27/26, and a time behind it. */
const date = /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4})(?:[T\s,]|$)/;

/** Digits of a phone number: fewer may be a number of pieces. */
const [minDigits, maxDigits] = [7, 15];

/** Characters of a phone number with all that people write around it, such as its name in a link. */
const maxLength = 40;

/** Digits in any writing, as many as a phone number has at least. */
const hasDigits = /(?:\p{Nd}\P{Nd}*){7}/u;
const isDigits = /^(?!00)\d+$/;

/**
 * Whether a cell may be a phone number of any country: nothing but its digits, and the signs that people write between
 * them. It's asked of each cell of a list, so cheap questions come first.
 */
export function looksLikePhone(cell: unknown): boolean {
	if (typeof cell === 'number') {
		return Number.isInteger(cell) && cell > 0 && hasFitting(String(cell).length);
	}
	if (typeof cell !== 'string' || cell.length < minDigits || cell.length > maxLength) return false;
	if (isDigits.test(cell)) return hasFitting(cell.length);
	// Letters stand only before a colon: `tel:`.
	if (/[a-z]/i.test(cell.slice(cell.lastIndexOf(':') + 1))) return false;
	if (!hasDigits.test(cell) || date.test(cell.trim())) return false;
	const digits = tried(() => dialedDigits(cell)?.digits ?? normalizePhone(cell));
	return digits !== undefined && hasFitting(digits.length);
}

function hasFitting(digits: number): boolean {
	return digits >= minDigits && digits <= maxDigits;
}
