import { emptyError, InputError, normalized, quoted, textOf } from './input';

/** Spaces, dots, slashes, dashes, and brackets. */
const separators = /[\s./()\-\u2010-\u2015]/g;

/** The 0 that is dialed within a country only, as people put it behind the country code. */
const nationalZero = /(?<=\d\W*)\(0\)/;

/** Brackets that begin with a 0, which may or may not be dialed: `+43 (0660)`. */
const doubtfulZero = /\d\W*\(\W*0/;

/** A whole number as spreadsheets write it. */
const asNumber = /^(\+?\d+)\.0+$/;

/** One dot with zeros or a single digit behind it: a separator or decimals, so it is refused. */
const asDecimals = /^[^.]*\.(0+|\d)$/;

/**
 * Turns a phone number as people write it (`+43 (0) 660 1234567`, `0043-660…`, `43.660.…`) into
 * E.164 without the plus sign, the form the platform takes (contract, “Common conventions”).
 *
 * @returns 8 to 15 digits, the first of them the country code
 * @throws InputError for letters, possible decimals, a national number with a leading 0, a wrong length
 */
export function normalizeMsisdn(value: unknown): string {
	const text = textOf(value);
	if (text === '') throw emptyError('The phone number');
	const whole = text.replace(asNumber, '$1');
	if (asDecimals.test(whole)) {
		throw new InputError(
			`${quoted(text)} seems to have decimals. Write the phone number without them, or without the dot`,
		);
	}
	const isAmount = whole.startsWith('-') || (typeof value === 'number' && !Number.isInteger(value));
	const dialed = whole.replace(nationalZero, '');
	const international = dialed.replace(separators, '').replace(/^(\+|00)/, '');
	if (isAmount || doubtfulZero.test(dialed) || !/^[0-9]+$/.test(international)) {
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

/**
 * Reads a service key: 1 to 32 letters and digits (contract, “Common conventions” and “Limits”).
 *
 * @throws InputError for anything else
 */
export function normalizeServiceKey(value: unknown): string {
	const rule = 'A service key has 1 to 32 letters and digits';
	return matching(/^[A-Za-z0-9]{1,32}$/, textOf(value), 'The service key', rule);
}

/** Reads an operator code, such as `FR_ORANGE`. It is sent as typed; the platform knows its codes. */
export function normalizeOperatorCode(value: unknown): string {
	return filled('The operator code', value);
}

/** Reads a country code, such as `FR`. It is sent as typed. */
export function normalizeCountry(value: unknown): string {
	return filled('The country', value);
}

function filled(what: string, value: unknown): string {
	const text = textOf(value);
	if (text === '') throw emptyError(what);
	return text;
}

/**
 * Reads a mobile country code and network code run together (contract, “Subscribe request”), such as `50219`.
 * Spaces and dashes between them are taken out.
 *
 * @throws InputError for anything but 5 or 6 digits
 */
export function normalizeMccmnc(value: unknown): string {
	const rule = 'A network is country and network code run together, 5 or 6 digits, like 50219';
	return matching(/^\d{5,6}$/, textOf(value).replace(/[\s-]/g, ''), 'The network', rule);
}

/**
 * Reads a subscription ID, which is a number (contract, “Subscription record”). It stays text, because it may be too
 * long for a number of JavaScript's.
 */
export function normalizeSubscriptionId(value: unknown): string {
	const rule = 'A subscription ID has only digits';
	return matching(/^\d+$/, textOf(value), 'The subscription ID', rule);
}

function matching(form: RegExp, text: string, what: string, rule: string): string {
	if (text === '') throw emptyError(what);
	if (!form.test(text)) throw new InputError(`${quoted(text)} is not valid. ${rule}`);
	return text;
}

/** An absolute address: of the web with a host, or of an app with a slash, so that `shop.example:80` is none. */
const absolute = /^(https?:\/\/[^/\s]|(?!https?:)[a-z][a-z\d+.-]*:\/)\S*$/i;

/**
 * Reads the address a customer comes back to, of the web or of an app (`myapp://back`); its own query is kept.
 *
 * @throws InputError when it is not complete
 */
export function normalizeReturnUrl(value: unknown): string {
	const text = textOf(value);
	if (!absolute.test(text) || !URL.canParse(text)) {
		const problem =
			text === '' ? 'The address is empty' : `${quoted(text)} is not a complete address`;
		throw new InputError(
			`${problem}. Write it in full, for example https://shop.example/thanks?order=17`,
		);
	}
	return text;
}

/**
 * Reads the merchant's own reference that the platform passes through as `clientId` (contract, “Limits”).
 *
 * @returns undefined when it is empty
 * @throws InputError when it is longer than 256 characters
 */
export function normalizeClientReference(value: unknown): string | undefined {
	return upTo(256, 'The client reference', value);
}

/**
 * Reads the name of a campaign. It leaves room for number and run in the 256 characters of a reference.
 *
 * @returns undefined when it is empty
 * @throws InputError when it is longer than 180 characters
 */
export function normalizeCampaign(value: unknown): string | undefined {
	return upTo(180, 'The campaign', value);
}

function upTo(most: number, what: string, value: unknown): string | undefined {
	const text = textOf(value);
	if (text.length <= most) return text === '' ? undefined : text;
	throw new InputError(`${what} has ${text.length} characters. It can have at most ${most}`);
}

export const msisdnSchema = normalized(normalizeMsisdn);
export const serviceKeySchema = normalized(normalizeServiceKey);
export const subscriptionIdSchema = normalized(normalizeSubscriptionId);
export const operatorCodeSchema = normalized(normalizeOperatorCode);
export const clientReferenceSchema = normalized(normalizeClientReference);
