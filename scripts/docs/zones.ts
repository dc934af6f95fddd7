import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export const zonesFile = 'campaign/zonesByCode.ts';

/** A region's plan as libphonenumber-js stores it, by position (its METADATA.md): 10 has the digits it begins with. */
type Plan = unknown[] & { 10: string | 0 };

interface Metadata {
	country_calling_codes: Record<string, string[]>;
	countries: Record<string, Plan>;
}

/** Its types are those of a module that can't be imported here. */
const { getCountry } = createRequire(__filename)('countries-and-timezones') as {
	getCountry(region: string): { timezones: string[] } | null;
};

/** What countries-and-timezones doesn't have: Kosovo and Ascension keep the time of a neighbor. */
const neighbors: Record<string, string[]> = {
	AC: ['Atlantic/St_Helena'],
	XK: ['Europe/Belgrade'],
};

/** Area codes of North America's plan, each of which belongs to one country (or to those without a code of their own). */
const areaCodes = Array.from({ length: 800 }, (_, index) => String(index + 200));

/** The text of `zonesFile`. */
export function zonesByCode(): string {
	const file = require.resolve('libphonenumber-js/metadata.max.json');
	const metadata = JSON.parse(readFileSync(file, 'utf8')) as Metadata;
	const rows = Object.entries(metadata.country_calling_codes).flatMap(([code, regions]) =>
		code === '1' ? northAmerica(regions, metadata) : [rowOf(code, regions)],
	);
	return `/**
 * Written by \`npm run docs\` from libphonenumber-js and countries-and-timezones. Each line has the first digits of numbers
 * the time zones they may be in, and their countries; behind the 1 of North America also the area codes of its others.
 */
export const zonesByCode = \`
${rows.sort().join('\n')}
\`;
`;
}

function northAmerica(regions: string[], { countries }: Metadata): string[] {
	const leading = (region: string) => countries[region]?.[10];
	const others = regions.filter(leading).flatMap((region) => {
		const pattern = new RegExp(`^(?:${String(leading(region))})$`);
		const codes = areaCodes.filter((areaCode) => pattern.test(areaCode));
		return codes.map((areaCode) => rowOf(`1${areaCode}`, [region]));
	});
	return [
		rowOf(
			'1',
			regions.filter((region) => !leading(region)),
		),
		...others,
	];
}

function rowOf(code: string, regions: string[]): string {
	const zones = regions.flatMap(
		(region) => neighbors[region] ?? getCountry(region)?.timezones ?? [],
	);
	return `${code} ${[...new Set(zones)].sort().join(',')} ${regions.join(',')}`;
}
