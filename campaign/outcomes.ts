import { resultWords } from '../lists/resultWords';
import { labels } from './labels';
import { Results, type State } from './results';
import type { LeftOut, Piece, Row, StoredList } from './types';

/** A row of a list, and what became of it, in words. */
export interface Outcome
	extends Omit<Row, 'megabytes'>, Partial<Pick<LeftOut, 'value' | 'nextStep'>> {
	megabytes?: number;
	/** Undefined for a row that was left out. */
	state?: State;
	result: string;
	reason: string;
}

/**
 * The outcome of each row of a list; those that were left out come last. The lists come one by one, so that memory holds
 * one, however many there are.
 *
 * @param lists those with rows
 */
export function* listOutcomes(pieces: Piece[], lists: StoredList[]): Generator<Outcome[]> {
	const byNumber = new Map(pieces.map((piece) => [piece.number, piece]));
	const isLeftOut = ({ number }: StoredList) => number <= 0;
	const sorted = [...lists].sort((one, other) => Math.abs(one.number) - Math.abs(other.number));
	for (const { number, list } of sorted.filter((stored) => !isLeftOut(stored))) {
		const piece = byNumber.get(number);
		if (piece) yield plannedOutcomes(list, new Results(piece));
	}
	for (const { list } of sorted.filter(isLeftOut)) {
		yield (JSON.parse(list) as LeftOut[]).map((row) => ({ ...row, result: resultWords.leftOut }));
	}
}

function plannedOutcomes(list: string, results: Results): Outcome[] {
	return (JSON.parse(list) as Row[]).map((row, at) => {
		const state = results.stateOf(at) ?? 'notSent';
		return { ...row, state, result: labels[state], reason: results.reasonOf(at) ?? '' };
	});
}

/** Why, in one text with what was given or is to be done. @param decimal the sign of the file */
export function reasonIn(outcome: Outcome, decimal: ',' | '.'): string {
	const { state, phone, megabytes, reason, nextStep = '' } = outcome;
	const gift = `${String(megabytes).replace('.', decimal)} MB to +${phone}`;
	const texts = [state === 'given' ? gift : '', reason, nextStep];
	return texts.filter((text) => text !== '').join('. ');
}
