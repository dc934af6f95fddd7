import { InputError, shortened, tried } from '../platform/input';
import type { PageLanguage } from './html';
import ar from './texts/ar.json';
import de from './texts/de.json';
import en from './texts/en.json';
import es from './texts/es.json';
import fr from './texts/fr.json';
import pt from './texts/pt.json';
import sr from './texts/sr.json';

/** The first word says where a text appears: on any page, with the offer, or in the pages of a workflow or a trigger. */
export type TextName = keyof typeof en;

/** Texts of one language, in which `{name}` and other names in braces are filled in. */
export type Texts = Record<TextName, string>;

/**
 * The languages that come with the package. German says “Sie”, French “vous”, Spanish “usted”, Serbian “Vi” in Latin script;
 * Portuguese is for Portugal and Brazil, in the third person without a pronoun; Arabic is Modern Standard Arabic.
 */
export const shipped: Record<string, Texts> = { en, fr, de, es, pt, sr, ar };
export { en };

/** Written from right to left: Arabic, Divehi, Persian, Hebrew, Central Kurdish, Pashto, Sindhi, Uyghur, Urdu, Yiddish. */
const rightToLeft = ['ar', 'dv', 'fa', 'he', 'ckb', 'ps', 'sd', 'ug', 'ur', 'yi'];

/** The tag with a region, for numbers and dates, of a tag without one. */
const fullTags: Record<string, string> = { en: 'en-GB', pt: 'pt-PT' };

/** The language of a customer. */
export interface Language extends PageLanguage {
	/** The name under which its texts are stored, such as `pt`. */
	name: string;
	/** The tag for numbers and dates, such as `pt-BR`. */
	locale: string;
}

/** The signs of a customer's language, by rank. */
export interface LanguageHints {
	/** The parameter `lang` of the link. */
	link: string;
	/** The browser's header Accept-Language. */
	browser: string;
	/** The language if neither link nor browser name a language with texts. */
	setting: string;
}

/** In characters; longer headers are no preferences of a person. */
const maxHeaderLength = 500;

/**
 * Picks the language of a page: the first wanted one that has texts, else English.
 *
 * @param names of the languages that have texts
 */
export function languageFor({ link, browser, setting }: LanguageHints, names: string[]): Language {
	for (const tag of [link, ...preferencesIn(browser), setting].filter(Boolean)) {
		const found = languageOf(tag, names);
		if (found) return found;
	}
	return languageNamed('en', 'en');
}

function languageOf(text: string, names: string[]): Language | undefined {
	const tag = tagIn(text.trim());
	if (tag === undefined) return undefined;
	const [language = ''] = tag.split('-');
	const name = names.find((known) => known === tag) ?? names.find((known) => known === language);
	return name === undefined ? undefined : languageNamed(name, tag);
}

function languageNamed(name: string, tag: string): Language {
	const [language = name] = name.split('-');
	const full = fullTags[tag] ?? tag;
	// Our Serbian texts are in Latin script, whatever the browser asks for.
	const isSerbian = name === 'sr';
	const locale = isSerbian ? new Intl.Locale(full, { script: 'Latn' }).toString() : full;
	const direction = rightToLeft.includes(language) ? 'rtl' : 'ltr';
	return { name, tag: isSerbian ? 'sr-Latn' : name, locale, direction };
}

/** The tag of a language for links, with the region if numbers and dates depend on it. */
export function tagOf({ name, locale }: Language): string {
	return languageNamed(name, name).locale === locale ? name : locale;
}

/** The tags of an Accept-Language header, the most wanted first (RFC 9110, 12.5.4). */
function preferencesIn(header: string): string[] {
	return header
		.slice(0, maxHeaderLength)
		.split(',')
		.map((preference) => {
			const [tag = '', weight = 'q=1'] = preference.split(';').map((part) => part.trim());
			return { tag, weight: Number(weight.replace('q=', '')) };
		})
		.filter(({ weight }) => weight > 0)
		.sort((one, other) => other.weight - one.weight)
		.map(({ tag }) => tag);
}

/** A tag as BCP 47 writes it, such as `pt-BR` for `PT-br`; undefined if the text is no tag. */
function tagIn(text: string): string | undefined {
	return tried(() => Intl.getCanonicalLocales(text)[0]);
}

/** Reads a tag such as `nl` or `pt-BR`. @throws InputError for any other text */
export function readLanguage(value: string): string {
	const tag = tagIn(value);
	if (tag !== undefined) return tag;
	throw new InputError(
		'must be the code of a language',
		`Write a code such as nl or pt-BR in place of “${shortened(value)}”.`,
	);
}
