import { InputError } from '../platform/input';
import { listed } from './columns';
import type { SaidName } from './declared';

/** A cell or column with two readings under the settings, asked about once for the list. */
export interface Question {
	/** The setting that takes the answer. */
	field: SaidName | 'sheet';
	/** The answer that the list itself proves, as the setting takes it; undefined where it proves none. */
	proposed?: string;
	/** The doubt, and the next step. */
	text: string;
	nextStep: string;
	/** The answers there are, where the list itself tells. */
	choices?: string[];
}

/** The error of a list that is refused until a question is answered. */
export function errorOf({ text, nextStep }: Question): InputError {
	return new InputError(text, nextStep);
}

/** The text of a question, as a sentence. */
export function sentenceOf({ text }: Question): string {
	return text.endsWith('?') ? text : `${text}.`;
}

/** So many of the cells show what kind they are. */
const mostSamples = 3;

/** The first of some cells, each once. */
export function samplesOf<Cell>(cells: Iterable<Cell>): Cell[] {
	const found = new Set<Cell>();
	for (const cell of cells) {
		if (found.size === mostSamples) break;
		found.add(cell);
	}
	return [...found];
}

/** So many cells show which countries they could be of. */
const mostKept = 200;

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
		if (this.cells.length < mostKept) this.cells.push(cell);
	}
}
