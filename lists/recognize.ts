import { isOtherUnit, unitNamed, type Unit } from '../platform/declaredAmount';
import { nameKey, type Field } from './columns';
import namesOfColumns from './columnNames.json';
import columnWords from './columnWords.json';
import { looksLikePhone } from './looksLikePhone';

/** The meaning of a column's name. */
export interface NameOfColumn {
	/** The field; undefined where the name doesn't tell. */
	field?: Field;
	/** Of several columns of a field, the one with the smallest rank has the best name. */
	rank: number;
	/** The unit of its amounts; undefined for a name with two units, or without. */
	unit?: Unit;
	/** Whether the name has another unit of data than MB and GB, such as `Data (KB)`. */
	hasOtherUnit?: boolean;
	/** Whether the name has words of the field, and no others. */
	isPlain?: boolean;
	/** Whether a word makes it something else: `GB used`, `Store phone`. */
	isOther?: boolean;
}

/**
 * Names of columns, or words in them, by language (ISO 639; `sh` is Bosnian, Croatian and Serbian), with a comma between
 * them. Case, spaces, accents and punctuation make no difference.
 */
type ByLanguage = Record<string, string>;

/**
 * The names by which systems and people name a column. Within a language the best name comes first: of a first, a last and
 * a full name the full one. Words for a quantity of anything aren't names of amounts: in an order they count pieces.
 */
const names: Record<Exclude<Field, 'phone'>, ByLanguage> = namesOfColumns;

/** A name that several languages have keeps its best rank. */
const knownNames = new Map<string, { field: Field; rank: number }>();
for (const [field, ofField] of Object.entries(names) as [Field, ByLanguage][]) {
	for (const ofLanguage of Object.values(ofField).map(namesIn)) {
		for (const [rank, name] of ofLanguage.entries()) {
			const key = nameKey(name);
			if (rank < (knownNames.get(key)?.rank ?? Infinity)) knownNames.set(key, { field, rank });
		}
	}
}

/** Letters of a word that is also found within another word, as in German and Hungarian: `Kundenhandynummer`. */
const minWithin = 5;

/**
 * Words that make a column one of phone numbers, wherever they stand in its name: `Mobile Phone Number`, `Telefon komórkowy
 * klienta`, `Phone 1 - Value`. Words of mobile numbers go before the others. Fillers beside them leave it the customer's own
 * number: `Customer's phone no. 1`.
 */
const [mobileKeys, phoneKeys, phoneFillerKeys] = [
	keysIn(columnWords.phoneWords.mobile),
	keysIn(columnWords.phoneWords.phone),
	keysIn(columnWords.phoneFillers),
];

/**
 * Words that make a column something else than the customer's own number or the amount to give: what was used or is left,
 * prices, times and contracts, and the numbers of other people. One of five letters or more is the beginning of a word.
 */
const otherKeys = keysIn(columnWords.otherWords);

/** Names of amounts that are one word, such as `Volume`, and words that may stand beside them: `in`, `omaggio`, `or`. */
const amountNames = Object.values(names.megabytes).flatMap(namesIn);
const amountKeys = new Set(amountNames.filter((name) => wordsOf(name).length === 1).map(nameKey));
const besideAmountKeys = new Set([
	...amountNames.flatMap(wordsOf),
	...keysIn(columnWords.amountFillers),
	...keysIn(columnWords.orWords),
]);

/** Letters of a word that makes a column one of countries: `land`, `pays`. */
const minCountryWord = 4;

/** Digits of a text that is a phone number, and no name: `tel:+33639980101`. */
const minDigits = 7;

/** Money and shares are no amounts of data. */
const hasSign = /[\p{Sc}%]/u;

/** Recognizes a column by its whole name, in any of the languages. */
export function recognize(name: string): NameOfColumn {
	const exact = knownNames.get(nameKey(name));
	const words = wordsOf(name);
	const units = unitsAmong(words);
	const unit = units.length === 1 ? units[0] : undefined;
	if (exact && exact.field !== 'megabytes') return exact;
	if (units.length === 0 && words.some(isOfOtherUnit)) {
		return { rank: 0, isOther: true, hasOtherUnit: true };
	}
	if (exact || (isOfAmounts(words, units) && !hasSign.test(name))) {
		return { field: 'megabytes', rank: exact?.rank ?? 0, unit, isPlain: true };
	}
	const isOther = hasSign.test(name) || words.some(isOfOthers);
	if (units.length > 0) {
		return { ...(!isOther && { field: 'megabytes' }), rank: 0, unit, isOther };
	}
	const isMobile = hasAny(words, mobileKeys);
	const isNumber = name.replace(/\D/g, '').length >= minDigits;
	if (isNumber || (!isMobile && !hasAny(words, phoneKeys))) return { rank: 0, isOther };
	const isPlain = !isOther && words.every(isOfPhones);
	return { field: 'phone', rank: isMobile ? 0 : 1, isPlain, isOther };
}

