import { complains, saysItFailed } from './refusal';

/** One record of an answer, with whatever fields the platform gave it. */
export type PlatformRecord = Record<string, unknown>;

/**
 * The records in an answer whose shape the contract does not show: a list, one record, or an object
 * whose only field is the list. Nothing is renamed or left out.
 *
 * @returns the records, or undefined when the answer is none of these (text, a number, a mixed list)
 */
export function recordsOf(answer: unknown): PlatformRecord[] | undefined {
	if (isRecordList(answer)) return answer;
	if (!isRecord(answer)) return undefined;
	const values = Object.values(answer);
	return values.length === 1 && isRecordList(values[0]) ? values[0] : [answer];
}

/**
 * The list in an answer that surely holds all there is: one that stands alone, is the only field of an object, or has
 * its number of records beside it.
 */
export function wholeListIn(answer: unknown): PlatformRecord[] | undefined {
	if (isRecordList(answer)) return answer;
	if (!isRecord(answer)) return undefined;
	const lists = Object.values(answer).filter(isRecordList);
	const [list] = lists;
	if (list === undefined || lists.length > 1) return undefined;
	const others = Object.entries(answer).filter(([, value]) => value !== list);
	const isCounted = others.some(([name, value]) => /total/i.test(name) && value === list.length);
	return others.length === 0 || isCounted ? list : undefined;
}

/** The records in the answer to a question; undefined also when it says, with whatever status, that it failed. */
export function listOf(answer: unknown): PlatformRecord[] | undefined {
	return saysItFailed(answer) ? undefined : recordsOf(answer);
}

/** Whether one of the records in an answer says that something went wrong. */
export function hasComplaint(answer: unknown): boolean {
	return recordsOf(answer)?.some(complains) === true;
}

function isRecord(value: unknown): value is PlatformRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRecordList(value: unknown): value is PlatformRecord[] {
	return Array.isArray(value) && value.every(isRecord);
}
