/** A translation: with numbered blanks; of a counted noun, one for each plural form of the language. */
type Translation = string | Partial<Record<Intl.LDMLPluralRule, string>>;

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
	/** Without groups, as in the number of a row. */
	digits: Intl.NumberFormat;
	regions: Intl.DisplayNames;
	/** `21 Nov`. */
	days: Intl.DateTimeFormat;
	/** `5, 7, 9`; with the last one joined by a word where the language does that without one, too. */
	lists: Intl.ListFormat;
	/** `5, 7 and others`. */
	listsWithMore: Intl.ListFormat;
}

const day = { day: 'numeric', month: 'short' } as const;

function formatsOf(locale: string): Formats {
	return {
		numbers: new Intl.NumberFormat(locale),
		digits: new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 6 }),
		regions: new Intl.DisplayNames(locale, { type: 'region' }),
		days: new Intl.DateTimeFormat(locale, { ...day, timeZone: 'UTC', calendar: 'gregory' }),
		lists: new Intl.ListFormat(locale, { type: 'unit' }),
		listsWithMore: new Intl.ListFormat(locale),
	};
}

/** Days stand before months, as in `21 Nov 2026`: readers of English are everywhere. */
const english: Speech = { catalog: {}, tag: 'en', direction: 'ltr', locale: 'en-GB', asked: '' };

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

/** A value in a phrase: written as it is, a number (`amount`: with groups), a phrase, a country (ISO 3166-1), a day (`yyyy-MM-dd`), or several values. */
export type Value =
	Text | number | { amount: number } | { region: string } | { day: string } | Listing;

/** Values that are listed, and words such as `7 more` behind the last one. */
interface Listing {
	list: Value[];
	more?: Value;
}

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

/** A text as a cell of plain text keeps it: a phrase in JSON, so that it can be translated where it's shown. */
export function storedText(text: Text): string {
	return typeof text === 'string' ? text : JSON.stringify(text);
}

/** The text in a cell (`storedText`); one that somebody else has written is as it is. */
export function textStored(cell: string): Text {
	if (!cell.startsWith('{"key":"')) return cell;
	try {
		const read: unknown = JSON.parse(cell);
		return isValue(read) ? (read as Phrase) : cell;
	} catch {
		return cell;
	}
}

function isValue(value: unknown): boolean {
	if (typeof value === 'string' || typeof value === 'number') return true;
	if (typeof value !== 'object' || value === null) return false;
	const { key, values, amount, region, day, list, more = '' } = value as Record<string, unknown>;
	if (amount !== undefined) return typeof amount === 'number';
	if (region !== undefined) return /^[A-Z]{2}$/.test(String(region));
	if (day !== undefined) return !Number.isNaN(Date.parse(String(day)));
	if (list !== undefined) return isValues(list) && isValue(more);
	return typeof key === 'string' && isValues(values);
}

function isValues(values: unknown): boolean {
	return Array.isArray(values) && values.every(isValue);
}

/** A marked text as a value of a phrase. */
export function phraseOf(text: Text): Phrase {
	return typeof text === 'string' ? { key: text, values: [] } : text;
}

/** A counted noun: `20 rows`. Its key has both forms: `row|rows`. */
export function counted(value: number, noun: string): Phrase {
	return { key: pluralKey(noun), values: [value] };
}

/** A phrase with other values; those of a list are changed one by one. */
export function withValues(
	{ key, values }: Phrase,
	changed: (value: Exclude<Value, Listing>) => Value,
): Phrase {
	const changedAll = (value: Value): Value => {
		if (typeof value !== 'object' || !('list' in value)) return changed(value);
		const { list, more } = value;
		return { list: list.map(changedAll), ...(more !== undefined && { more: changedAll(more) }) };
	};
	return { key, values: values.map(changedAll) };
}

/** Values as the language lists them: `5, 7, 9`. @param more the words for others, such as `7 more` */
export function listing(list: Value[], more?: Value): string {
	const words = list.map(valueText);
	return more === undefined
		? spoken.lists.format(words)
		: spoken.listsWithMore.format([...words, valueText(more)]);
}

/** Parts of a line, one behind the other: `Running, 2 held`. */
export function inRow(parts: string[]): string {
	const [first = '', ...others] = parts;
	return others.reduce((line, part) => say`${line}, ${part}`, first);
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
	return text.replace(/\{(\d+)\}/g, (blank, at: string) => valueText(values[Number(at)] ?? blank));
}

function valueText(value: Value): string {
	if (typeof value === 'number') return spoken.digits.format(value);
	if (typeof value === 'string') return isolated(value);
	if ('amount' in value) return spoken.numbers.format(value.amount);
	if ('region' in value) return countryName(value.region);
	if ('day' in value) return spoken.days.format(Date.parse(value.day));
	if ('list' in value) return listing(value.list, value.more);
	const words = translated(value);
	return Object.hasOwn(spoken.catalog, value.key) ? words : isolated(words);
}

/** The first letter reads from right to left, so that the text needs no isolate; or it has isolates within. */
const fitsIn = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]|\u2068/u;

/** Within a line from right to left, `+33 6 39 98 00 01` would read from its end; the marks are FSI and PDI (Unicode, UAX 9). */
function isolated(text: string): string {
	if (spoken.direction === 'ltr' || text === '' || fitsIn.test(text)) return text;
	return `\u2068${text.replace(/[\u2066-\u2069]/g, '')}\u2069`;
}

/** Names that have an article within a sentence. */
const withArticle =
	/^(?:United|Netherlands|Philippines|Bahamas|Maldives|Comoros|Seychelles|Gambia)/;

/** A country (ISO 3166-1) as a sentence names it: `the Netherlands`. */
export function countryName(country: string): string {
	const name = spoken.regions.of(country) ?? country;
	return withArticle.test(name) && spoken.tag === 'en' ? `the ${name}` : name;
}
