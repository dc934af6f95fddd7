import {
	asTyped,
	InputError,
	normalized,
	quoted,
	refuseInvisible,
	requiredText,
	resolved,
} from './input';
import { refuseMixedScripts } from './scripts';

/**
 * Reads a service key: 1 to 32 letters and digits (contract, “Common conventions” and “Limits”).
 *
 * @throws InputError for anything else
 */
export function normalizeServiceKey(value: unknown): string {
	const text = requiredText(value);
	if (/^[A-Za-z0-9]{1,32}$/.test(text)) return text;
	throw new InputError(
		'must have 1 to 32 letters and digits',
		'Pick the service from the list, or copy its key again.',
	);
}

/**
 * Reads an operator code, such as `FR_ORANGE`. It is sent as typed; the platform knows its codes.
 *
 * @throws InputError when it is longer than 100 characters
 */
export function normalizeOperatorCode(value: unknown): string {
	const text = requiredText(value);
	refuseLong(100, text);
	return text;
}

/**
 * Reads the two letters of a country (contract, “Common conventions”), in either case.
 *
 * @throws InputError for anything else, such as its name
 */
export function normalizeCountry(value: unknown): string {
	const text = requiredText(value);
	if (/^[A-Za-z]{2}$/.test(text)) return text.toUpperCase();
	throw new InputError('must be a country', `Write ${quoted(text)} in two letters, such as FR.`);
}

/**
 * Reads a mobile country code and network code run together (contract, “Subscribe request”), such as `50219`.
 * Spaces and dashes between them are taken out.
 *
 * @throws InputError for anything but 5 or 6 digits
 */
export function normalizeMccmnc(value: unknown): string {
	const text = requiredText(value).replace(/[\s-]/g, '');
	if (/^\d{5,6}$/.test(text)) return text;
	throw new InputError(
		'must have 5 or 6 digits',
		'Write the country code and the network code together, for example 50219.',
	);
}

/** An absolute address: of the web with a host, or of an app with a slash, so that `shop.example:80` is refused. */
const absolute = /^(https?:\/\/[^/\s]|(?!https?:)[a-z][a-z\d+.-]*:\/)\S*$/i;

/**
 * Reads the address a customer comes back to, of the web or of an app (`myapp://back`); its own query is kept.
 *
 * @throws InputError when it is not complete
 */
export function normalizeReturnUrl(value: unknown): string {
	const text = requiredText(value);
	if (!absolute.test(text) || !URL.canParse(text)) {
		throw new InputError(
			'must be a complete address',
			`Write ${quoted(text)} in full, for example https://shop.example/thanks?order=17.`,
		);
	}
	return text;
}

/** Contract, “Limits”, in characters. */
export const maxReferenceLength = 256;

/**
 * Reads the merchant's own reference that the platform passes through as `clientId` (contract, “Limits”).
 *
 * @returns undefined when it is empty
 * @throws InputError when it is longer
 */
export function normalizeClientReference(value: unknown): string | undefined {
	return upTo(maxReferenceLength, value);
}

/** Characters of a campaign's name; the rest of the 256 of a reference is for number and run. */
export const maxCampaignLength = 180;

/**
 * Reads the name of a campaign: one line of plain text. It leaves room for number and run in the 256 characters of a
 * reference.
 *
 * @returns undefined when it is empty
 * @throws InputError when it is longer, or looks like another name
 */
export function normalizeCampaign(value: unknown): string | undefined {
	const name = upTo(maxCampaignLength, value);
	if (name !== undefined) refuseMixedScripts(name);
	return name;
}

/** A name is matched exactly, also with what others sent: one with an invisible mark would be another one. */
function upTo(most: number, value: unknown): string | undefined {
	const text = resolved(asTyped(value));
	refuseInvisible(text);
	refuseLong(most, text);
	return text === '' ? undefined : text;
}

function refuseLong(most: number, text: string): void {
	if (text.length <= most) return;
	throw new InputError(
		`must have at most ${most} characters`,
		`Shorten it: it has ${text.length} characters.`,
	);
}

export const serviceKeySchema = normalized(normalizeServiceKey);
export const clientReferenceSchema = normalized(normalizeClientReference);
