import type { CountryCode } from '../libraries/libphonenumber';
import { quoted, tried } from '../platform/input';
import { isMobile, readMsisdn } from '../platform/nationalNumber';
import { callingCodeOf } from '../platform/callingCodes';
import { placeOfCode } from './countryWords';
import { count } from '../platform/figureWords';
import { minOwnShare, type PhoneEvidence } from './phoneEvidence';
import { listed } from './columns';
import { samplesOf, type Doubt, type SomeCells } from './questions';
import { isResidence } from './recognize';

const chooseCountry =
	"Choose the 'Country of Numbers', or write international if all have their code.";

/**
 * Asks for the country of numbers without a calling code, such as 0151 12345678, and of digits that fit two countries.
 *
 * @param within as in `Evidence`
 */
export function countryDoubt(evidence: PhoneEvidence, within: string): Doubt | undefined {
	const { unclear, ambiguities } = evidence;
	if (evidence.isCountryNeeded) {
		const proposed = ambiguities.length > 0 ? undefined : countryOf(evidence);
		const [have, are] = unclear.count === 1 ? ['has', 'is it'] : ['have', 'are they'];
		const text = `${count(unclear.count, 'number')}${within} ${have} no country code, such as ${unclear.samples}. Which country ${are} from?${unclear.count === 1 ? '' : ofSeveral}`;
		return { proposed, text, nextStep: chooseCountry };
	}
	const [first] = ambiguities;
	if (!first) return undefined;
	const { msisdn, elsewhere } = first;
	const codes = new Set([...elsewhere.map(({ code }) => code), callingCodeOf(msisdn)]);
	const places = [...codes].map(placeOfCode).slice(0, maxPlaces).join(', or of ');
	const numbers = listed(samplesOf(ambiguities.map(({ cell }) => String(cell))));
	const text =
		codes.size > 1
			? `Numbers without a plus sign fit more than one country: ${numbers}. Are they of ${places}?${ofSeveral}`
			: `Numbers without a plus sign begin as the code of ${places} does: ${numbers}. Is it their country code?`;
	return { text, nextStep: chooseCountry };
}

const ofSeveral =
	' If they differ, add a column “country” to the list, or write + and the code in front.';

/** Countries that a question names. */
const maxPlaces = 4;

function countryOfPhone(msisdn: string): string {
	return placeOfCode(callingCodeOf(msisdn));
}

/**
 * The country that other numbers of the list have behind a plus sign, if it's the only one that has nearly all of the
 * unclear numbers as mobile numbers. A landline there could be somebody's mobile number elsewhere. A plus
 * sign alone proves nothing, because customers from abroad have one, too.
 */
function countryOf({ unclear, written, mobiles }: PhoneEvidence): string | undefined {
	const [only, another] = mobiles;
	if (!only || another || !written.has(only.code)) return undefined;
	return areMobilesOf(unclear, only.country) ? only.country : undefined;
}

function areMobilesOf({ cells }: SomeCells, country: CountryCode): boolean {
	const reads = cells.map((cell) => tried(() => readMsisdn(cell, country)));
	const read = reads.filter((number) => number !== undefined);
	const own = read.filter((number) => number.readAs !== 'international' && isMobile(number));
	return own.length === read.length && own.length >= cells.length * minOwnShare;
}

/**
 * Asks how to read digits that fit two countries, and whether a column of countries is the numbers' or the customers'.
 *
 * @param countryColumn the name of the column with each row's own country; '' without one
 */
export function twoWaysDoubt(
	evidence: PhoneEvidence,
	within: string,
	countryColumn: string,
): Doubt | undefined {
	const { twoWays, byOwnCountry } = evidence;
	const isOfColumn = byOwnCountry !== undefined && isResidence(countryColumn);
	if (twoWays.count === 0 && !isOfColumn) return undefined;
	const example = byOwnCountry ?? evidence.firstOfTwo;
	if (!example) return undefined;
	const proposed = waysProposed(evidence, byOwnCountry !== undefined);
	const nextStep = "Choose in 'Ambiguous Numbers' how they are read.";
	const { msisdn, other } = example.number;
	const sample = quoted(String(example.cell));
	const abroad =
		other === undefined ? '' : `as an international number of ${countryOfPhone(other)}`;
	const text =
		byOwnCountry === undefined
			? `${count(twoWays.count, 'number')}${within} could be of two countries: is ${sample} of ${countryOfPhone(msisdn)} (Of the Country), or of ${countryOfPhone(other ?? '')} (International)?`
			: `Is “${countryColumn}” the country of the number (Of the Country), or where the customer lives (International)? By it, ${sample} is of ${countryOfPhone(msisdn)}${abroad && `, otherwise ${abroad}`}`;
	return { proposed, text, nextStep };
}

/**
 * The reading that the other cells prove. Numbers of the country with its code prove nothing about digits without; a zero that was kept
 * shows that zeros aren't lost; digits with a foreign code show that there are such digits.
 */
function waysProposed(evidence: PhoneEvidence, isByColumn: boolean): string | undefined {
	const { withZero, withoutZero, foreign } = evidence.counts;
	if (foreign > 0) return withoutZero === 0 ? 'international' : undefined;
	const isCountry = withZero === 0 && evidence.areMobile && evidence.cells > 0;
	return isCountry && !isByColumn ? 'national' : undefined;
}
