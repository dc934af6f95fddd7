import type { State } from './results';

/** How rows end, for people. */
export const labels: Record<State, string> = {
	given: 'Given',
	givenBefore: 'Given before',
	failed: 'Failed',
	inDoubt: 'In doubt',
	optedOut: 'Opted out',
	notSent: 'Not sent',
	// The next owner of the batch finds out; until then it counts as not sent.
	maybeSent: 'Not sent',
};

/** Where customers live, for people. */
export function placeLabel(place: string): string {
	return place === '+' ? 'Unknown' : place;
}
