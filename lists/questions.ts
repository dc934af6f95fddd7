import { InputError } from '../platform/input';
import { listed } from './columns';
import type { SaidName } from './declared';

/** What could be two things under what was declared, asked once for the list. */
export interface Question {
	/** Where the answer is said. */
	field: SaidName | 'sheet';
	/** What the list itself speaks for, as it is said there; undefined where it doesn't tell. */
	proposed?: string;
	/** What is doubtful, and what to do. */
	text: string;
	nextStep: string;
	/** The answers there are, where the list itself tells. */
	choices?: string[];
}

/** The error of a list that is refused until a question is answered. */
export function errorOf({ text, nextStep }: Question): InputError {
	return new InputError(text, nextStep);
}

/** What a question asks, as a sentence. */
export function sentenceOf({ text }: Question): string {
	return text.endsWith('?') ? text : `${text}.`;
}

/** So many of the cells show what kind they are. */
const mostSamples = 3;

export function samplesOf(cells: unknown[]): string {
	return listed(cells.slice(0, mostSamples).map(String));
}
