import { z } from 'zod';

/** Checks and normalises the values of one item. */
export type Check = (values: object) => { params: unknown } | { issues: z.ZodIssue[] };

/**
 * Checks items with a schema, but what is the same for all of them only with the first: a schema costs more than all
 * else the node does for an item (docs/performance.md).
 *
 * @param varying the names of the fields whose value may differ from item to item
 */
export function checkOf(schema: z.ZodType, varying: string[]): Check {
	// One that looks at several fields together cannot be split.
	if (!(schema instanceof z.ZodObject)) return (values) => checkedBy(schema, values);
	const names = Object.fromEntries(varying.map((name) => [name, true as const]));
	const [ofItem, ofAll] = [schema.pick(names), schema.omit(names)];
	let same: ReturnType<Check> | undefined;
	return (values) => {
		same ??= checkedBy(ofAll, values);
		const own = checkedBy(ofItem, values);
		if ('params' in same && 'params' in own) {
			return { params: { ...(same.params as object), ...(own.params as object) } };
		}
		return { issues: [same, own].flatMap((one) => ('issues' in one ? one.issues : [])) };
	};
}

function checkedBy(schema: z.ZodType, values: object): ReturnType<Check> {
	const read = schema.safeParse(values);
	return read.success ? { params: read.data as unknown } : { issues: read.error.issues };
}
