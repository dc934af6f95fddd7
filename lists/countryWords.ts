import { countriesOf } from '../libraries/libphonenumber';
import { count, number } from '../platform/figureWords';
import { phrase, speech, translated, type Phrase } from '../platform/say';

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
 * The countries of a list's numbers in a sentence, the country with most numbers first.
 *
 * @param numbers how many there are of each calling code
 */
export function countriesSentence(numbers: [code: string, many: number][]): string {
	const sorted = numbers.sort(([, one], [, other]) => other - one);
	const [first] = sorted;
	if (!first) return '';
	const place = (of: string) => translated(placeOfCode(of));
	const [code, most] = first;
	if (sorted.length === 1) {
		return most === 1
			? `The number is of ${place(code)}`
			: `All ${number(most)} numbers are of ${place(code)}`;
	}
	const named = sorted.slice(0, maxNamed).map(([other, many], at) => {
		const words = at === 0 ? `${count(many, 'number')} ${many === 1 ? 'is' : 'are'}` : number(many);
		return `${words} of ${place(other)}`;
	});
	const more = sorted.length > maxNamed ? ', others elsewhere' : '';
	return named.join(', ') + more;
}
