import { texts } from '../platform/say';

/** How a row ended, as the column `result` of a downloaded list says it. */
export const resultWords = texts({
	given: 'Given',
	givenBefore: 'Given before',
	failed: 'Failed',
	inDoubt: 'In doubt',
	optedOut: 'Opted out',
	notSent: 'Not sent',
	leftOut: 'Left out',
} as const);

/** The result of a campaign that a cell says; undefined for any other cell. */
export function resultIn(cell: unknown): string | undefined {
	const text = String(cell).trim().toLowerCase();
	return Object.values(resultWords).find((words) => words.toLowerCase() === text);
}

/** Whether a cell says that its row has got its gift. */
export function saysGiven(cell: unknown): boolean {
	const result = resultIn(cell);
	return result === resultWords.given || result === resultWords.givenBefore;
}
