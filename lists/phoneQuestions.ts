import { getCountryCallingCode, type CountryCode } from '../libraries/libphonenumber';
import { quoted, tried } from '../platform/input';
import { isMobile, readPhone } from '../platform/nationalNumber';
import { callingCodeOf } from '../platform/callingCodes';
import { counted, phrase, phraseOf, texts, type Phrase, type Text } from '../platform/say';
import { placeOfCode } from './countryWords';
import { minOwnShare } from './phoneAmbiguities';
import type { PhoneEvidence } from './phoneEvidence';
import { listedNames } from './columns';
import { samplesOf, type SomeCells } from './questions';
import type { Question } from './readingSettings';
import { recognize } from './recognize';
import { allHaveCodes } from './settingChoices';

/**
 * Asks about the numbers of a list.
 *
 * @param within the part of the list that was read, behind a count: ` of the first 10,000 rows`; '' for all of it
 * @param countryColumn the column with each row's own country, and whether somebody chose it
 */
export function phoneQuestions(
	evidence: PhoneEvidence,
	within: Text,
	countryColumn: CountryColumn,
): Question[] {
	const asked = [countryQuestion(evidence, within), waysQuestion(evidence, within, countryColumn)];
	return asked.filter((question) => question !== undefined);
}

interface CountryColumn {
	/** '' without one. */
	name: string;
	isChosen: boolean;
}

/** Asks for the country of numbers without a calling code, such as 0151 12345678, and of digits that fit two countries. */
function countryQuestion(evidence: PhoneEvidence, within: Text): Question | undefined {
	const { unclear, ambiguities, isCountryNeeded } = evidence;
	if (isCountryNeeded) {
		const proposed = ambiguities.length > 0 ? undefined : likelyCountry(evidence);
		const numbers = phrase`${counted(unclear.count, 'number')}${within}`;
		const text =
			unclear.count === 1
				? phrase`${numbers} has no country code, such as ${unclear.samples}. Which country is it from?`
				: phrase`${phrase`${numbers} have no country code, such as ${unclear.samples}. Which country are they from?`} ${ofSeveral}`;
		return { field: 'country', proposed, text };
	}
	const [first] = ambiguities;
	if (!first) return undefined;
	const { phone, elsewhere } = first;
	const codes = new Set([...elsewhere.map(({ code }) => code), callingCodeOf(phone)]);
	const places = [...codes].map(placeOfCode).slice(0, maxPlaces);
	const numbers = listedNames(samplesOf(ambiguities.map(({ cell }) => String(cell))));
	const place = places.reduce((one, other) => phrase`${one}, or of ${other}`);
	const text =
		codes.size > 1
			? phrase`${phrase`Numbers without a plus sign fit more than one country: ${numbers}. Are they of ${place}?`} ${phrase`${haveCodes} ${ofSeveral}`}`
			: phrase`Numbers without a plus sign begin as the code of ${place} does: ${numbers}. If it's their country code, choose “${phraseOf(allHaveCodes)}”, otherwise their country`;
	return { field: 'country', text };
}

const ofSeveral = phraseOf(
	texts('If they differ, add a column “country” to the list, or write + and the code in front.'),
);

const haveCodes = phrase`If all begin with their country code, choose “${phraseOf(allHaveCodes)}”.`;

/** Countries that a question names. */
const maxPlaces = 4;

function countryText(phone: string): Phrase {
	return placeOfCode(callingCodeOf(phone));
}

/**
 * The country that other numbers of the list have behind a plus sign, if it's the only one that has nearly all of the
 * unclear numbers as mobile numbers. A landline there could be somebody's mobile number elsewhere. A plus
 * sign alone proves nothing, because customers from abroad have one, too.
 */
function likelyCountry({ unclear, written, mobiles }: PhoneEvidence): string | undefined {
	const [only, another] = mobiles;
	if (!only || another || !written.has(only.code)) return undefined;
	return areMobilesOf(unclear, only.country) ? only.country : undefined;
}

function areMobilesOf({ cells }: SomeCells, country: CountryCode): boolean {
	const reads = cells.map((cell) => tried(() => readPhone(cell, country)));
	const read = reads.filter((number) => number !== undefined);
	const own = read.filter((number) => number.readAs !== 'international' && isMobile(number));
	return own.length === read.length && own.length >= cells.length * minOwnShare;
}

/** Asks how to read digits that fit two countries, and whether a column of countries is the numbers' or the customers'. */
function waysQuestion(
	evidence: PhoneEvidence,
	within: Text,
	countryColumn: CountryColumn,
): Question | undefined {
	const { twoWays, byOwnCountry, ofList, isCountryDoubtful } = evidence;
	const { name, isChosen } = countryColumn;
	if (ofList && !isChosen) return residentQuestion(ofList, name, isCountryDoubtful);
	const isOfNumbers = isChosen || recognize(name).field === 'country';
	const isOfColumn = byOwnCountry !== undefined && !isOfNumbers;
	const count = twoWays.count + (isCountryDoubtful ? evidence.notOfCountry.count : 0);
	if (count === 0 && !isOfColumn) return undefined;
	const refused = evidence.firstNotOfCountry;
	const example = byOwnCountry ?? evidence.firstOfTwo ?? refused;
	if (!example) return undefined;
	const isByColumn = byOwnCountry !== undefined || (example === refused && refused.isByColumn);
	const proposed = waysProposed(evidence, isByColumn);
	const sample = quoted(String(example.cell));
	const own = placeOfCode(example.own);
	const abroad = example.abroad === undefined ? '' : placeOfCode(example.abroad);
	const byColumn =
		abroad === ''
			? phrase`Is “${name}” the country of the number (Of the Country), or where the customer lives (International)? By it, ${sample} is of ${own}`
			: phrase`Is “${name}” the country of the number (Of the Country), or where the customer lives (International)? By it, ${sample} is of ${own}, otherwise as an international number of ${abroad}`;
	const text = isByColumn
		? byColumn
		: phrase`${counted(count, 'number')}${within} could be of two countries: is ${sample} of ${own} (Of the Country), or of ${abroad} (International)?`;
	return { field: 'twoWays', proposed, text };
}

/** Asks about a column of countries by a number that is a mobile one of the list's country. */
function residentQuestion(
	{ cell, number, own, fits }: NonNullable<PhoneEvidence['ofList']>,
	name: string,
	isCountryDoubtful: boolean,
): Question {
	const place = placeOfCode(getCountryCallingCode(own));
	const text = phrase`Is “${name}” the country of the number (Of the Country), or where the customer lives (International)? By it, ${quoted(String(cell))} is of ${place}, otherwise of ${countryText(number.phone)}`;
	const isProposed = fits === 'list' && !isCountryDoubtful;
	return { field: 'twoWays', proposed: isProposed ? 'international' : undefined, text };
}

/**
 * The reading that the other cells prove. Numbers of the country with its code prove nothing about digits without; a zero that was kept
 * shows that zeros aren't lost; digits with a foreign code show that there are such digits. Numbers that their country refuses may
 * be old or cut off, and would be somebody's number abroad.
 */
function waysProposed(evidence: PhoneEvidence, isByColumn: boolean): string | undefined {
	if (evidence.isCountryDoubtful) return undefined;
	const { withZero, withoutZero, foreign } = evidence.counts;
	if (foreign > 0) return withoutZero === 0 ? 'international' : undefined;
	const isCountry = withZero === 0 && evidence.areMobile && evidence.cells > 0;
	return isCountry && !isByColumn ? 'national' : undefined;
}
