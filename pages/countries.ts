import {
	examples,
	getCountryCallingCode,
	parsePhoneNumberFromString,
	type CountryCode,
} from '../libraries/libphonenumber';
import { callingCodeOf } from '../platform/callingCodes';
import { readNumberCountry } from '../platform/declaredNumber';
import { InputError, tried } from '../platform/input';
import { isMobile, readPhone } from '../platform/nationalNumber';
import { describePhone, exampleNumber, normalizePhone } from '../platform/phoneNumber';
import type { Language } from './languages';

/** Reads the countries of customers, such as `FR, BE`. @throws InputError for another text */
export function readCountries(text: string): CountryCode[] {
	const codes = text.split(',').map(readNumberCountry);
	return codes.map((code) => {
		if (code !== '') return code;
		throw new InputError('must be countries', 'Write their two letters, such as FR, BE.');
	});
}

/**
 * The digits of a number as a customer types it: with its country code, or without it, if it's a mobile number in exactly
 * one of the countries, such as 06 12 34 56 78 in France. A number in no numbering plan belongs to the home country,
 * whose plan may be newer than this package.
 *
 * @returns '' for any other
 */
export function customerNumber(typed: string, countries: CountryCode[], home = ''): string {
	const whole = tried(() => normalizePhone(typed));
	if (whole !== undefined) return whole;
	const own = countries.flatMap((country) => {
		const read = tried(() => readPhone(typed, country));
		return read?.readAs === 'national' ? [{ ...read, isHome: country === home }] : [];
	});
	const mobile = own.filter(isMobile);
	const unknown = own.filter(({ isHome, type }) => isHome && type === undefined);
	const [only, another] = mobile.length > 0 ? mobile : unknown;
	return only && !another ? only.phone : '';
}

/** The home country of a page: that of its language, if it's one of the countries, or the only one; else ''. */
export function homeOf({ locale }: Pick<Language, 'locale'>, countries: CountryCode[]) {
	const { region } = new Intl.Locale(locale).maximize();
	const [only = '', another] = countries;
	return countries.find((code) => code === region) ?? (another === undefined ? only : '');
}

/**
 * Whether a number is of one of the countries. Some countries share a calling code, and a number may not show its
 * country.
 */
export function isFrom(countries: CountryCode[], phone: string): boolean {
	const { country } = describePhone(phone);
	if (country) return countries.includes(country);
	const code = callingCodeOf(phone);
	return countries.some((own) => getCountryCallingCode(own) === code);
}

/** Countries as a sentence of the language names them: `France and Belgium`. */
export function countriesIn({ locale }: Language, countries: string[]): string {
	const names = new Intl.DisplayNames(locale, { type: 'region' });
	return new Intl.ListFormat(locale).format(countries.map((code) => names.of(code) ?? code));
}

/** A number as customers of the page's country write it with its code; of the first country if the page has none. */
export function exampleIn(language: Language, countries: CountryCode[]): string {
	const country = homeOf(language, countries) || countries[0];
	if (country === undefined || country === 'FR') return exampleNumber;
	return asWritten(`${getCountryCallingCode(country)}${examples[country]}`);
}

/** A number as it's written with its country code: `+33 6 12 34 56 78`. */
export function asWritten(phone: string): string {
	return parsePhoneNumberFromString(`+${phone}`)?.formatInternational() ?? `+${phone}`;
}
