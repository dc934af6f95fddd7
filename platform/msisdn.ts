import { emptyError, InputError, normalised, quoted, textOf } from './input';

const separators = /[\s.\-\u2010-\u2015]/g;

/** A whole number as spreadsheets write it. */
const asNumber = /^(\+?\d+)\.0+$/;

/** What may be decimals, or a dot that parts digits as between other separators: nobody can tell. */
const asDecimals = /^[^.]*\.(0+|\d)$/;

/**
 * Turns a phone number as people write it (`+43 660 1234567`, `0043-660…`, `43.660.…`) into
 * E.164 without the plus sign, the form the platform takes (contract, “Common conventions”).
 *
 * @returns 8 to 15 digits, the first of them the country code
 * @throws InputError for letters and brackets, what may be decimals, a national number with a leading 0, under 8 or over 15 digits
 */
export function normaliseMsisdn(value: unknown): string {
	const text = textOf(value);
	if (text === '') throw emptyError('The phone number');
	// A list that was numbers on its way writes 436601234567.00; a sign or a fraction is no part of a phone number.
	const whole = text.replace(asNumber, '$1');
	if (asDecimals.test(whole)) {
		throw new InputError(
			`${quoted(text)} seems to have decimals. Write the phone number without them, or without the dot if they belong to it`,
		);
	}
	const isAmount = whole.startsWith('-') || (typeof value === 'number' && !Number.isInteger(value));
	const international = isAmount ? '' : whole.replace(separators, '').replace(/^(\+|00)/, '');
	if (!/^[0-9]+$/.test(international)) {
		throw new InputError(
			`${quoted(text)} is not a phone number. Write it with its country code, for example 436601234567`,
		);
	}
	if (international.startsWith('0')) {
		throw new InputError(
			`${quoted(text)} is a national number. Put the country code in place of the leading 0, for example 43 660 … for 0660 …`,
		);
	}
	if (international.length < 8 || international.length > 15) {
		throw new InputError(
			`${quoted(text)} has ${international.length} digits. A phone number with its country code has 8 to 15`,
		);
	}
	return international;
}

export const msisdnSchema = normalised(normaliseMsisdn);
