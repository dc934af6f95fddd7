import type { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { Result } from './results';

/** So many references fit into an error that a person reads. */
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
	const sent = results.filter(({ wasSent }) => wasSent).length;
	const lost = results.flatMap(({ error }) =>
		error === undefined || error === failure ? [] : (referenceLostIn(error) ?? []),
	);
	const more = [
		sent > 0 &&
			`Before this, ${sent} of ${itemCount} items were sent and answered; do not send those again. Set “On Error” to “Continue (using error output)” to keep their results.`,
		lost.length > 0 &&
			`Of ${lost.length} more nobody can tell whether they were done: look at the platform for ${listed(lost)} before you send them again.`,
	].filter((words) => words !== false);
	// A further try may throw the very error of an earlier one.
	const own = ownWords.get(failure) ?? failure.description ?? '';
	ownWords.set(failure, own);
	if (more.length > 0) failure.description = [own, ...more].join(' ');
	return failure;
}

function referenceLostIn({ context }: NodeApiError | NodeOperationError): string | undefined {
	return context.lostReference as string | undefined;
}

function listed(references: string[]): string {
	const shown = references.slice(0, mostListed).join(', ');
	return references.length > mostListed
		? `${shown} and ${references.length - mostListed} others`
		: shown;
}
