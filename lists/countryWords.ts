import { countriesOf } from '../libraries/libphonenumber';
import { counted, phrase, speech, type Phrase, type Text } from '../platform/say';

/** The name of a country (ISO 3166-1), as a list of countries has it. */
export function regionName(country: string): string {
	return speech().regions.of(country) ?? country;
}

/** The two large countries of calling codes that several share. */
const shared: Record<string, string[]> = { 1: ['US', 'CA'], 7: ['RU', 'KZ'] };

/** The countries of a calling code: `the United States or Canada (+1)`. */
export function placeOfCode(code: string): Phrase {
	const [first, second] = shared[code] ?? countriesOf(code);
	if (first === undefined) return phrase`code +${code}`;
	const name = { region: first };
	return code in shared && second !== undefined
		? phrase`${name} or ${{ region: second }} (+${code})`
		: phrase`${name} (+${code})`;
}

/** Countries that a sentence names. */
const maxNamed = 5;

/**
 * The countries of a list's numbers in a sentence, the country with most numbers first; '' without any.
 *
 * @param numbers how many there are of each calling code
 */
export function countriesSentence(numbers: [code: string, many: number][]): Text {
	const sorted = numbers.sort(([, one], [, other]) => other - one);
	const [first] = sorted;
	if (!first) return '';
	const [code, most] = first;
	if (sorted.length === 1) {
		return most === 1
			? phrase`The number is of ${placeOfCode(code)}`
			: phrase`${counted(most, 'number')}, all of ${placeOfCode(code)}`;
	}
	const list = sorted
		.slice(0, maxNamed)
		.map(([other, many]) => phrase`${placeOfCode(other)}: ${counted(many, 'number')}`);
	return sorted.length > maxNamed ? phrase`${{ list }}, and others` : phrase`${{ list }}`;
}
