import {
	asTyped,
	InputError,
	normalized,
	quoted,
	refuseInvisible,
	requiredText,
	resolved,
} from './input';
import { phrase } from './say';

/** Reads a service key (contract, “Common conventions” and “Limits”). @throws InputError for anything else */
export function normalizeServiceKey(value: unknown): string {
	const text = requiredText(value);
	if (/^[A-Za-z0-9]{1,32}$/.test(text)) return text;
	throw new InputError(
		'must have 1 to 32 letters and digits',
		'Pick the service from the list, or copy its key again.',
	);
}

/** Reads an operator code, such as `FR_ORANGE`, sent as typed. @throws InputError for more than 100 characters */
export function normalizeOperatorCode(value: unknown): string {
	const text = requiredText(value);
	refuseLong(100, text);
	return text;
}

/** Reads the two letters of a country, in either case. @throws InputError for anything else, such as its name */
export function normalizeCountry(value: unknown): string {
	const text = requiredText(value);
	if (/^[A-Za-z]{2}$/.test(text)) return text.toUpperCase();
	throw new InputError(
		'must be a country',
		phrase`Write ${quoted(text)} in two letters, such as FR.`,
	);
}

/** Reads country and network code run together, such as `50219` (contract, “Subscribe request”). @throws InputError */
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

/** Reads an address of the web or of an app (`myapp://back`); its query is kept. @throws InputError when it isn't complete */
export function normalizeReturnUrl(value: unknown): string {
	const text = requiredText(value);
	if (!absolute.test(text) || !URL.canParse(text)) {
		throw new InputError(
			'must be a complete address',
			phrase`Write ${quoted(text)} in full, for example https://shop.example/thanks?order=17.`,
		);
	}
	return text;
}

/** Contract, “Limits”, in characters. */
export const maxReferenceLength = 256;

/** Reads the merchant's reference (contract, “Limits”); undefined when it's empty. @throws InputError when it's too long */
function normalizeClientReference(value: unknown): string | undefined {
	return upTo(maxReferenceLength, value);
}

/** Characters of a campaign's name; the rest of the 256 of a reference is for number and run. */
export const maxCampaignLength = 180;

/** Reads a campaign's name; undefined when it's empty. @throws InputError when it's too long, or looks like another name */
export function normalizeCampaign(value: unknown): string | undefined {
	const name = upTo(maxCampaignLength, value);
	if (name !== undefined) refuseMixedScripts(name);
	return name;
}

/** Words in scripts that may stand together (UTS 39, Highly Restrictive), or alone (UAX 31, Recommended Scripts). */
const unmixedWords = [
	/^[\p{scx=Latn}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}]*$/u,
	...[/^[\p{scx=Latn}\p{scx=Hani}\p{scx=Bopo}]*$/u, /^[\p{scx=Latn}\p{scx=Hani}\p{scx=Hang}]*$/u],
	...[/^\p{scx=Arab}*$/u, /^\p{scx=Armn}*$/u, /^\p{scx=Beng}*$/u, /^\p{scx=Cyrl}*$/u],
	...[/^\p{scx=Deva}*$/u, /^\p{scx=Ethi}*$/u, /^\p{scx=Geor}*$/u, /^\p{scx=Grek}*$/u],
	...[/^\p{scx=Gujr}*$/u, /^\p{scx=Guru}*$/u, /^\p{scx=Hebr}*$/u, /^\p{scx=Khmr}*$/u],
	...[/^\p{scx=Knda}*$/u, /^\p{scx=Laoo}*$/u, /^\p{scx=Mlym}*$/u, /^\p{scx=Mymr}*$/u],
	...[/^\p{scx=Orya}*$/u, /^\p{scx=Sinh}*$/u, /^\p{scx=Taml}*$/u, /^\p{scx=Telu}*$/u],
	...[/^\p{scx=Thaa}*$/u, /^\p{scx=Thai}*$/u, /^\p{scx=Tibt}*$/u],
];

/** Digits and accents are of no script. */
const common = /[\p{scx=Zyyy}\p{scx=Zinh}]/gu;

function isMixed(word: string): boolean {
	const letters = word.replace(common, '');
	return !unmixedWords.some((unmixed) => unmixed.test(letters));
}

/** Refuses a word in letters of several scripts, such as `Summer` with a Cyrillic `е`; several words may have one each. */
function refuseMixedScripts(text: string): void {
	const mixed = text.split(/[^\p{L}\p{M}\p{N}]+/u).find(isMixed);
	if (mixed === undefined) return;
	throw new InputError(
		'must not have letters of several scripts in a word',
		phrase`Type ${quoted(mixed)} again: some of its letters look like others.`,
	);
}

/** A name is matched exactly, so a name with an invisible mark would be a different one. */
function upTo(maxLength: number, value: unknown): string | undefined {
	const text = resolved(asTyped(value));
	refuseInvisible(text);
	refuseLong(maxLength, text);
	return text === '' ? undefined : text;
}

function refuseLong(maxLength: number, text: string): void {
	if (text.length <= maxLength) return;
	throw new InputError(
		phrase`must have at most ${maxLength} characters`,
		phrase`Shorten it: it has ${text.length} characters.`,
	);
}

export const serviceKeySchema = normalized(normalizeServiceKey);
export const clientReferenceSchema = normalized(normalizeClientReference);
