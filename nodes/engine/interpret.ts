import { fateOfAnswer, isSuccess } from '../../platform/fate';
import { hasComplaint } from '../../platform/records';
import { readRefusal, type Refusal } from '../../platform/refusal';
import type { Answer, Ending, Reading, RemoteOperation } from './operation';
import { labelOf } from './parameters';
import { beginningOf, refusedWith, unreadable } from './platformError';

/** What an answer means for the item. @throws PlatformError when the platform refused or failed */
export function endingOf(
	operation: RemoteOperation,
	params: unknown,
	host: string,
	answer: Answer,
): Ending {
	const reading = readingOf(operation, answer, params);
	if (reading === undefined) return unread(operation, host, answer);
	if ('records' in reading) {
		const isLost = reading.records.length === 0 && operation.effect !== 'read';
		return isLost ? unread(operation, host, answer) : reading;
	}
	throw refusedWith(host, reading.refused, answer, fieldLabelOf(operation, reading.refused));
}

/** What the operation makes of an answer; undefined where only its status can be trusted. */
export function readingOf(
	operation: RemoteOperation,
	answer: Answer,
	params: unknown,
): Reading | undefined {
	// A platform that fails may say anything.
	if (answer.status >= 500) return undefined;
	const reading = operation.read(answer, params);
	const isUnknown = reading && 'outcome' in reading && reading.outcome === 'unknown';
	// A word nobody knows is what was said of the token.
	return answer.status === 401 && isUnknown ? undefined : reading;
}

/** The platform's names for what the node calls otherwise. */
const platformNames: Record<string, string> = { apikey: 'serviceKey', mno: 'operator' };

/** How the node calls the field a refusal names; undefined when it has no such field. */
function fieldLabelOf({ fields }: RemoteOperation, { field }: Refusal): string | undefined {
	return field === undefined ? undefined : labelOf(fields, [platformNames[field] ?? field]);
}

/** An answer the operation does not know. A write that succeeded stays a success, however odd its answer looks. */
function unread(operation: RemoteOperation, host: string, answer: Answer): Ending {
	const { status, body } = answer;
	if (!isSuccess(status)) {
		const refusal = readRefusal(body);
		throw refusedWith(host, refusal, answer, fieldLabelOf(operation, refusal));
	}
	if (operation.effect === 'read') throw unreadable(host, body);
	// A write is looked up when its answer is no JSON. An attempt cannot be, and may never have arrived.
	const isUnclear =
		operation.effect === 'attempt' &&
		(hasComplaint(body) || fateOfAnswer(status, body, false) === 'unknown');
	const warning = isUnclear
		? 'Whether the platform accepted this cannot be told from its answer. Do not send it again, but wait for the result.'
		: 'The platform accepted this, but its answer could not be read. Do not send it again.';
	return {
		records: [{ warning, answer: beginningOf(body) }],
		...(operation.outcomes && { outcome: 'unknown' }),
	};
}
