import { unitNamed, type Unit } from '../platform/unitNames';
import { keyOf, type Field } from './columns';
import { namesOfColumns, notGiven, phoneWords, type NamesByLanguage } from './columnNames';
import { looksLikePhone } from './looksLikePhone';

/** What the name of a column says. */
export interface NameOfColumn {
	/** The field; undefined where the name doesn't tell. */
	field?: Field;
	/** Of several columns of a field, the one with the smallest rank has the best name. */
	rank: number;
	/** Of its amounts. */
	unit?: Unit;
	/** Whether its amounts were used or are left, and so aren't to be given. */
	isRest?: boolean;
}

type OtherField = keyof typeof namesOfColumns;

const otherFields = Object.keys(namesOfColumns) as OtherField[];

/** A name that several languages have keeps its best rank. */
const known = new Map<string, { field: OtherField; rank: number }>();
for (const field of otherFields) {
	for (const names of Object.values(namesOfColumns[field]).map(namesIn)) {
		for (const [rank, name] of names.entries()) {
			const key = keyOf(name);
			if (rank < (known.get(key)?.rank ?? Infinity)) known.set(key, { field, rank });
		}
	}
}

const [ofMobiles, ofPhones, ofRests] = [phoneWords.mobile, phoneWords.phone, notGiven].map(
	(names) => keysIn(names),
) as [Set<string>, Set<string>, Set<string>];

/** A word of so many letters is found within another one, as in German and Hungarian: `Kundenhandynummer`. */
const longWord = 5;

/** Recognizes a column by its name, in any of the languages. */
export function recognize(name: string): NameOfColumn {
	const words = wordsOf(name);
	const unit = unitAmong(words);
	const exact = known.get(keyOf(name));
	if (exact) return { ...exact, unit: exact.field === 'megabytes' ? unit : undefined };
	if (words.some(isOfRest)) return { rank: 0, isRest: true };
	if (unit) return { field: 'megabytes', rank: 0, unit };
	if (has(words, ofMobiles)) return { field: 'phone', rank: 0 };
	if (has(words, ofPhones)) return { field: 'phone', rank: 1 };
	return { rank: 0 };
}

/**
 * How many cells of a first row are known, as names of columns or as phone numbers, which tells whether it was read with
 * the right separator.
 */
export function knownAmong(cells: string[]): number {
	return cells.filter((cell) => looksLikePhone(cell) || recognize(cell).field !== undefined).length;
}

/** Words of a rest have many endings: `utilisé`, `utilisées`. */
function isOfRest(word: string): boolean {
	return ofRests.has(word) || longOnes(ofRests).some((stem) => word.startsWith(stem));
}

/** Whether one of the words, or some in a row, is known. */
function has(words: string[], keys: Set<string>): boolean {
	const text = words.join('');
	return words.some((word) => keys.has(word)) || longOnes(keys).some((key) => text.includes(key));
}

const longOf = new Map<Set<string>, string[]>();

function longOnes(keys: Set<string>): string[] {
	const found = longOf.get(keys) ?? [...keys].filter((key) => key.length >= longWord);
	longOf.set(keys, found);
	return found;
}

/** Units that are words of a language stand at the end: `Forfait (Go)`, but not `Go live`. */
const alsoWords = new Set(['go', 'mo', 'meg', 'gi']);

function unitAmong(words: string[]): Unit | undefined {
	const last = words.length - 1;
	return words
		.filter((word, at) => at === last || !alsoWords.has(word))
		.map(unitNamed)
		.find((unit) => unit !== undefined);
}

/** `dataGb`, `data_gb` and `Data (GB)` have the same words; `GiB` is one. */
function wordsOf(name: string): string[] {
	return name
		.replace(/(\p{Ll})(\p{Lu}\p{L})/gu, '$1 $2')
		.split(/[^\p{L}\p{M}\p{N}]+/u)
		.map(keyOf)
		.filter(Boolean);
}

function namesIn(names: string): string[] {
	return names.split(', ');
}

function keysIn(names: NamesByLanguage): Set<string> {
	return new Set(Object.values(names).flatMap(namesIn).map(keyOf));
}
