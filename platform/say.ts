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

/** Marks texts that are translated where they are shown, by `translated`: one, or all in a table. */
export function texts<const Marked>(marked: Marked): Marked {
	return marked;
}

/** A marked text in the language that is spoken; as it is where there is no translation. */
export function translated(text: string): string {
	const found = Object.hasOwn(spoken.catalog, text) ? spoken.catalog[text] : undefined;
	return typeof found === 'string' ? found : text;
}

/** A text in the language that is spoken. Its key has numbered blanks: `{0} rows wait`. */
export function say(parts: TemplateStringsArray, ...values: (string | number)[]): string {
	return filled(translated(keyOf(parts)), values);
}

/** A counted noun: `20 rows`. Its key has both forms: `row|rows`. @param shown the value as it's written */
export function counted(value: number, noun: string, shown: string): string {
	const forms = spoken.catalog[pluralKey(noun)];
	const plain = `{0} ${noun}${value === 1 ? '' : 's'}`;
	if (typeof forms !== 'object') return filled(plain, [shown]);
	const form = forms[new Intl.PluralRules(spoken.locale).select(value)] ?? forms.other ?? plain;
	return filled(form, [shown]);
}

export function pluralKey(noun: string): string {
	return `${noun}|${noun}s`;
}

/** The key of a template. @param parts its texts between the values */
export function keyOf(parts: readonly string[]): string {
	return parts.reduce((key, part, at) => `${key}{${at - 1}}${part}`);
}

function filled(text: string, values: (string | number)[]): string {
	return text.replace(/\{(\d+)\}/g, (blank, at: string) => String(values[Number(at)] ?? blank));
}
