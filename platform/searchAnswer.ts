import { z, type ZodTypeAny } from 'zod';
import type { FieldKind, RecordFields } from './recordFields';
import { listOf, type PlatformRecord } from './records';
import { isoOfUtcTime } from './times';

/** What a field of each kind is, when the platform keeps to the contract; every field may be null or missing. */
const types: Record<FieldKind, ZodTypeAny> = {
	text: z.string(),
	number: z.number(),
	flag: z.boolean(),
	time: z.string(),
	timeRange: z.string(),
	localRange: z.string(),
	money: z.number(),
	moneyRange: z.number(),
};

/** The schema of a record: the contract's fields typed, a value of another type and unknown fields kept as they came. */
export function recordSchemaOf(fields: RecordFields) {
	return z
		.object(
			Object.fromEntries(
				Object.entries(fields).map(([name, kind]) => [
					name,
					types[kind].nullish().catch(({ input }: { input: unknown }) => input),
				]),
			),
		)
		.passthrough();
}

/**
 * Reads the answer of a search: older platforms send one record, newer ones a list (public facts, “Query APIs”), and
 * what they send when nothing was found is not shown.
 *
 * @returns undefined when the answer is neither
 */
export function searchReader(fields: RecordFields) {
	const list = z.array(recordSchemaOf(fields));
	return ({ status, body }: { status: number; body: unknown }): PlatformRecord[] | undefined => {
		if (isNothing(status, body)) return [];
		if (status < 200 || status > 299) return undefined;
		const read = list.safeParse(Array.isArray(body) ? body : listOf(body));
		return read.success ? read.data : undefined;
	};
}

const notFound = z.object({ status: z.literal('NOT_FOUND') });

/** Whether the platform found nothing, and says so in another way than by an empty list. */
export function isNothing(status: number, body: unknown): boolean {
	if (status === 404) return notFound.safeParse(body).success;
	if (status === 204) return true;
	return (
		status === 200 &&
		(body === null || (typeof body === 'object' && Object.keys(body).length === 0))
	);
}

/** The fields people look at, with each UTC time as ISO 8601 too (`…Iso`). */
export function simplified(
	record: PlatformRecord,
	shown: readonly string[],
	fields: RecordFields,
): PlatformRecord {
	return Object.fromEntries(
		shown.flatMap((name) => {
			const value = record[name];
			const isTime = fields[name] === 'time' || fields[name] === 'timeRange';
			const iso = isTime ? isoOfUtcTime(value) : undefined;
			return iso === undefined
				? [[name, value]]
				: [
						[name, value],
						[`${name}Iso`, iso],
					];
		}),
	);
}

/** A transaction without the PIN the customer got: nobody needs it once the payment is over, and it is a secret. */
export function withoutPin(record: PlatformRecord): PlatformRecord {
	if (record.pinIdentification === undefined || record.pinIdentification === null) return record;
	return { ...record, pinIdentification: '•••' };
}
