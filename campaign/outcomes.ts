import { labels } from './labels';
import { Results } from './results';
import type { Batch, LeftOut, Row, StoredList } from './types';

/** What became of a row of a list, in words. */
export interface Outcome {
	result: string;
	reason: string;
}

/**
 * What became of each row of a list, those that were left out too, by their numbers in the file.
 *
 * @param lists those with rows @param decimal the sign of the file
 */
export function outcomesOf(
	batches: Batch[],
	lists: StoredList[],
	decimal: ',' | '.',
): Map<number, Outcome> {
	const byNumber = new Map(batches.map((batch) => [batch.number, batch]));
	const outcomes = new Map<number, Outcome>();
	for (const { number, list } of lists) {
		const batch = byNumber.get(number);
		if (number <= 0) {
			for (const one of JSON.parse(list) as LeftOut[]) outcomes.set(one.row, leftOut(one));
		} else if (batch) {
			const results = new Results(batch);
			for (const [at, row] of (JSON.parse(list) as Row[]).entries()) {
				outcomes.set(row.row, planned(row, at, results, decimal));
			}
		}
	}
	return outcomes;
}

function leftOut({ reason, nextStep }: LeftOut): Outcome {
	return { result: 'Left out', reason: sentences(reason, nextStep) };
}

function planned(
	{ phone, megabytes }: Row,
	at: number,
	results: Results,
	decimal: string,
): Outcome {
	const state = results.stateOf(at) ?? 'notSent';
	const gift = `${String(megabytes).replace('.', decimal)} MB to +${phone}`;
	const reason = results.reasonOf(at) ?? '';
	return { result: labels[state], reason: state === 'given' ? sentences(gift, reason) : reason };
}

function sentences(...texts: string[]): string {
	return texts.filter((text) => text !== '').join('. ');
}
