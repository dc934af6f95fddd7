import { isObject } from '../platform/answer';
import { InputError, shortened, tried } from '../platform/input';
import { html, type Html } from './html';
import type { Flow } from './offer';
import { en, readLanguage, shipped, type Language, type TextName, type Texts } from './languages';

/** Texts of a merchant, by language; they replace the package's texts. */
type OwnTexts = Record<string, Partial<Texts>>;

/** The values that are filled into a text, by name. */
export type Values = Record<string, string>;

/** The texts of one language. */
export interface Words {
	/** A text for a title or an attribute. */
	plain(name: TextName): string;
	/** A text for a page; a filled-in value keeps its own direction of writing. */
	rich(name: TextName): Html;
}

const isName = (name: string): name is TextName => Object.hasOwn(en, name);

/** A name that is filled in. */
const blank = /\{(\w+)\}/;

/** The text of a language: the merchant's, the package's, else English. */
export function textNamed(name: TextName, language: string, own: OwnTexts): string {
	return own[language]?.[name] ?? shipped[language]?.[name] ?? own.en?.[name] ?? en[name];
}

/** The texts of a language, filled in. */
export function wordsIn({ name: language }: Language, own: OwnTexts, values: Values): Words {
	const partsOf = (name: TextName) => textNamed(name, language, own).split(blank);
	// Every second part is the name of a value.
	const valueOf = (part: string) => values[part] ?? '';
	return {
		plain: (name) =>
			partsOf(name)
				.map((part, at) => (at % 2 === 0 ? part : valueOf(part)))
				.join(''),
		rich: (name) => {
			const parts = partsOf(name);
			return html`${parts.map((part, at) => (at % 2 === 0 ? part : html`<bdi>${valueOf(part)}</bdi>`))}`;
		},
	};
}

/** The texts that a language lacks, so that they are shown in English. @param among the names that are wanted */
export function missingIn(language: string, own: OwnTexts, among: TextName[]): TextName[] {
	const known = { ...shipped[language], ...own[language] };
	return among.filter((name) => known[name] === undefined);
}

/** The places of the texts that the pages of a flow show. */
export const placesOf: Record<Flow, string[]> = {
	sell: ['page', 'offer', 'sell'],
	guard: ['page', 'offer', 'guard'],
	cancel: ['page', 'cancel'],
};

/** The names of the texts whose first word is one of these, in the order of appearance. */
export function namesOf(...places: string[]): TextName[] {
	const names = Object.keys(en).filter(isName);
	return names.filter((name) => places.includes(name.split('.')[0] ?? ''));
}

const shape = 'Write languages with their texts, such as {"nl": {"sell.order": "Abonneren"}}.';

/** Reads a merchant's texts, as JSON or as an object. @throws InputError for another shape, and for an unknown text */
export function readOwnTexts(value: unknown): OwnTexts {
	if (value === undefined || value === null || value === '') return {};
	const read = typeof value === 'string' ? tried(() => JSON.parse(value) as unknown) : value;
	if (!isObject(read)) throw new InputError('must be JSON', shape);
	const languages = Object.entries(read).map(([tag, texts]) => {
		if (!isObject(texts)) throw new InputError('must hold the texts of each language', shape);
		for (const [name, text] of Object.entries(texts)) check(name, text, tag);
		return [readLanguage(tag), texts];
	});
	return Object.fromEntries(languages) as OwnTexts;
}

function check(name: string, text: unknown, language: string): void {
	if (typeof text !== 'string')
		throw new InputError('must hold texts', `Write “${shortened(name)}” of ${language} in quotes.`);
	if (isName(name)) return;
	throw new InputError(
		`has a text “${shortened(name)}” that no page shows`,
		`Check the name in ${language}: copy it from the texts in English.`,
	);
}
