import type { Asked, SaidOfFile } from './read';
import type { Truth, WrittenList } from './systems';

/** A person's answer to a question; undefined for no answer. */
export type Answers = (question: Asked, truth: Truth) => string | undefined;

/** Somebody who knows the system that wrote the list. */
export const truthful: Answers = ({ field }, truth) => {
	const said: Record<string, unknown> = { ...truth, gigabyte: '1024' };
	return typeof said[field] === 'string' ? said[field] : undefined;
};

/** A person who accepts every proposal. */
export const trusting: Answers = ({ proposed }) => proposed;

/** A person who accepts every proposal, and knows the rest. */
export const mostlyTrusting: Answers = (question, truth) =>
	question.proposed ?? truthful(question, truth);

/** The settings that a person who knows the system chooses before any question. */
export function saidByKnowing(list: WrittenList): SaidOfFile {
	const { country, twoWays, unit, decimal, firstRow, phoneColumn, amountColumn, sheet } =
		list.truth;
	const ofList = { firstRow, phoneColumn, amountColumn, sheet };
	return { ...saidFirst(list), ...ofList, country, twoWays, unit, decimal };
}

/** The settings of a person who waits for questions. */
export function saidFirst({ defaultAmount }: WrittenList): SaidOfFile {
	return defaultAmount === undefined ? {} : { defaultAmount };
}
