import { InputError } from '../platform/input';
import { listed } from './columns';

/** A doubt about a list: a cell or column with two readings under the settings, asked about once. */
export interface Doubt {
	/** The answer that the list itself proves, as the setting takes it; undefined where it proves none. */
	proposed?: string;
	/** The doubt, and the next step. */
	text: string;
	nextStep: string;
	/** The answers there are, where the list itself tells. */
	choices?: string[];
}

/** The error of a list that is refused until a question is answered. */
export function questionError({ text, nextStep }: Doubt): InputError {
	return new InputError(text, nextStep);
}

/** The text of a question, as a sentence. */
export function sentenceOf({ text }: Doubt): string {
	return /[?.]$/.test(text) ? text : `${text}.`;
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

/** The cells that a question is about, of which the first are kept. */
export class SomeCells {
	count = 0;
	readonly cells: unknown[] = [];

	/** The first of them in words: `“500”, “250”`. */
	get samples(): string {
		return listed(samplesOf(this.cells).map(String));
	}

	add(cell: unknown): void {
		this.count += 1;
		if (this.cells.length < maxKept) this.cells.push(cell);
	}
}
