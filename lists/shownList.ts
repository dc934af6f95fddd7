import type { Field } from './columns';
import type { Question } from './questions';

/** A column of the list, for who looks at how it was read. */
export interface ShownColumn {
	/** From 1. */
	number: number;
	name: string;
	/** The field it was taken for; undefined where it isn't used. */
	field?: Field;
	/** Some of its cells, and what came out of them. */
	samples: { before: string; after: string }[];
}

/** A list that was looked at, for who says how it is read. */
export interface ShownList {
	columns: ShownColumn[];
	/** The questions to answer before anything is given. */
	questions: Question[];
}

/** A column without cells of customers. */
export function withoutSamples({ number, name, field }: ShownColumn) {
	return { number, name, ...(field && { field }) };
}
