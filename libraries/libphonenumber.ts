/** Numbering plans change every few weeks; `max` has the types of numbers, so that a landline is told from a mobile number. */
import {
	Metadata,
	PhoneNumber,
	type CountryCode,
	type MetadataJson,
	type PhoneNumberType,
} from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';

export { default as examples } from 'libphonenumber-js/mobile/examples';
export {
	getCountries,
	getCountryCallingCode,
	parsePhoneNumberFromString,
	type CountryCode,
	type PhoneNumberType,
} from 'libphonenumber-js/max';

/** Parts of a numbering plan that the library's own types leave out. */
interface TypedPlan {
	type(type: PhoneNumberType): { possibleLengths(): number[] } | undefined;
	leadingDigits(): string | 0 | undefined;
}

function libraryPlanOf(country: CountryCode): TypedPlan {
	const plans = new Metadata(metadata as object as MetadataJson);
	plans.selectNumberingPlan(country);
	return plans.numberingPlan as unknown as TypedPlan;
}

/** How many digits follow the calling code in a country's numbers of a type; empty if it has no such numbers. */
export function possibleLengths(country: CountryCode, type: PhoneNumberType): number[] {
	return libraryPlanOf(country).type(type)?.possibleLengths() ?? [];
}

/** The library's own types lack the constructor that takes the parts of a number. */
const NumberOfParts = PhoneNumber as unknown as new (
	country: CountryCode,
	nationalNumber: string,
	plans: MetadataJson,
) => PhoneNumber;

/**
 * Whether digits without calling code are a mobile number of a country, or any number if its plan can't tell mobile
 * numbers.
 */
export function isMobileOf(country: CountryCode, digits: string): boolean {
	const type = new NumberOfParts(country, digits, metadata as object as MetadataJson).getType();
	return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
}

/** Whether the numbers of a country begin with digits of their own, behind a calling code that it shares. */
export function hasOwnDigits(country: CountryCode): boolean {
	return Boolean(libraryPlanOf(country).leadingDigits());
}

const { country_calling_codes: countriesByCode, nonGeographic } =
	metadata as object as MetadataJson & { nonGeographic: Record<string, unknown> };

export const nonGeographicCodes: readonly string[] = Object.keys(nonGeographic);

/** The countries of a calling code, the one with most numbers first. */
export function countriesOf(code: string): CountryCode[] {
	return Object.hasOwn(countriesByCode, code) ? (countriesByCode[code as '1'] ?? []) : [];
}
