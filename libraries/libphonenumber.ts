/** Numbering plans change every few weeks; `max` has the types of numbers, so that a landline is told from a mobile number. */
import {
	Metadata,
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

/** What the library's own types leave out of a numbering plan. */
interface TypedPlan {
	type(type: PhoneNumberType): { possibleLengths(): number[] } | undefined;
}

/** How many digits follow the calling code in a country's numbers of a type; none where it has no such numbers. */
export function possibleLengths(country: CountryCode, type: PhoneNumberType): number[] {
	const plans = new Metadata(metadata as object as MetadataJson);
	plans.selectNumberingPlan(country);
	const plan = plans.numberingPlan as unknown as TypedPlan;
	return plan.type(type)?.possibleLengths() ?? [];
}

const mainCountries = new Map(
	Object.entries((metadata as object as MetadataJson).country_calling_codes).map(
		([code, [first]]) => [code, first],
	),
);

/** The country of a calling code; of several the one with most numbers. */
export function mainCountry(code: string): CountryCode | undefined {
	return mainCountries.get(code);
}
