/** A translation: with numbered blanks; of a counted noun, one for each plural form of the language. */
export type Translation = string | Partial<Record<Intl.LDMLPluralRule, string>>;

/** The translations of a language, by the English texts. */
export type Catalog = Readonly<Record<string, Translation>>;

/** The language in which a page is rendered. */
export interface Speech {
	catalog: Catalog;
	/** Of the page, as BCP 47 names it, such as `sr-Latn`. */
	tag: string;
	direction: 'ltr' | 'rtl';
	/** How numbers, times and countries are written, such as `pt-BR`. */
	locale: string;
	/** The language that the address asks for, which links keep; '' without one. */
	asked: string;
}

/** The formats of a language, made once for a page: readers choose locales, so that they can't be kept for all. */
interface Formats {
	numbers: Intl.NumberFormat;
	regions: Intl.DisplayNames;
}

function formatsOf(locale: string): Formats {
	return {
		numbers: new Intl.NumberFormat(locale),
		regions: new Intl.DisplayNames(locale, { type: 'region' }),
	};
}

const english: Speech = { catalog: {}, tag: 'en', direction: 'ltr', locale: 'en-US', asked: '' };

/** The language of the page that is rendered now. Rendering is synchronous, so that no other page sees it. */
let spoken: Speech & Formats = { ...english, ...formatsOf(english.locale) };

/** The language that is spoken now: English but while a page is rendered in another one. */
export function speech(): Speech & Formats {
	return spoken;
}

/** Renders in a language. @param render a synchronous function: what goes on later speaks English again */
export function inLanguage<Result>(language: Speech, render: () => Result): Result {
	const before = spoken;
	spoken = {
		...before,
		...(language.locale !== before.locale && formatsOf(language.locale)),
		...language,
	};
	try {
		return render();
	} finally {
		spoken = before;
	}
}

/** A text as data, shown in the reader's language: an English key with numbered blanks, and what stands in them. */
export interface Phrase {
	key: string;
	values: Value[];
}

/** A text: English, or a phrase. */
export type Text = string | Phrase;

/** A value in a phrase: written as it is, a phrase of its own, or a country (ISO 3166-1). */
type Value = Text | number | { region: string };

/** Marks texts that are translated where they are shown, by `translated`: one, or all in a table. */
export function texts<const Marked>(marked: Marked): Marked {
	return marked;
}

/** A text in the language that is spoken; in English where there is no translation. */
export function translated(text: Text): string {
	const { key, values } = phraseOf(text);
	const found = Object.hasOwn(spoken.catalog, key) ? spoken.catalog[key] : undefined;
	const [count] = values;
	if (typeof count !== 'number' || !key.includes('|')) {
		return filled(typeof found === 'string' ? found : key, values);
	}
	const plain = `{0} ${key.split('|')[count === 1 ? 0 : 1] ?? ''}`;
	const forms = typeof found === 'object' ? found : {};
	const rule = new Intl.PluralRules(spoken.locale).select(count);
	return filled(forms[rule] ?? forms.other ?? plain, [spoken.numbers.format(count)]);
}

/** A text as programs, errors and files have it. */
export function inEnglish(text: Text): string {
	return typeof text === 'string' ? text : inLanguage(english, () => translated(text));
}

/** A text to be stored, and translated where it's shown. Its key has numbered blanks: `{0} rows wait`. */
export function phrase(parts: TemplateStringsArray, ...values: Value[]): Phrase {
	return { key: keyOf(parts), values };
}

/** A marked text as a value of a phrase. */
export function phraseOf(text: Text): Phrase {
	return typeof text === 'string' ? { key: text, values: [] } : text;
}

/** A counted noun: `20 rows`. Its key has both forms: `row|rows`. */
export function counted(value: number, noun: string): Phrase {
	return { key: pluralKey(noun), values: [value] };
}

/** A text in the language that is spoken. */
export function say(parts: TemplateStringsArray, ...values: Value[]): string {
	return translated(phrase(parts, ...values));
}

export function pluralKey(noun: string): string {
	return `${noun}|${noun}s`;
}

/** The key of a template. @param parts its texts between the values */
export function keyOf(parts: readonly string[]): string {
	return parts.reduce((key, part, at) => `${key}{${at - 1}}${part}`);
}

function filled(text: string, values: Value[]): string {
	return text.replace(/\{(\d+)\}/g, (blank, at: string) => wordsOf(values[Number(at)] ?? blank));
}

const quotes = texts('“{0}”');

/** A value in quotes, or a list of them, with the quotes of the language. */
function requoted(words: string): string {
	const form = spoken.catalog[quotes];
	if (typeof form !== 'string' || !/^“.*”$/s.test(words)) return words;
	return words.replace(/“([^”]*)”/g, (_, quoted: string) => form.replace('{0}', () => quoted));
}

function wordsOf(value: Value): string {
	if (typeof value === 'string') return requoted(value);
	if (typeof value !== 'object') return String(value);
	return 'region' in value ? countryName(value.region) : translated(value);
}

/** Names that have an article within a sentence. */
const withArticle =
	/^(?:United|Netherlands|Philippines|Bahamas|Maldives|Comoros|Seychelles|Gambia)/;

/** A country (ISO 3166-1) as a sentence names it: `the Netherlands`. */
export function countryName(country: string): string {
	const name = spoken.regions.of(country) ?? country;
	return withArticle.test(name) && spoken.tag === 'en' ? `the ${name}` : name;
}
