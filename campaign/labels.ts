import type { State } from './results';
import { regionName } from '../lists/countryWords';
import { resultWords } from '../lists/resultWords';
import { regionsOf } from './zones';
import { countryName, say } from '../platform/say';

/** How rows end, for people: `translated` where a page shows them. */
export const labels: Record<State, string> = {
	...resultWords,
	// The next owner of the piece finds out; until then it counts as not sent.
	maybeSent: resultWords.notSent,
};

/** The place of customers, for people: "France (+33)", "Russia or Kazakhstan (+7)", or the zone of the list. */
export function placeLabel(place: string): string {
	const [first, second, third] = regionsOf(place).map((region) => regionName(region));
	if (first === undefined) return place === '+' ? say`Unknown` : place;
	const shared = second === undefined ? first : say`${first} or ${second}`;
	return `${third === undefined ? shared : say`${first} and others`} (${place})`;
}

/** The place of customers, in a sentence: `the Netherlands`, `Russia or Kazakhstan`, or the zone of the list. */
export function countryNames(place: string): string {
	const [first, second, third] = regionsOf(place);
	if (first === undefined) return place;
	const isShared = second !== undefined && third === undefined;
	return isShared ? say`${countryName(first)} or ${countryName(second)}` : countryName(first);
}
