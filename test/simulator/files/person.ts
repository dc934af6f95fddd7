import type { Asked, SaidOfFile } from './read';
import type { Truth, WrittenList } from './systems';

/** How somebody answers a question; undefined where they don't. */
export type Answers = (question: Asked, truth: Truth) => string | undefined;

/** Somebody who knows the system that wrote the list. */
export const truthful: Answers = ({ field }, truth) => {
	const said: Record<string, unknown> = { ...truth, gigabyte: '1024' };
	return typeof said[field] === 'string' ? said[field] : undefined;
};

/** Somebody who takes what is proposed. */
export const trusting: Answers = ({ proposed }) => proposed;

/** What somebody says who knows the system, and was asked nothing yet. */
export function saidByKnowing(list: WrittenList): SaidOfFile {
	const { country, twoWays, unit, decimal, firstRow, phoneColumn, amountColumn, sheet } =
		list.truth;
	const ofList = { firstRow, phoneColumn, amountColumn, sheet };
	return { ...saidFirst(list), ...ofList, country, twoWays, unit, decimal };
}

/** What somebody says who declares the country of the numbers, and then takes what is proposed. */
export function saidOfCountry(list: WrittenList): SaidOfFile {
	return { ...saidFirst(list), country: list.truth.country };
}

/** What is said before anything is asked. */
export function saidFirst({ defaultAmount }: WrittenList): SaidOfFile {
	return defaultAmount === undefined ? {} : { defaultAmount };
}
