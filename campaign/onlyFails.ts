import { codeIn, codePhrase, isFinal } from '../platform/codes';
import { Results } from './results';
import type { Piece } from './types';
import { phrase, phraseOf, texts, textStored, type Phrase } from '../platform/say';

/** So many rows in a row with one reason pause a campaign: few enough to lose, too many for chance. */
const maxFailuresInARow = 50;
/** A piece with fewer rows tells too little. */
const minPieceRows = 10;

/**
 * Why a campaign pauses that only fails; undefined where it goes on. It knows the rows of one step alone, so that a resumed
 * campaign isn't paused again for what failed before.
 *
 * @param ended the reasons of the rows that a step has given, in their order; '' where the gift was given
 * @param pieces as the step saves them, those in which a row has failed
 */
export function onlyFails(ended: string[], pieces: Piece[]): Phrase | undefined {
	const last = ended.slice(-maxFailuresInARow);
	if (last.length === maxFailuresInARow && isOneReason(last)) return pausedFor(last);
	if (ended.includes('')) return undefined;
	const failed = pieces
		.map(reasonsOf)
		.find((all) => all.length >= minPieceRows && isOneReason(all));
	return failed && pausedFor(failed);
}

/** The reason of each row of a piece; '' where a row hasn't failed. */
function reasonsOf(piece: Piece): string[] {
	const results = new Results(piece);
	return Array.from({ length: piece.rows }, (_, row) => {
		return results.stateOf(row) === 'failed' ? (results.reasonOf(row) ?? '') : '';
	});
}

/** Reasons that differ only in a number, such as a reference, are one. */
function isOneReason(reasons: string[]): boolean {
	const kinds = new Set(reasons.map((one) => codeIn(one)?.code ?? one.replace(/\d+/g, '…')));
	return kinds.size === 1 && !reasons.includes('');
}

const pausedWords = texts({
	final:
		'Paused, because rows failed one after the other for one reason. Correct these rows and add them to the campaign; “Resume” goes on with the others.',
	retriable:
		'Paused, because rows failed one after the other for one reason. Fix the cause, such as an empty data pool, then press “Resume” and “Retry failed”.',
});

function pausedFor([reason = '']: string[]): Phrase {
	const known = codeIn(reason);
	const words = phraseOf(pausedWords[isFinal(reason) ? 'final' : 'retriable']);
	return phrase`${words} The reason: ${known ? codePhrase(known) : phraseOf(textStored(reason))}`;
}
