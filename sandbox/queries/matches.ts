import { type Filter, isRange, type Range } from './filter-values';

type Value = string | number | boolean | null | undefined;

/** A test that a record passes when it has what every filter asks for. */
export function matching<Rec extends object>(
	filters: Partial<Record<keyof Rec, Filter>>,
): (record: Rec) => boolean {
	const entries = Object.entries(filters) as [keyof Rec, Filter][];
	const tests = entries.map(([name, filter]) =>
		isRange(filter)
			? (record: Rec) => isBetween(record[name] as Value, filter)
			: (record: Rec) => record[name] === filter,
	);
	return (record) => tests.every((test) => test(record));
}

/** Times compare as text. A field that is null lies in no range. */
function isBetween(value: Value, { gt, lt }: Range): boolean {
	if (typeof value === 'number') {
		return (gt === undefined || value > Number(gt)) && (lt === undefined || value < Number(lt));
	}
	if (typeof value !== 'string') return false;
	return (gt === undefined || value > gt) && (lt === undefined || value < lt);
}