/** Words for a country with four letters or more that are names by themselves. */
const countryKeys = Object.values(names.country)
	.flatMap(namesIn)
	.filter((name) => !name.includes(' '))
	.map(nameKey)
	.filter((key) => key.length >= minCountryWord);

/** Whether a column's name has a word for a country, such as `Wohnland` or `Country of residence`. */
export function namesCountry(name: string): boolean {
	const key = nameKey(name);
	return countryKeys.some((word) => key.includes(word));
}

/** Whether a name has one of these words, such as `new` in `New number`, which replaces another number. */
export function isNamed(name: string, words: keyof typeof columnWords.more): boolean {
	return wordsOf(name).some((word) => moreWords.get(words)?.has(word));
}

const moreWords = new Map<string, Set<string>>(
	Object.entries(columnWords.more).map(([words, byLanguage]) => [words, keysIn(byLanguage)]),
);

const totalKeys = keysIn(columnWords.totalWords);

/** Whether a cell says that its row is the total of the others: `Summe:`. */
export function isTotal(cell: unknown): boolean {
	return typeof cell === 'string' && cell.length <= maxTotal && totalKeys.has(nameKey(cell));
}

const maxTotal = 30;

/**
 * How many cells of a first row are known, as names of columns or as phone numbers, which tells whether it was read with
 * the right separator.
 */
export function knownAmong(cells: string[]): number {
	const isKnown = (name: string) => {
		const { field, isPlain } = recognize(name);
		// Names may have a comma: `Volume, MB`.
		const isWhole = !/[;|\t]/.test(name);
		return isWhole && field !== undefined && (field !== 'megabytes' || isPlain === true);
	};
	return cells.filter((cell) => looksLikePhone(cell) || isKnown(cell)).length;
}

/** Whether words are those of an amount, and nothing else. */
function isOfAmounts(words: string[], units: Unit[]): boolean {
	const names = words.filter((word) => unitNamed(word) === undefined);
	if (knownNames.get(names.join(''))?.field === 'megabytes') return true;
	const isNamed = units.length > 0 || names.some((word) => amountKeys.has(word));
	return isNamed && names.every((word) => besideAmountKeys.has(word) && !otherKeys.has(word));
}

/** Whether a word means a phone number, or is a filler such as `customer's` or `1`. */
function isOfPhones(word: string): boolean {
	return (
		phoneFillerKeys.has(word) ||
		/^\d+$/.test(word) ||
		hasAny([word], mobileKeys) ||
		hasAny([word], phoneKeys)
	);
}

/** Whether a word makes a column something else. Words have many endings: `utilisé`, `utilisées`. */
function isOfOthers(word: string): boolean {
	if (otherKeys.has(word)) return true;
	for (let length = minWithin; length < word.length; length++) {
		if (otherKeys.has(word.slice(0, length))) return true;
	}
	return false;
}

/** Whether a word, or several in a row, are among the keys. */
function hasAny(words: string[], keys: Set<string>): boolean {
	const text = words.join('');
	return [...keys].some((key) =>
		key.length < minWithin ? words.includes(key) : text.includes(key),
	);
}

/** Units that are words of a language stand at the end: `Forfait (Go)`, but not `Go live`. */
const alsoWords = new Set(['go', 'mo', 'meg', 'gi', 'to', 'ko']);

/** The units of a name, each once. */
function unitsAmong(words: string[]): Unit[] {
	const last = words.length - 1;
	const found = words
		.filter((word, at) => at === last || !alsoWords.has(word))
		.flatMap((word) => unitNamed(word) ?? []);
	return [...new Set(found)];
}

function isOfOtherUnit(word: string, at: number, words: string[]): boolean {
	const isAtEnd = at > 0 && at === words.length - 1;
	return isOtherUnit(word) && (isAtEnd || !alsoWords.has(word));
}

/** `dataGb`, `data_gb` and `Data (GB)` have the same words; `GiB` is one. */
export function wordsOf(name: string): string[] {
	return name
		.replace(/(\p{Ll})(\p{Lu}\p{L})/gu, '$1 $2')
		.split(/[^\p{L}\p{M}\p{N}]+/u)
		.map(nameKey)
		.filter(Boolean);
}

function namesIn(list: string): string[] {
	return list.split(', ');
}

/** The keys of all names in a table. */
export function keysIn(words: ByLanguage): Set<string> {
	return new Set(Object.values(words).flatMap(namesIn).map(nameKey));
}
