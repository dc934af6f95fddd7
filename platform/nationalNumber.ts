import {
	examples,
	getCountries,
	getCountryCallingCode,
	parsePhoneNumberFromString,
	type CountryCode,
	type PhoneNumberType,
} from '../libraries/libphonenumber';
import { InputError, optionalText, quoted, tried } from './input';
import { dialedDigits, exampleNumber, msisdnAsEntered, normalizeMsisdn } from './phoneNumber';

/** How a number was read: with its country code, as one of the declared country, or as either of two. */
export type ReadAs = 'international' | 'national' | 'nationalWithoutZero' | 'twoWays';

/** A number as it was read. */
export interface ReadMsisdn {
	/** E.164 without the plus sign. Of two ways it's the number of the declared country. */
	msisdn: string;
	readAs: ReadAs;
	/** The international number of two ways. */
	other?: string;
	/** By its numbering plan; undefined where that has no such numbers, or not yet. */
	type?: PhoneNumberType;
}

/** What was declared for the numbers of a list. */
export interface NumberReading {
	/** ISO 3166 code of numbers without a calling code; '' where nobody said. */
	country?: string;
	/** What numbers are that could be of the declared country and international; '' where nobody said. */
	twoWays?: '' | 'national' | 'international';
	/** Whether numbers that no numbering plan has are read, too. */
	sendAsEntered?: boolean;
}

const countries = new Set<string>(getCountries());

/**
 * Reads the country of numbers without a calling code, by its two letters (ISO 3166-1).
 *
 * @returns '' where it's empty
 * @throws InputError for a country without a numbering plan
 */
export function readNumberCountry(value: unknown): CountryCode | '' {
	const country = optionalText(value).toUpperCase();
	if (country === '' || isCountry(country)) return country;
	throw new InputError('must be a country', `Write ${quoted(country)} in two letters, such as FR.`);
}

function isCountry(code: string): code is CountryCode {
	return countries.has(code);
}

/**
 * The reader of a list's numbers. What could be two numbers is the one that was declared for all of them.
 *
 * @throws InputError from the reader as `readMsisdn`, and for two ways where nobody said which
 */
export function declaredMsisdn(reading: NumberReading): (value: unknown) => ReadMsisdn {
	const country = readNumberCountry(reading.country);
	const decided = (value: unknown): ReadMsisdn => {
		const read = readMsisdn(value, country);
		if (read.other === undefined || reading.twoWays === 'national') return read;
		if (reading.twoWays === 'international')
			return { ...international(read.other), readAs: 'twoWays' };
		throw new InputError(
			'must not be two numbers at once',
			`Declare what ${quoted(optionalText(value))} is: +${read.msisdn}, or +${read.other}.`,
		);
	};
	if (!reading.sendAsEntered) return decided;
	return (value) => tried(() => decided(value)) ?? international(msisdnAsEntered(value));
}

/**
 * Reads a number as people write it. One with a plus sign or 00 has its country code. Of any other one the digits are
 * looked at in both ways, as a number of the country and as an international one, and the numbering plans decide. A
 * leading zero that a spreadsheet removed is no difference.
 *
 * @param country of numbers without a calling code; '' where nobody said
 * @throws InputError as `normalizeMsisdn`, and for what is a number in neither way
 */
export function readMsisdn(value: unknown, country: CountryCode | ''): ReadMsisdn {
	const dialed = country === '' ? undefined : dialedDigits(value);
	if (country === '' || !dialed) return international(normalizeMsisdn(value));
	const { digits, hasArea } = dialed;
	const own = nationalOf(digits, country);
	const foreign = hasArea || digits.startsWith('0') ? undefined : possible(international(digits));
	const hasOwnCode = digits.startsWith(getCountryCallingCode(country));
	const read = own === 'doubtful' ? undefined : chosen(own, foreign, hasOwnCode);
	// Valid numbers of five digits exist, and the platform takes none.
	if (read && isPossible(read)) return read;
	throw new InputError(
		'must include the country code, or be a number of the declared country',
		`Check ${quoted(optionalText(value))}, which is no number of ${country}. One of another country needs its code in front, such as ${exampleNumber}.`,
	);
}

