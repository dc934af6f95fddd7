import {
	examples,
	getCountryCallingCode,
	parsePhoneNumberFromString,
	type CountryCode,
	type PhoneNumberType,
} from '../libraries/libphonenumber';
import { minDigits } from './callingCodes';
import { InputError, optionalText, quoted, tried } from './input';
import { describePhone, dialedDigits, normalizePhone, type DialedNumber } from './phoneNumber';
import { phrase, texts } from './say';

/** How a number was read: with its country code, as one of the declared country, or as either of two. */
type ReadAs = 'international' | 'national' | 'nationalWithoutZero' | 'twoWays';

export interface ReadPhone {
	/** E.164 without the plus sign; for `twoWays`, the number of the declared country. */
	phone: string;
	readAs: ReadAs;
	/** For `twoWays`, the international number. */
	other?: string;
	/** The kind by its numbering plan; undefined if this package's plan lacks the number. */
	type?: PhoneNumberType;
	/** Its country; undefined if several share its calling code, and its digits don't tell. */
	country?: CountryCode;
}

/**
 * Reads a number as people write it: with + or 00 as international; else the numbering plans decide (`chooseReading`).
 * @param country of numbers without a code; '' if not chosen @throws InputError if neither reading fits
 */
export function readPhone(value: unknown, country: CountryCode | ''): ReadPhone {
	const dialed = dialedDigits(value, country || undefined);
	if (!dialed) return international(normalizePhone(value));
	if (country === '') return withoutCountry(value, dialed);
	const { digits } = dialed;
	const national = nationalOf(digits, country);
	// Some existing numbers have a length that no customer has: the platform refuses them.
	const own = national !== 'doubtful' && national && !isPossible(national) ? undefined : national;
	const hasOwnCode = digits.startsWith(getCountryCallingCode(country));
	const foreign = foreignOf(value, dialed, hasOwnCode);
	const read = own === 'doubtful' ? undefined : chooseReading(own, foreign, hasOwnCode);
	if (read && isPossible(read)) return read;
	const { length, written } = mobileOf(country);
	const isShort = digits.replace(/^0/, '').length < length - 2;
	throw new InputError(
		isShort
			? phrase`is too short for a number of ${{ region: country }}`
			: texts('must include the country code, or be a number of the declared country'),
		phrase`Check ${quoted(optionalText(value))}: numbers of ${{ region: country }} are written like ${written}, and others need their country code in front.`,
	);
}

function withoutCountry(value: unknown, dialed: DialedNumber): ReadPhone {
	const read = international(normalizePhone(value));
	if (isGroupedByCode(read, dialed)) return read;
	throw new InputError(
		'must include the country code',
		phrase`Write ${quoted(optionalText(value))} with its country code, or declare the country of numbers without one.`,
	);
}

/** Digits as an international number; undefined if no numbering plan has the number or its length. */
function foreignOf(
	value: unknown,
	dialed: DialedNumber,
	hasOwnCode: boolean,
): ReadPhone | undefined {
	const { digits, hasArea } = dialed;
	if (hasArea || digits.startsWith('0')) return undefined;
	const phone = tried(() => normalizePhone(value));
	if (phone === undefined && digits.length >= minDigits) return undefined;
	const read = international(phone ?? digits);
	const mayExist = read.type !== undefined || phone !== undefined;
	return mayExist && (hasOwnCode || isGroupedByCode(read, dialed)) ? read : undefined;
}

/** Whether the first group of digits is the calling code: 201-555-0124 isn't a number of country code 20. */
function isGroupedByCode({ phone }: ReadPhone, { digits, firstGroup }: DialedNumber): boolean {
	if (firstGroup === digits) return true;
	return parsePhoneNumberFromString(`+${phone}`)?.countryCallingCode === firstGroup;
}

/**
 * Chooses between the two readings of digits: as a number of the declared country (`own`), and with their calling code
 * (`foreign`). A reading has a type if its numbering plan has such numbers. The first line that fits decides:
 *
 * | own code in front | own             | foreign         | read as  | such as (declared country)                          |
 * | ----------------- | --------------- | --------------- | -------- | --------------------------------------------------- |
 * | yes               | none, no type   | any             | foreign  | 33612345678 FR, 4930302017 DE, 447400123456 GB      |
 * | no                | none            | any             | foreign  | 4915123456789 ES, 4915123456789 BR, 4915123456789 PT  |
 * | any               | any             | none            | own      | 015123456789 DE, 286692 DE, 627740 DE               |
 * | any               | the same number | the same number | foreign  | 5511961234567 BR, 551755604744 BR, 5521961234567 BR |
 * | yes               | no mobile type  | a mobile type   | foreign  | 4915123456789 DE, 4915889191435 DE, 4917612345678 DE |
 * | yes               | no mobile type  | no mobile type  | neither  | 49462160277 DE, 4939047097 DE, 39481870 IT          |
 * | any               | a type          | no type         | own      | 396589092 DE, 432445100 PL, 8653398908 BR           |
 * | any               | no type         | no type         | neither  | 9593584378 DE, 491009883 AT, 9602907878 GB          |
 * | any               | any             | a type          | two ways | 33612345678 DE, 15123456789 DE, 6481683 PL          |
 *
 * So the declared country wins if the international number doesn't exist, but not the other way round: the country's plan
 * may be newer than this package.
 */
