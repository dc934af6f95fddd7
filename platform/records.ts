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
	const [field, ...others] = Object.entries(answer);
	const isOnly = field !== undefined && others.length === 0 && !isOfTrouble(field[0]);
	return isOnly && isRecordList(field[1]) ? field[1] : [answer];
}

/**
 * The list in an answer that surely holds all there is: one that stands alone, is the only field of an object, or has
 * its number of records beside it and nothing that speaks of more.
 */
export function wholeListIn(answer: unknown): PlatformRecord[] | undefined {
	if (isRecordList(answer)) return answer;
	if (!isRecord(answer) || complains(answer)) return undefined;
	const fields = Object.entries(answer);
	const [field, ...moreLists] = fields.filter(([, value]) => isRecordList(value));
	if (field === undefined || moreLists.length > 0 || isOfTrouble(field[0])) return undefined;
	const list = field[1] as PlatformRecord[];
	const others = fields.filter(([name]) => name !== field[0]);
	if (others.some(([name, value]) => speaksOfMore(name, value))) return undefined;
	const totals = others.filter(([name]) => /total/i.test(name) && !isOfPages(name));
	const isCounted = totals.length > 0 && totals.every(([, value]) => value === list.length);
	return others.length === 0 || isCounted ? list : undefined;
}

function isOfTrouble(name: string): boolean {
	return /error|warning|(?<!de)fault/i.test(name);
}

function isOfPages(name: string): boolean {
	return /pages$/i.test(name);
}

/** Whether a field beside a list says that this is not all of it. */
function speaksOfMore(name: string, value: unknown): boolean {
	if (isOfPages(name)) return Number(value) > 1;
	if (/^(is)?last(page)?$/i.test(name)) return value === false;
	const isNone = !value || value === 'false' || (Array.isArray(value) && value.length === 0);
	return /next|more|cursor|partial|truncated|incomplete|warning/i.test(name) && !isNone;
}

/** The records in the answer to a question; undefined also when it says, with whatever status, that it failed. */
export function listOf(answer: unknown): PlatformRecord[] | undefined {
	return saysItFailed(answer) ? undefined : recordsOf(answer);
}

/** Whether one of the records in an answer says that something went wrong. */
export function hasComplaint(answer: unknown): boolean {
	return recordsOf(answer)?.some(complains) === true;
}

/** Whether a value is an object that is no list. */
export function isRecord(value: unknown): value is PlatformRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRecordList(value: unknown): value is PlatformRecord[] {
	return Array.isArray(value) && value.every(isRecord);
}
