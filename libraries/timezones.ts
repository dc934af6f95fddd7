// @ts-expect-error Its types are those of an ES module, which the build bundles.
import { getCountry } from 'countries-and-timezones';

/** Countries that the library doesn't have: Kosovo and Ascension keep the time of a neighbor. */
const neighbors: Record<string, string[]> = { AC: ['Atlantic/St_Helena'], XK: ['Europe/Belgrade'] };

/** The time zones of a country (ISO 3166-1), by their names; empty if unknown. */
export function timezonesOf(country: string): string[] {
	const find = getCountry as (id: string) => { timezones: string[] } | null;
	return neighbors[country] ?? find(country)?.timezones ?? [];
}
