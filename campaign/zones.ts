import { IANAZone } from 'luxon';
import { countriesOf, hasOwnDigits, parsePhoneNumberFromString } from '../libraries/libphonenumber';
import { timezonesOf } from '../libraries/timezones';
import { normalizeZone } from '../platform/times';

const countryOfArea = new Map<string, string | undefined>();

/** The country of North America's plan that has an area code for itself; undefined where that is none. */
function countryOfAreaCode(area: string): string | undefined {
	if (countryOfArea.has(area)) return countryOfArea.get(area);
	const country = parsePhoneNumberFromString(`+1${area}5550100`)?.country;
	const own = country && hasOwnDigits(country) ? country : undefined;
	countryOfArea.set(area, own);
	return own;
}

/** The calling code that a number begins with, and the area code behind it where that tells the country. */
function codesOf(phone: string): { code: string; area: string } {
	const codes = [1, 2, 3].map((length) => phone.slice(0, length));
	const code = codes.find((digits) => countriesOf(digits).length > 0) ?? '';
	const area = code === '1' ? phone.slice(1, 4) : '';
	return { code, area: countryOfAreaCode(area) ? area : '' };
}

/**
 * The place of a number's customer: the zone that the list has, else the first digits that decide on zones, such as
 * `+43`, and `+` for a number without a country.
 *
 * @throws InputError when the zone isn't known
 */
export function placeOf(phone: string, zone?: unknown): string {
	const named = normalizeZone(zone);
	if (named !== '') return named;
	const { code, area } = codesOf(phone);
	return `+${code}${area}`;
}

const zonesByPlace = new Map<string, string[]>();

/** All zones in which it may be at a place. Empty where nobody knows: it's never the zone of this server. */
export function zonesOf(place: string): string[] {
	if (!place.startsWith('+')) return [place];
	const known = zonesByPlace.get(place);
	if (known) return known;
	// A time zone that is newer than this n8n was split from a zone that this n8n knows.
	const zones = regionsOf(place)
		.flatMap(timezonesOf)
		.filter((zone) => IANAZone.isValidZone(zone));
	const own = [...new Set(zones)];
	zonesByPlace.set(place, own);
	return own;
}

/** The countries of a place, the largest one first; empty where it's a zone, or unknown. */
export function regionsOf(place: string): string[] {
	const { code, area } = codesOf(place.slice(1));
	const own = countryOfAreaCode(area);
	if (own) return [own];
	return code === '1'
		? countriesOf(code).filter((country) => !hasOwnDigits(country))
		: countriesOf(code);
}
