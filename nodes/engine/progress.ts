import type { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { ItemParameters } from './parameters';
import { referenceLostIn } from './platformError';
import type { Result } from './results';

/** So many references or items fit into an error that a person reads. */
const mostListed = 10;

/** What an error said before others were counted in it. */
const ownWords = new WeakMap<Error, string>();

/**
 * Adds to the error of a list that stopped what the person must know of the other items before any is sent again: n8n
 * shows only this one.
 */
export function withProgress(
	failure: NodeApiError | NodeOperationError,
	results: Result[],
	itemCount: number,
): NodeApiError | NodeOperationError {
	const sent = [...results.entries()].flatMap(([index, { wasSent }]) => (wasSent ? [index] : []));
	const lost = [...results.entries()].flatMap(([index, { error, isLost }]) =>
		isLost && error !== failure ? [referenceLostIn(error) ?? `item ${index}`] : [],
	);
	const more = [
		sent.length > 0 &&
			`Before this, ${sent.length} of ${itemCount} items were sent and answered (${listed(rangesOf(sent))} of the input); do not send those again. Set “On Error” to “Continue (using error output)” to keep their results.`,
		lost.length > 0 &&
			`Of ${lost.length} more nobody can tell whether they were done: look at the platform for ${listed(lost)} before you send them again.`,
	].filter((words) => words !== false);
	// A further try may throw the very error of an earlier one.
	const own = ownWords.get(failure) ?? failure.description ?? '';
	ownWords.set(failure, own);
	if (more.length > 0) failure.description = [own, ...more].join(' ');
	return failure;
}

/** Says with the first bad item of a list which others are bad, too: none of the list is sent because of them. */
export function withBadItems(items: ItemParameters[]): NodeOperationError | undefined {
	const bad = [...items.entries()].filter(([, { error }]) => error !== undefined);
	const failure = bad[0]?.[1].error;
	if (failure === undefined || items.length === 1) return failure;
	const which = listed(bad.map(([itemIndex]) => String(itemIndex)));
	failure.description = `Nothing is sent, because of the items ${which} of the input: ${bad.length} of ${items.length} are bad. Mend them, or set “On Error” to “Continue (using error output)” to send the others.`;
	return failure;
}

/** Numbers that are in order, those that follow each other as one range. */
function rangesOf(numbers: number[]): string[] {
	const ranges: [first: number, last: number][] = [];
	for (const number of numbers) {
		const range = ranges.at(-1);
		if (range?.[1] === number - 1) range[1] = number;
		else ranges.push([number, number]);
	}
	return ranges.map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`));
}

function listed(names: string[]): string {
	const shown = names.slice(0, mostListed).join(', ');
	return names.length > mostListed ? `${shown} and ${names.length - mostListed} others` : shown;
}
