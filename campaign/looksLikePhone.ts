import { tried } from '../platform/input';
import { dialedDigits, normalizeMsisdn } from '../platform/phoneNumber';

/** 2026-11-27, 27.11.2026, 11/27/26, and a time behind it. */
const date = /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4})(?:\D|$)/;

/** The fewest digits of a national number that is no number of pieces. */
const fewest = 7;

/** Whether a cell may be a phone number of any country: nothing but its digits and what people write between them. */
export function looksLikePhone(cell: unknown): boolean {
	if (typeof cell === 'string' && date.test(cell.trim())) return false;
	const digits = tried(() => dialedDigits(cell)?.digits ?? normalizeMsisdn(cell));
	return digits !== undefined && digits.length >= fewest && digits.length <= 15;
}
