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

/** What is said before anything is asked. */
export function saidFirst({ defaultAmount }: WrittenList): SaidOfFile {
	return defaultAmount === undefined ? {} : { defaultAmount };
}
