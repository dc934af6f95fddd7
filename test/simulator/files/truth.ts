import {
	getCountries,
	getCountryCallingCode,
	parsePhoneNumberFromString,
	type CountryCode,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { Dice } from '../../../sandbox/dice';

/** A customer as the system that writes the list knows them. */
export interface Customer {
	/** Of its country. */
	region: CountryCode;
	/** The calling code of the region. */
	code: string;
	/** The number without its calling code. */
	national: string;
	/** E.164 without the plus sign. */
	msisdn: string;
	/** The customer's amount, in the list's unit or in `unit`. */
	amount: number;
	unit: 'MB' | 'GB';
}

export type PhoneNumber = Pick<Customer, 'region' | 'code' | 'national' | 'msisdn'>;

/** The fewest digits of a number without its calling code: shorter ones look like a quantity. */
const fewest = 7;
const most = 15;

/** All regions whose mobile numbers are long enough to be read as such. */
export const regions = getCountries().filter((region) => {
	const { length } = examples[region];
	return length >= fewest && getCountryCallingCode(region).length + length <= most;
});

/** France and its overseas departments dial each other without a code. */
export const planOfFrance: CountryCode[] = ['FR', 'RE', 'GP', 'MQ', 'GF', 'YT'];

/** The number with these digits behind the region's calling code; undefined where it's no mobile number. */
function numberOf(region: CountryCode, digits: string): PhoneNumber | undefined {
	// 00 is dialed for abroad: without its code, no reader can tell such a number, which Tajikistan has.
	if (digits.startsWith('00')) return undefined;
	const code = getCountryCallingCode(region);
	const parsed = parsePhoneNumberFromString(`+${code}${digits}`);
	const type = parsed?.getType();
	if (type !== 'MOBILE' && type !== 'FIXED_LINE_OR_MOBILE') return undefined;
	const msisdn = `${code}${digits}`;
	return parsed?.number === `+${msisdn}` ? { region, code, national: digits, msisdn } : undefined;
}

/** The numbers to try for each digit that is kept. */
const tries = 4;

/**
 * A valid mobile number of a region, the example of the library for a `who` of 0.
 *
 * @param like digits whose first `kept` ones the number has, too: customers of one town, or of one operator
 */
export function mobileOf(
	region: CountryCode,
	who: number,
	like: string = examples[region],
	kept = 0,
): PhoneNumber {
	const dice = new Dice(who * 1_000 + regions.indexOf(region));
	for (let keep = who === 0 ? like.length : kept; keep < like.length; keep++) {
		for (let turn = 0; turn < tries; turn++) {
			const rest = Array.from({ length: like.length - keep }, () => dice.below(10)).join('');
			const found = numberOf(region, like.slice(0, keep) + rest);
			if (found) return found;
		}
	}
	const found = numberOf(region, like);
	if (!found) throw new Error(`${like} is no mobile number of ${region}`);
	return found;
}

/** Whether digits are a valid number with the calling code in front. */
export function isValidAbroad(digits: string): boolean {
	return parsePhoneNumberFromString(`+${digits}`)?.isValid() ?? false;
}

/** Whether digits may be a number of a region as it's dialed there, with or without its zero. */
export function mayBeOf(digits: string, region: CountryCode): boolean {
	return [digits, `0${digits}`].some((dialed) => {
		const parsed = parsePhoneNumberFromString(dialed, region);
		if (!parsed?.isValid()) return false;
		// The library takes a calling code off, too.
		return parsed.nationalNumber.length + getCountryCallingCode(region).length > digits.length;
	});
}

const readers = new Map<string, CountryCode | undefined>();

/** A country in which an international number without its plus sign may be dialed, as another one: 51987654321 in Brazil. */
export function readerOf({ msisdn, code }: PhoneNumber): CountryCode | undefined {
	if (!readers.has(msisdn)) {
		const isReader = (other: CountryCode) =>
			getCountryCallingCode(other) !== code && mayBeOf(msisdn, other);
		readers.set(msisdn, regions.find(isReader));
	}
	return readers.get(msisdn);
}

/** The towns to try for one whose numbers also fit another country. */
const towns = 40;

/** A number of a region that is valid abroad without its code, if one is found: `51987654321` of Brazil. */
export function collidingOf(region: CountryCode, who: number): PhoneNumber {
	for (let town = 0; town < towns; town++) {
		const found = mobileOf(region, who * towns + town + 1);
		if (isValidAbroad(found.national)) return found;
	}
	return mobileOf(region, who);
}
