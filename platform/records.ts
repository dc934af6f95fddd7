import { saysItFailed } from './refusal';

/** One record of an answer, with whatever fields the platform gave it. */
export type PlatformRecord = Record<string, unknown>;

/**
 * The records in an answer whose shape the contract does not show: a list, one record, or an object
 * whose only field is the list. Nothing is renamed or left out.
 *
 * @returns the records, or undefined when the answer is none of these (text, a number, a mixed list)
 */
export function recordsOf(answer: unknown): PlatformRecord[] | undefined {
	return listIn(answer) ?? (isRecord(answer) ? [answer] : undefined);
}

/** The records in an answer that is a list, or an object whose only field is one: then there are no others. */
export function listIn(answer: unknown): PlatformRecord[] | undefined {
	if (isRecordList(answer)) return answer;
	const values = isRecord(answer) ? Object.values(answer) : [];
	return values.length === 1 && isRecordList(values[0]) ? values[0] : undefined;
}

/** The records in the answer to a question; undefined also when it says, with whatever status, that it failed. */
export function listOf(answer: unknown): PlatformRecord[] | undefined {
	return saysItFailed(answer) ? undefined : recordsOf(answer);
}

function isRecord(value: unknown): value is PlatformRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRecordList(value: unknown): value is PlatformRecord[] {
	return Array.isArray(value) && value.every(isRecord);
}
