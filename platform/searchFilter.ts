import { normaliseCountry } from './country';
import { InputError, quoted, textOf } from './input';
import { normaliseMsisdn } from './msisdn';
import { normaliseOperatorCode } from './operatorCode';
import { normalisePrice } from './price';
import type { FieldKind, RecordFields } from './recordFields';
import { normaliseServiceKey } from './serviceKey';
import { normaliseLocalTime, normaliseUtcTime } from './times';

/** What lies between two values; neither belongs to it (contract, “Query APIs”, Range filters). */
interface Range {
	gt?: string;
	lt?: string;
}

/** A filter of the query APIs. */
export type FilterValue = string | number | boolean | Range;

const bounds = [
	{ suffix: 'From', key: 'gt' },
	{ suffix: 'To', key: 'lt' },
] as const;

const byName: Record<string, (value: unknown) => string> = {
	msisdn: normaliseMsisdn,
	operator: normaliseOperatorCode,
	country: normaliseCountry,
	serviceKey: normaliseServiceKey,
};

/**
 * Makes the body of a search from what a person filled in: a field by its name, the bounds of a range by its name and
 * `From` or `To`. Empty values are left out. A name the contract does not know goes out as it is.
 *
 * @param zone the workflow's time zone, in which a time without an offset was meant
 * @throws InputError when a value does not fit its field, or a range can match nothing
 */
export function searchBody(
	filters: Record<string, unknown>,
	fields: RecordFields,
	zone: string,
): Record<string, FilterValue> {
	const body: Record<string, FilterValue> = {};
	const ranges: Record<string, Range> = {};
	for (const [name, value] of Object.entries(filters)) {
		if (value === '' || value === null || value === undefined) continue;
		const bound = bounds.find(
			({ suffix }) => name.endsWith(suffix) && isRange(fields[name.slice(0, -suffix.length)]),
		);
		if (bound === undefined) {
			body[name] = within(name, () => valueOf(name, value, fields[name], zone));
			continue;
		}
		const field = name.slice(0, -bound.suffix.length);
		const text = within(field, () => boundOf(value, fields[field], zone));
		ranges[field] = { ...ranges[field], [bound.key]: text };
	}
	for (const [name, range] of Object.entries(ranges)) {
		if (name in body) throw new InputError(`${name}: give either one value or a range, not both`);
		refuseEmptyRange(name, range, fields[name]);
	}
	return { ...body, ...ranges };
}

function isRange(kind: FieldKind | undefined): boolean {
	return kind === 'timeRange' || kind === 'localRange' || kind === 'moneyRange';
}

function valueOf(
	name: string,
	value: unknown,
	kind: FieldKind | undefined,
	zone: string,
): FilterValue {
	const normalise = byName[name];
	if (normalise) return normalise(value);
	if (kind === 'time' || kind === 'timeRange') return normaliseUtcTime(value, zone);
	if (kind === 'localRange') return normaliseLocalTime(value);
	if (typeof value === 'boolean') return value;
	const text = textOf(value);
	if (kind === 'flag') {
		if (!/^(true|false)$/i.test(text)) throw new InputError(`${quoted(text)} is not true or false`);
		return text.toLowerCase() === 'true';
	}
	if (kind === 'number' || kind === 'money' || kind === 'moneyRange') {
		if (!/^-?\d+(\.\d+)?$/.test(text)) throw new InputError(`${quoted(text)} is not a number`);
		return Number(text);
	}
	return text;
}

function boundOf(value: unknown, kind: FieldKind | undefined, zone: string): string {
	if (kind === 'moneyRange') return normalisePrice(value);
	return kind === 'localRange' ? normaliseLocalTime(value) : normaliseUtcTime(value, zone);
}

/** Both bounds are left out of the range, so at least one cent or second has to lie between them. */
function refuseEmptyRange(name: string, { gt, lt }: Range, kind: FieldKind | undefined): void {
	if (gt === undefined || lt === undefined) return;
	const steps = (text: string) =>
		kind === 'moneyRange'
			? Math.round(Number(text) * 100)
			: Date.parse(`${text.replace(' ', 'T')}Z`) / 1000;
	if (steps(lt) - steps(gt) < 2) {
		throw new InputError(
			`${name}: nothing lies after ${gt} and before ${lt}; neither bound is part of the range`,
		);
	}
}

/** Puts the field's name before what is wrong with its value. */
function within<T>(name: string, make: () => T): T {
	try {
		return make();
	} catch (error) {
		return refuse(name, error);
	}
}

function refuse(name: string, error: unknown): never {
	throw new InputError(`${name}: ${error instanceof Error ? error.message : String(error)}`);
}
