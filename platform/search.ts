import { isObject, isSuccess, type PlatformRecord } from './answer';
import { normalizePrice } from './amounts';
import {
	normalizeCountry,
	normalizeMsisdn,
	normalizeOperatorCode,
	normalizeServiceKey,
} from './identifiers';
import { InputError, messageOf, quoted, textOf } from './input';
import type { FieldKind, RecordFields } from './recordFields';
import { isoOfUtcTime, millisecondsOfUtcTime, normalizeLocalTime, normalizeUtcTime } from './times';

/** What lies between two values, both excluded (contract, “Query APIs”, Range filters). */
type Range = Partial<Record<'gt' | 'lt', string>>;

const byName: Record<string, (value: unknown) => string> = {
	msisdn: normalizeMsisdn,
	operator: normalizeOperatorCode,
	country: normalizeCountry,
	serviceKey: normalizeServiceKey,
};

/**
 * Makes the body of a search from what a person filled in: a field by its name, the bounds of a range by its name and
 * `From` or `To`. Empty values are left out. A name the contract does not know is sent unchanged.
 *
 * @param zone the workflow's time zone, in which a time without an offset was meant
 * @throws InputError when a value does not fit its field, or a range can match nothing
 */
export function searchBody(
	filters: Record<string, unknown>,
	fields: RecordFields,
	zone: string,
): Record<string, unknown> {
	const body: Record<string, unknown> = {};
	const ranges: Record<string, Range> = {};
	for (const [name, value] of Object.entries(filters)) {
		if (value === '' || value === null || value === undefined) continue;
		const [, field = name, bound] = /^(.+)(From|To)$/.exec(name) ?? [];
		const kind = fields[field];
		if (bound !== undefined && isRange(kind)) {
			const text = within(field, () =>
				kind === 'moneyRange' ? normalizePrice(value) : timeOf(value, kind, zone),
			);
			ranges[field] = { ...ranges[field], [bound === 'From' ? 'gt' : 'lt']: text };
		} else {
			body[name] = within(name, () => valueOf(name, value, fields[name], zone));
		}
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

function valueOf(name: string, value: unknown, kind: FieldKind | undefined, zone: string): unknown {
	const normalize = byName[name];
	if (normalize) return normalize(value);
	if (isTime(kind)) return timeOf(value, kind, zone);
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

function isTime(kind: FieldKind | undefined): boolean {
	return kind === 'time' || kind === 'timeRange' || kind === 'localRange';
}

function timeOf(value: unknown, kind: FieldKind | undefined, zone: string): string {
	return kind === 'localRange' ? normalizeLocalTime(value) : normalizeUtcTime(value, zone);
}

/** Both bounds are excluded, so at least one cent or second has to lie between them. */
function refuseEmptyRange(name: string, { gt, lt }: Range, kind: FieldKind | undefined): void {
	if (gt === undefined || lt === undefined) return;
	const steps = (text: string) =>
		kind === 'moneyRange'
			? Math.round(Number(text) * 100)
			: (millisecondsOfUtcTime(text) ?? NaN) / 1000;
	if (steps(lt) - steps(gt) < 2) {
		throw new InputError(
			`${name}: nothing lies after ${gt} and before ${lt}; both bounds are excluded`,
		);
	}
}

/** Puts the field's name before what is wrong with its value. */
function within<T>(name: string, make: () => T): T {
	const refuse = (error: unknown): never => {
		throw new InputError(`${name}: ${messageOf(error)}`);
	};
	try {
		return make();
	} catch (error) {
		return refuse(error);
	}
}

/**
 * Reads the answer of a search: older platforms send one record, newer ones a list (public facts, “Query APIs”).
 *
 * @param fields of the record that is searched; a bare record has at least one of them
 * @returns undefined when the answer is neither, or refuses
 */
export function searchReader(fields: RecordFields) {
	return ({ status, body }: { status: number; body: unknown }): PlatformRecord[] | undefined => {
		if (isNothing(status, body)) return [];
		if (!isSuccess(status)) return undefined;
		if (Array.isArray(body)) return body.every(isObject) ? body : undefined;
		const isRecord =
			isObject(body) && !isRefusal(body) && Object.keys(body).some((name) => name in fields);
		return isRecord ? [body] : undefined;
	};
}

/** Whether the platform found nothing and says so in another way than by an empty list. */
export function isNothing(status: number, body: unknown): boolean {
	if (status === 404) return isObject(body) && body.status === 'NOT_FOUND';
	const isEmpty = body === null || (isObject(body) && Object.keys(body).length === 0);
	return status === 204 || (status === 200 && isEmpty);
}

function isRefusal(body: PlatformRecord): boolean {
	const isNamed = (body.transactionId ?? body.subscriptionId ?? null) !== null;
	return !isNamed && [body.status, body.errorMessage].some(Boolean);
}

/** The fields people read, with each UTC time as ISO 8601 too (`…Iso`). */
export function simplified(
	record: PlatformRecord,
	shown: readonly string[],
	fields: RecordFields,
): PlatformRecord {
	const result: PlatformRecord = {};
	for (const name of shown) {
		result[name] = record[name];
		const isUtc = fields[name] === 'time' || fields[name] === 'timeRange';
		const iso = isUtc ? isoOfUtcTime(record[name]) : undefined;
		if (iso !== undefined) result[`${name}Iso`] = iso;
	}
	return result;
}

/** A transaction with the customer's PIN masked: it is a secret, and useless once the payment is over. */
export function withoutPin(record: PlatformRecord): PlatformRecord {
	if (record.pinIdentification === undefined || record.pinIdentification === null) return record;
	return { ...record, pinIdentification: '•••' };
}
