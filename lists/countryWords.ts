import { countriesOf } from '../libraries/libphonenumber';
import { count, number } from '../platform/figureWords';
import { say, speech } from '../platform/say';

/** The name of a country (ISO 3166-1), as a list of countries has it. */
export function regionName(country: string): string {
	return speech().regions.of(country) ?? country;
}

/** Names that have an article within a sentence. */
const withArticle =
	/^(?:United|Netherlands|Philippines|Bahamas|Maldives|Comoros|Seychelles|Gambia)/;

/** A country (ISO 3166-1) as a sentence names it: `the Netherlands`. */
export function countryName(country: string): string {
	const name = regionName(country);
	return withArticle.test(name) && speech().tag === 'en' ? `the ${name}` : name;
}

/** The two large countries of calling codes that several share. */
const shared: Record<string, string[]> = { 1: ['US', 'CA'], 7: ['RU', 'KZ'] };

/** The countries of a calling code: `the United States or Canada (+1)`. */
export function placeOfCode(code: string): string {
	const names = shared[code] ?? countriesOf(code).slice(0, 1);
	return names.length > 0
		? `${names.map(countryName).reduce((one, other) => say`${one} or ${other}`)} (+${code})`
		: say`code +${code}`;
}

/** Countries that a sentence names. */
const maxNamed = 5;

/**
 * The countries of a list's numbers in a sentence, the country with most numbers first.
 *
 * @param numbers how many there are of each calling code
 */
export function countriesSentence(numbers: [code: string, many: number][]): string {
	const sorted = numbers.sort(([, one], [, other]) => other - one);
	const [first] = sorted;
	if (!first) return '';
	const [code, most] = first;
	if (sorted.length === 1) {
		return most === 1
			? `The number is of ${placeOfCode(code)}`
			: `All ${number(most)} numbers are of ${placeOfCode(code)}`;
	}
	const named = sorted.slice(0, maxNamed).map(([other, many], at) => {
		const words = at === 0 ? `${count(many, 'number')} ${many === 1 ? 'is' : 'are'}` : number(many);
		return `${words} of ${placeOfCode(other)}`;
	});
	const more = sorted.length > maxNamed ? ', others elsewhere' : '';
	return named.join(', ') + more;
}
