import {
	countriesOf,
	isMobileOf,
	possibleLengths,
	type CountryCode,
} from '../libraries/libphonenumber';
import { callingCodes } from './callingCodes';
import { tried } from './input';
import { isMobile, nationalOf } from './nationalNumber';
import { dialedDigits, type DialedNumber } from './phoneNumber';

/** A number as a mobile number dialed within a country, with or without the zero that a spreadsheet removes. */
function mobileWithin({ digits, hasArea }: DialedNumber, country: CountryCode) {
	if (hasArea || !mayBeMobile(digits, country)) return undefined;
	const own = nationalOf(digits, country);
	return own && own !== 'doubtful' && own.type && isMobile(own) ? own : undefined;
}

/** Asks at little cost whether digits look like a mobile number of a country, behind up to two digits that are dialed in front. */
function mayBeMobile(digits: string, country: CountryCode): boolean {
	const lengths = mobileLengths(country);
	const national = [digits, digits.slice(1), digits.slice(2), `0${digits}`];
	// Argentina puts a 15 within.
	if (country === 'AR') return digits.length >= 10;
	return national.some((text) => lengths.has(text.length) && isMobileOf(country, text));
}

const lengthsByCountry = new Map<CountryCode, ReadonlySet<number>>();

function mobileLengths(country: CountryCode): ReadonlySet<number> {
	const ofMobiles = () => possibleLengths(country, 'MOBILE');
	const ofAll = () => possibleLengths(country, 'FIXED_LINE');
	const lengths = lengthsByCountry.get(country) ?? new Set([...ofMobiles(), ...ofAll()]);
	lengthsByCountry.set(country, lengths);
	return lengths;
}

/** A calling code under which digits are somebody's mobile number, and that number; its country is one of the code's. */
export interface NationalMobile {
	code: string;
	country: CountryCode;
	phone: string;
}

/**
 * Calling codes under which digits are another mobile number: 51987654321 is one of Peru, and within Brazil one of Porto
 * Alegre. @param cells numbers without + or 00 @param share of them, up to 1 @param among the codes to try
 */
export function mobilesElsewhere(
	cells: unknown[],
	share: number,
	among: readonly string[] = callingCodes,
): NationalMobile[] {
	const dialed = cells.flatMap((cell) => tried(() => dialedDigits(cell)) ?? []);
	const maxOthers = Math.floor(dialed.length * (1 - share));
	return among.flatMap((code) => {
		let others = 0;
		let first: NationalMobile | undefined;
		for (const number of dialed) {
			const own = mobileUnder(number, code);
			if (own) first ??= own;
			else if (++others > maxOthers) return [];
		}
		return first ?? [];
	});
}

function mobileUnder(number: DialedNumber, code: string): NationalMobile | undefined {
	for (const country of countriesOf(code)) {
		const phone = mobileWithin(number, country)?.phone;
		if (phone !== undefined && phone !== number.digits) return { code, country, phone };
	}
	return undefined;
}
