import type { ColumnContents } from './columnContents';
import { listed, shownName } from './columns';
import type { Question } from './questions';

/** The column that a field was found in, and what has to be asked first. */
export interface Choice {
	chosen?: ColumnContents;
	question?: Question;
}

const nouns = { phoneColumn: 'phone numbers', amountColumn: 'amounts' };

const nextSteps = {
	phoneColumn: "Choose the column as 'Phone Column'.",
	amountColumn:
		"Choose the column as 'Amount Column', or write - there if the list has no amounts.",
};

/**
 * Asks which column it is.
 *
 * @param all the columns, to name them where none is found
 * @param proposed the column that the list itself speaks for; it's chosen until somebody answers
 */
export function askFor(
	field: keyof typeof nouns,
	candidates: ColumnContents[],
	all: ColumnContents[],
	proposed?: ColumnContents,
): Choice {
	const noun = nouns[field];
	const [text] = [
		`The list has no column with ${noun}. Its columns are ${namesOf(all)}`,
		`The list may have ${noun} in ${namesOf(candidates)}, or something else`,
		`The list has more than one column with ${noun}: ${namesOf(candidates)}`,
	].slice(Math.min(candidates.length, 2)) as [string];
	const number = proposed && String(proposed.at + 1);
	const question = { field, proposed: number, text, nextStep: nextSteps[field] };
	return { chosen: proposed, question };
}

/** Asks whether amounts of the list go before the one that is set for all rows. */
export function askBesideDefault(candidates: ColumnContents[]): Choice {
	const text = `An amount is set for all rows, and the list may have amounts in ${namesOf(candidates)}`;
	const nextStep =
		"Choose the column as 'Amount Column', or write - there to give all rows the same amount.";
	return { question: { field: 'amountColumn', text, nextStep } };
}

function namesOf(columns: ColumnContents[]): string {
	return listed(columns.map(({ name, at }) => shownName(name, at)));
}
