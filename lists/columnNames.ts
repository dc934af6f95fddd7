import type { Field } from './columns';
import names from './columnNames.json';
import words from './columnWords.json';

/**
 * Names of columns by language (ISO 639; `sh` is Bosnian, Croatian and Serbian), with a comma between them. Case, spaces,
 * accents and punctuation make no difference.
 */
export type NamesByLanguage = Record<string, string>;

/**
 * How systems and people name a column, by field and language. Within a language the best name comes first: of a first, a last
 * and a full name the full one. A column with one of these names is taken for the field when its cells can be that. Words for
 * a quantity of anything aren't among those of amounts: in an order they count pieces.
 */
export const namesOfColumns: Record<Exclude<Field, 'phone'>, NamesByLanguage> = names;

interface Words {
	/**
	 * They make a column one of phone numbers, wherever they stand in its name: `Mobile Phone Number`, `Telefon komórkowy
	 * klienta`, `Phone 1 - Value`. Those of mobile numbers go before the others.
	 */
	phoneWords: Record<'mobile' | 'phone', NamesByLanguage>;
	/** Words beside those of phones that leave it the customer's own number: `Customer's phone no. 1`. */
	phoneFillers: NamesByLanguage;
	/** Words beside those of amounts that leave it what a customer is to get: `Volume in GB`, `GB omaggio`. */
	amountFillers: NamesByLanguage;
	/** Words between two units. */
	orWords: NamesByLanguage;
	/**
	 * They make a column something else than the customer's own number or the amount to give: what was used or is left, prices,
	 * times and contracts, and the numbers of other people. One of five letters or more is the beginning of a word.
	 */
	otherWords: NamesByLanguage;
	/** They make a column of countries the place where a customer lives or pays, wherever they stand in its name. */
	residenceWords: NamesByLanguage;
	/** Cells that make a row without a number the total of a list, not a customer. */
	totalWords: NamesByLanguage;
}

export const {
	phoneWords,
	phoneFillers,
	amountFillers,
	orWords,
	otherWords,
	residenceWords,
	totalWords,
}: Words = words;
