import { countriesOf, getCountries, type CountryCode } from '../libraries/libphonenumber';
import { InputError, onInputError, optionalText, quoted, tried } from './input';
import { international, isMobile, readPhone, type ReadPhone } from './nationalNumber';
import { phoneAsEntered, normalizePhone } from './phoneNumber';
import { phrase, type Phrase } from './say';

export interface NumberReading {
	/** ISO 3166 code of numbers without a calling code; '' if not chosen. */
	country?: string;
	/** How to read digits that fit two countries, such as 017604069001; '' if not chosen. International ones have their code. */
	twoWays?: '' | 'national' | 'international';
	sendAsEntered?: boolean;
}

const countries = new Set<string>(getCountries());

/** Reads a country by its two letters (ISO 3166-1); '' where it's empty. @throws InputError for one without a plan */
export function readNumberCountry(value: unknown): CountryCode | '' {
	const country = optionalText(value).toUpperCase();
	if (country === '' || isCountry(country)) return country;
	throw new InputError(
		'must be a country',
		phrase`Write ${quoted(country)} in two letters, such as FR.`,
	);
}

function isCountry(code: string): code is CountryCode {
	return countries.has(code);
}

/** The languages of the markets, in which people write the name of a country. */
const languages = 'en fr de es pt it nl pl sr sr-Latn hr bs ro hu cs tr ar sw'.split(' ');

const lettersOf = (name: string) =>
	name
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^\p{L}]/gu, '');

let countriesByName: ReadonlyMap<string, CountryCode> | undefined;

/** The country with a name (Unicode CLDR, which Node brings). */
function countryNamed(name: string): CountryCode | undefined {
	countriesByName ??= new Map(
		languages.flatMap((language) =>
			(['long', 'short'] as const).flatMap((style) => {
				const names = new Intl.DisplayNames(language, { type: 'region', style });
				return getCountries().map((code) => [lettersOf(names.of(code) ?? code), code] as const);
			}),
		),
	);
	return countriesByName.get(lettersOf(name));
}

/** Reads a number's country by two letters, name or calling code; '' where it's empty. @throws InputError for anything else */
export function countryWritten(value: unknown): CountryCode | '' {
	const text = optionalText(value).toUpperCase();
	if (text === '' || isCountry(text)) return text;
	const country = countriesOf(callingCode.exec(text)?.[1] ?? '')[0] ?? countryNamed(text);
	if (country) return country;
	throw new InputError(
		'must not have a country that is unknown',
		phrase`Replace ${quoted(text)} by its name, two letters or a calling code, such as FR or +33.`,
	);
}

const callingCode = /^'?(?:\+|00)?([1-9]\d{0,2})(?:\.0)?$/;

/** The reader of a list's numbers. @throws InputError as `readPhone`, and for two ways without a choice */
export function declaredPhone(
	reading: NumberReading,
): (value: unknown, own?: CountryCode | '') => ReadPhone {
	const { twoWays, sendAsEntered } = reading;
	const country = readNumberCountry(reading.country);
	const read = sendAsEntered ? readAsEntered : readPhone;
	return (value, own = '') => {
		const isInternational = twoWays === 'international';
		const ofList =
			own && country && own !== country ? tried(() => read(value, country)) : undefined;
		if (ofList && isInternational && fitOf(ofList, () => read(value, own)) === 'list')
			return ofList;
		const number = read(value, own === '' ? country : own);
		const { phone, other } = number;
		if (other !== undefined && isInternational)
			return { ...international(other), readAs: 'twoWays' };
		if (ofList) refuseOther(value, number, { ofList, isInternational });
		if (own !== '' && isInternational) refuseLandline(value, number);
		if (other === undefined || twoWays === 'national') return number;
		throw new InputError('must not be two numbers at once', eitherOf(value, phone, other));
	};
}

/** The customer's country proves a mobile number without its code, not a landline: 0151 23456789 is a landline in Austria. */
function refuseLandline(value: unknown, { readAs, type, phone }: ReadPhone): void {
	if (readAs === 'international' || isMobile({ type })) return;
	throw new InputError(
		'must include the country code',
		phrase`Write ${quoted(optionalText(value))} with its country code: as ${quoted(`+${phone}`)} it's no mobile number.`,
	);
}

/**
 * Whether a number without its code is a mobile number of the list's country alone (`list`), or also another mobile
 * number of its row's own country (`both`): the customer may have moved there with the number.
 */
export function fitOf(ofList: ReadPhone, readOwn: () => ReadPhone): 'list' | 'both' | undefined {
	const isNational = ofList.readAs === 'national' || ofList.readAs === 'nationalWithoutZero';
	if (!isNational || !isMobile(ofList)) return undefined;
	const own = tried(readOwn);
	if (!own || !isMobile(own)) return 'list';
	return own.phone === ofList.phone ? undefined : 'both';
}

/**
 * @throws InputError for a number that may be of the list's country instead of its row's: the row's may not have it, or
 * both have it
 */
function refuseOther(
	value: unknown,
	own: ReadPhone,
	{ ofList, isInternational }: { ofList: ReadPhone; isInternational: boolean },
): void {
	const isOfBoth = isInternational && fitOf(ofList, () => own) === 'both';
	if ((own.type && !isOfBoth) || ofList.phone === own.phone) return;
	const nextStep = eitherOf(value, ofList.phone, own.phone);
	throw new InputError('must be a number of the country in its row', nextStep);
}

/** Numbers are quoted, because pages without customers leave out quotations (campaign/check.ts). */
function eitherOf(value: unknown, one: string, other: string): Phrase {
	const written = quoted(optionalText(value));
	return phrase`Write ${written} as ${quoted(`+${one}`)}, or as ${quoted(`+${other}`)}.`;
}

/** The reader of both possible numbers, if `twoWays` is national. @throws InputError as `declaredPhone` */
export function meantReader(reading: NumberReading): (value: unknown) => [string, ...string[]] {
	if (!reading.country) {
		const read = reading.sendAsEntered ? phoneAsEntered : normalizePhone;
		return (value) => [read(value)];
	}
	const read = declaredPhone(reading);
	return (value) => {
		const { phone, other } = read(value);
		return other === undefined ? [phone] : [phone, other];
	};
}

/** The reader of a number that something is sent to, and of its country where that isn't in it. @throws InputError as `declaredPhone` */
export function recipientReader(reading: NumberReading): (value: unknown) => string {
	const read = meantReader(reading);
	return (value) => read(value)[0];
}

/** As `readPhone`; text that isn't a number stays as entered. */
function readAsEntered(value: unknown, country: CountryCode | ''): ReadPhone {
	return onInputError(
		() => readPhone(value, country),
		(error) => {
			// Without its country it would be somebody else's.
			if (tried(() => normalizePhone(value)) !== undefined) throw error;
			return international(phoneAsEntered(value));
		},
	);
}
