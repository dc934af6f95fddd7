import { translated, type Value } from '../platform/say';
import { listedNames } from './columns';
import type { Question } from './readingSettings';

/** The text of a question, as a sentence in the language that is spoken. */
export function sentenceOf({ text }: Question): string {
	const words = translated(text);
	return /[?؟.]$/.test(words) ? words : `${words}.`;
}

/** Distinct cells that a question or a column shows. */
export const maxSamples = 3;

/** The first of some cells, each once. */
export function samplesOf<Cell>(cells: Iterable<Cell>): Cell[] {
	const found = new Set<Cell>();
	for (const cell of cells) {
		if (found.size === maxSamples) break;
		found.add(cell);
	}
	return [...found];
}

/** Cells that are kept for a question; 200 show which countries their numbers could be of. */
const maxKept = 200;

/** Counts the cells that a question is about, and keeps the first. */
export class SomeCells {
	count = 0;
	readonly cells: unknown[] = [];

	/** The first of them in words: `“500”, “250”`. */
	get samples(): Value {
		return listedNames(samplesOf(this.cells).map(String));
	}

	add(cell: unknown): void {
		this.count += 1;
		if (this.cells.length < maxKept) this.cells.push(cell);
	}
}
