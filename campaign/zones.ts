import { IANAZone } from 'luxon';
import { InputError, quoted, textOf } from '../platform/input';
import { zonesByCode } from './zonesByCode';

interface Place {
	zones: string[];
	/** Two-letter codes (ISO 3166-1), the largest country first. */
	regions: string[];
}

const byCode = new Map(
	zonesByCode
		.trim()
		.split('\n')
		.map((row): [string, Place] => {
			const [code = '', zones = '', regions = ''] = row.split(' ');
			// A zone that is newer than this n8n has been a part of one that it knows.
			const known = zones.split(',').filter((zone) => IANAZone.isValidZone(zone));
			return [code, { zones: known, regions: regions.split(',') }];
		}),
);

/** The longest first digits in the table: 1 and an area code. */
const longest = 4;

/**
 * Where the customer of a number lives: the zone that the list has, else the first digits that decide on zones, such as
 * `+43`, and `+` for a number without a country.
 *
 * @throws InputError when the zone isn't known
 */
export function placeOf(phone: string, zone?: unknown): string {
	const named = normalizeZone(zone);
	if (named !== '') return named;
	const lengths = Array.from({ length: longest }, (_, index) => longest - index);
	return `+${lengths.map((length) => phone.slice(0, length)).find((code) => byCode.has(code)) ?? ''}`;
}

/** A time zone by its name; '' where it's empty. @throws InputError when it isn't known */
export function normalizeZone(value: unknown): string {
	const named = textOf(value);
	if (named === '' || IANAZone.isValidZone(named)) return named;
	throw new InputError(
		'must be a time zone',
		`Write ${quoted(named)} like Europe/Vienna, or leave it empty.`,
	);
}

/** All zones in which it may be at a place. Empty where nobody knows: it's never the zone of this server. */
export function zonesOf(place: string): string[] {
	return place.startsWith('+') ? (byCode.get(place.slice(1))?.zones ?? []) : [place];
}

/** The countries of a place, the largest one first; empty where it's a zone, or unknown. */
export function regionsOf(place: string): string[] {
	return byCode.get(place.slice(1))?.regions ?? [];
}
