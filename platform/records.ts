import { isObject } from './isObject';
import { complains, leavesDoubt, saysItFailed } from './refusal';

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
	if (!isObject(answer)) return undefined;
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
	if (!isObject(answer) || complains(answer)) return undefined;
	const fields = Object.entries(answer);
	const isList = ([name, value]: [string, unknown]) => isRecordList(value) && !isOfTrouble(name);
	const [field, ...moreLists] = fields.filter(isList);
	if (field === undefined || moreLists.length > 0) return undefined;
	const list = field[1] as PlatformRecord[];
	const others = fields.filter(([name]) => name !== field[0]);
	if (others.some(([name, value]) => speaksOfMore(name, value))) return undefined;
	const totals = others.filter(([name]) => totalName.test(name));
	const isCounted = totals.length > 0 && totals.every(([, value]) => Number(value) === list.length);
	return others.length === 0 || isCounted ? list : undefined;
}

const totalName = /^total(_?(elements|count|records|items|results|entries|hits|size))?$/i;

const moreName =
	/^(has_?(more|next)|more|next(_?(page|cursor|link|url|token|offset))?|cursor|continuation\w*|(is_?)?(partial|truncated|incomplete)|warnings?)$/i;

function isOfTrouble(name: string): boolean {
	return /^(error|warning|fault)s?$/i.test(name);
}

/** Whether a field beside a list says that this is not all of it. */
function speaksOfMore(name: string, value: unknown): boolean {
	if (/^(total_?)?pages?(_?count)?$/i.test(name)) return Number(value) > 1;
	if (/^(is_?)?last(_?page)?$/i.test(name)) return value === false;
	if (!moreName.test(name)) return false;
	const isNone = !value || (Array.isArray(value) && value.length === 0);
	return !isNone && !/^(false|no|null|none|0)$/i.test(String(value));
}

/** The records in the answer to a question; undefined also when it says, with whatever status, that it failed. */
export function listOf(answer: unknown): PlatformRecord[] | undefined {
	return saysItFailed(answer) ? undefined : recordsOf(answer);
}

/** Whether one of the records in an answer, or of a list within one, says that something went wrong, or leaves it open. */
export function hasComplaint(answer: unknown): boolean {
	const isOf = (record: PlatformRecord) =>
		leavesDoubt(record) ||
		saysItFailed(record) ||
		Object.values(record).some((value) => isRecordList(value) && value.some(leavesDoubt));
	return recordsOf(answer)?.some(isOf) === true;
}

function isRecordList(value: unknown): value is PlatformRecord[] {
	return Array.isArray(value) && value.every(isObject);
}