function chooseReading(
	own: ReadPhone | undefined,
	foreign: ReadPhone | undefined,
	hasOwnCode: boolean,
) {
	if (hasOwnCode && !own?.type) return foreign;
	if (!own || !foreign || own.phone === foreign.phone) return foreign ?? own;
	if (hasOwnCode && !isMobile(own)) return isMobile(foreign) ? foreign : undefined;
	if (!foreign.type) return own.type ? own : undefined;
	return { ...own, readAs: 'twoWays' as const, other: foreign.phone };
}

/** Whether a number is a mobile number, as far as its numbering plan tells. */
export function isMobile({ type }: Pick<ReadPhone, 'type'>): boolean {
	return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
}

/** A number with its country code, and its country and type by the numbering plans. */
export function international(phone: string): ReadPhone {
	return { phone, readAs: 'international', ...describePhone(phone) };
}

/** A number that exists, or has a length of its country's; undefined for another. */
function plausible(read: ReadPhone): ReadPhone | undefined {
	return read.type || isPossible(read) ? read : undefined;
}

/** @throws InputError for a number that no plan has, and that begins like a mobile number and is shorter: `0176 0406` in Germany */
export function refuseCutOff({ phone, type, country }: ReadPhone): void {
	if (type || !country) return;
	const length = getCountryCallingCode(country).length + mobileOf(country).length;
	if (phone.length >= length || !isMobile(describePhone(phone.padEnd(length, '0')))) return;
	throw new InputError(
		phrase`is too short for a number of ${{ region: country }}`,
		'Check the number with the customer.',
	);
}

function isPossible({ phone }: ReadPhone): boolean {
	return tried(() => normalizePhone(phone)) === phone;
}

/**
 * Digits as a number of a country. If more than a 0 is dialed in front (06 in Hungary), or the 0 is part of the number
 * (Italy), digits that lost their 0 may be another number: 'doubtful', unless they're as long as a mobile number.
 */
export function nationalOf(
	digits: string,
	country: CountryCode,
): ReadPhone | 'doubtful' | undefined {
	const own = withinPlan(digits, country);
	if (digits.startsWith('0')) return own;
	const { dialsZero, length } = mobileOf(country);
	if (dialsZero) return own && { ...own, readAs: 'nationalWithoutZero' };
	if (own?.type && digits.length === length) return own;
	const restored = withinPlan(`0${digits}`, country);
	if (!restored?.type || restored.phone === own?.phone) return own;
	return own?.type ? 'doubtful' : { ...restored, readAs: 'nationalWithoutZero' };
}

/** France and its overseas departments share one plan, and each has its own code: 0692 … is +262 692 …, not +33 692 …. */
const countriesOfFrenchPlan: readonly CountryCode[] = ['FR', 'GP', 'GF', 'MQ', 'RE', 'YT'];

/** Digits as a number of a country, or of a country that shares its plan if only that one has the number. */
function withinPlan(digits: string, country: CountryCode): ReadPhone | undefined {
	const own = withinCountry(digits, country);
	if (own?.type || !countriesOfFrenchPlan.includes(country)) return own;
	const others = countriesOfFrenchPlan.map((other) => withinCountry(digits, other));
	return others.find((other) => other?.type) ?? own;
}

function withinCountry(digits: string, country: CountryCode): ReadPhone | undefined {
	const number = parsePhoneNumberFromString(digits, country);
	const code = getCountryCallingCode(country);
	if (number?.countryCallingCode !== code) return undefined;
	// The library also removes the calling code, but that is the international reading.
	const dropped = digits.length - number.nationalNumber.length;
	if (digits.startsWith(code) && dropped >= code.length) return undefined;
	const phone = number.number.slice(1);
	const type = number.getType();
	return plausible({ phone, readAs: 'national', type, country: number.country ?? country });
}

interface MobileNumbers {
	/** Digits, without those dialed in front. */
	length: number;
	/** Whether a 0 and nothing else is dialed in front within the country. */
	dialsZero: boolean;
	/** The example as it's dialed in the country, such as `01512 3456789`. */
	written: string;
}

const mobiles = new Map<CountryCode, MobileNumbers>();

/** How mobile numbers are written in a country, by the library's example. */
function mobileOf(country: CountryCode): MobileNumbers {
	const known = mobiles.get(country);
	if (known) return known;
	const example = examples[country];
	const written = parsePhoneNumberFromString(example, country)?.formatNational() ?? example;
	const dialsZero = written.replace(/\D/g, '') === `0${example}`;
	const mobile = { length: example.length, dialsZero, written };
	mobiles.set(country, mobile);
	return mobile;
}
