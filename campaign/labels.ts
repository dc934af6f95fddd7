import type { State } from './results';
import { countryName } from '../lists/countryWords';
import { resultWords } from '../lists/resultWords';
import { regionsOf } from './zones';

/** How rows end, for people. */
export const labels: Record<State, string> = {
	...resultWords,
	// The next owner of the piece finds out; until then it counts as not sent.
	maybeSent: resultWords.notSent,
};

const countries = new Intl.DisplayNames('en', { type: 'region' });

/** The place of customers, for people: "France (+33)", "Russia or Kazakhstan (+7)", or the zone of the list. */
export function placeLabel(place: string): string {
	const [first, second, third] = regionsOf(place).map((region) => countries.of(region) ?? region);
	if (first === undefined) return place === '+' ? 'Unknown' : place;
	const others =
		third === undefined ? (second === undefined ? '' : ` or ${second}`) : ' and others';
	return `${first}${others} (${place})`;
}

/** The place of customers, in a sentence: `the Netherlands`, `Russia or Kazakhstan`, or the zone of the list. */
export function countryOf(place: string): string {
	const [first, second, third] = regionsOf(place);
	if (first === undefined) return place;
	const isShared = second !== undefined && third === undefined;
	return isShared ? `${countryName(first)} or ${countryName(second)}` : countryName(first);
}
