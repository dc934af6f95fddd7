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

const knownWords = new Set(Object.values(resultWords).map((words) => words.toLowerCase()));
const ofGifts = new Set([resultWords.given, resultWords.givenBefore].map((w) => w.toLowerCase()));

const wordKey = (cell: unknown) => String(cell).trim().toLowerCase();

/** Whether a cell is a result of a campaign. */
export function isResult(cell: unknown): boolean {
	return knownWords.has(wordKey(cell));
}

/** Whether a cell says that its row has got its gift. */
export function saysGiven(cell: unknown): boolean {
	return ofGifts.has(wordKey(cell));
}
