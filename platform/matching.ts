import { flagIn, isNothing, isObject, type PlatformRecord } from './answer';
import { millisecondsOfUtcTime } from './times';

/** The filters of a request, by the names of record fields; a range is an object with `gt` and `lt`. */
type Asked = Readonly<Record<string, unknown>>;

/**
 * The fields in which a record contradicts the request: a platform may ignore a filter (contract, “Query APIs”). A
 * missing field contradicts nothing, nor does an alias in the place of a number.
 */
export function contradictions(record: PlatformRecord, asked: Asked): string[] {
	return Object.keys(asked).filter((name) => isOther(record[name], asked[name]));
}

export function matches(record: PlatformRecord, asked: Asked): boolean {
	return contradictions(record, asked).length === 0;
}

function isOther(shown: unknown, asked: unknown): boolean {
	if (shown === undefined || asked === undefined) return false;
	if (asked === null) return !isNothing(shown);
	if (isNothing(shown)) return true;
	if (isObject(asked)) return isOutside(shown, asked);
	if (typeof asked === 'boolean') return flagIn(shown) === !asked;
	const [one, other] = [comparable(shown), comparable(asked)];
	// An encrypted ID, or an alias, in the place of digits.
	return typeof one === typeof other && one !== other;
}

/** A time and a number as a number, else the text without what platforms write in different ways. */
function comparable(value: unknown): number | string {
	const text = String(value).trim().replace(/^\+/, '');
	const time = /^\d{4}-\d\d-\d\d/.test(text) ? millisecondsOfUtcTime(text) : undefined;
	if (time !== undefined) return time;
	const isExact = /^-?\d{1,15}(\.\d+)?$/.test(text);
	return isExact ? Number(text) : text.toLowerCase().replace(/[\s_]+/g, ' ');
}

/** Neither bound belongs to a range (contract, “Range filters”). */
function isOutside(shown: unknown, { gt, lt }: Record<string, unknown>): boolean {
	const [value, from, to] = [shown, gt, lt].map(comparable);
	if (typeof value !== 'number') return false;
	return (typeof from === 'number' && value <= from) || (typeof to === 'number' && value >= to);
}

/** The hint to a person where records were left out. @param names of the filters that the platform ignored */
export function leftOut(names: string[]): string {
	const filters = [...new Set(names)].sort().join(', ');
	return `The platform also gave records that don't match ${filters}. They were left out. Account: Check Setup shows which filters work.`;
}
