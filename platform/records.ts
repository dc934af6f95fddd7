import { z } from 'zod';

const record = z.record(z.unknown());
export type PlatformRecord = z.infer<typeof record>;

const recordList = z.array(record);

/**
 * The records in an answer whose shape the contract does not show: a list, one record, or an object
 * whose only field is the list. Nothing is renamed or left out.
 *
 * @returns the records, or undefined when the answer is none of these (text, a number, a mixed list)
 */
export function recordsOf(answer: unknown): PlatformRecord[] | undefined {
	// A gift's answer is one record, and a schema that fails costs far more than this look.
	if (Array.isArray(answer)) return recordList.safeParse(answer).data;
	const single = record.safeParse(answer);
	if (!single.success) return undefined;
	const values = Object.values(single.data);
	const wrapped = values.length === 1 ? recordList.safeParse(values[0]) : undefined;
	return wrapped?.success ? wrapped.data : [single.data];
}