/**
 * The way that digits are read. Where both are numbers, it's a matter of two ways. The country that was declared is
 * believed where the international number doesn't exist, but not the other way round: its numbering plan may be newer
 * than this package. Its own calling code in front of a mobile number is no area code of a landline.
 */
function chosen(own: ReadMsisdn | undefined, foreign: ReadMsisdn | undefined, hasOwnCode: boolean) {
	if (!own || !foreign || own.msisdn === foreign.msisdn) return foreign ?? own;
	if (own.type && !foreign.type) return own;
	if (hasOwnCode && (!own.type || (isMobile(foreign) && !isMobile(own)))) return foreign;
	if (!foreign.type) return undefined;
	return { ...own, readAs: 'twoWays' as const, other: foreign.msisdn };
}

/** Whether a number is a mobile number, as far as its numbering plan tells. */
export function isMobile({ type }: ReadMsisdn): boolean {
	return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
}

function international(msisdn: string): ReadMsisdn {
	const number = parsePhoneNumberFromString(`+${msisdn}`);
	const type = number?.number === `+${msisdn}` ? number.getType() : undefined;
	return { msisdn, readAs: 'international', type };
}

/** A number that exists, or has a length of its country's. */
function possible(read: ReadMsisdn): ReadMsisdn | undefined {
	return read.type || isPossible(read) ? read : undefined;
}

function isPossible({ msisdn }: ReadMsisdn): boolean {
	return tried(() => normalizeMsisdn(msisdn)) === msisdn;
}

/**
 * Digits as a number of a country. Where more than a 0 is dialed in front (06 in Hungary), or the 0 is a part of the
 * number (Italy, the Ivory Coast), one that is lost may leave another number: then it's doubtful, but for one that is as
 * long as mobile numbers are.
 */
function nationalOf(digits: string, country: CountryCode): ReadMsisdn | 'doubtful' | undefined {
	const own = withinCountry(digits, country);
	if (digits.startsWith('0')) return own;
	const { dialsZero, length } = mobileOf(country);
	if (dialsZero) return own && { ...own, readAs: 'nationalWithoutZero' };
	if (own?.type && digits.length === length) return own;
	const restored = withinCountry(`0${digits}`, country);
	if (!restored?.type || restored.msisdn === own?.msisdn) return own;
	return own?.type ? 'doubtful' : { ...restored, readAs: 'nationalWithoutZero' };
}

function withinCountry(digits: string, country: CountryCode): ReadMsisdn | undefined {
	const number = parsePhoneNumberFromString(digits, country);
	const code = getCountryCallingCode(country);
	if (number?.countryCallingCode !== code) return undefined;
	// The library also takes off the calling code, which is the other way to read it.
	const dropped = digits.length - number.nationalNumber.length;
	if (digits.startsWith(code) && dropped >= code.length) return undefined;
	const msisdn = number.number.slice(1);
	return possible({ msisdn, readAs: 'national', type: number.getType() });
}

interface MobileNumbers {
	/** How many digits they have without what is dialed in front. */
	length: number;
	/** Whether a 0 and nothing else is dialed in front within the country. */
	dialsZero: boolean;
}

const mobiles = new Map<CountryCode, MobileNumbers>();

/** How mobile numbers are written in a country, by the library's example. */
function mobileOf(country: CountryCode): MobileNumbers {
	const known = mobiles.get(country);
	if (known) return known;
	const example = examples[country];
	const written = parsePhoneNumberFromString(example, country)?.formatNational().replace(/\D/g, '');
	const mobile = { length: example.length, dialsZero: written === `0${example}` };
	mobiles.set(country, mobile);
	return mobile;
}
