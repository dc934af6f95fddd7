import { z } from 'zod';
import { utcText } from '../clock';
import { numberOf } from '../payments/aliases';

/** Neither bound belongs to the range: contract, "Range filters". */
export interface Range {
	gt?: string;
	lt?: string;
}

/** What a field must be, or what it must lie between. */
export type Filter = string | number | boolean | null | Range;

export const text = z.string({ invalid_type_error: 'must be one text' });
/** As a number, or as text the way the samples of docs/platform-interface.md have it. */
export const number = z.preprocess(
	(given) => (typeof given === 'string' && /^\d+(\.\d+)?$/.test(given) ? Number(given) : given),
	z.number({ invalid_type_error: 'must be one number' }),
);
/** A number or the alias of one. */
export const msisdn = text.transform(numberOf);
export const flag = z.boolean({ invalid_type_error: 'must be true or false' });
export const time = text.refine(isTime, 'must be a time, yyyy-MM-dd HH:mm:ss');

/** A time, or a range of times. */
export const timeOrRange = valueOrRange(time, time);
/** The same where the field may be null. */
export const nullableTimeOrRange = valueOrRange(time.nullable(), time);
/** A price as a number, or a range of prices as texts with two decimals. */
export const priceOrRange = valueOrRange(
	number,
	text.regex(/^\d+\.\d{2}$/, 'must be a text with two decimals, such as "2.99"'),
);

export function isRange(filter: Filter | undefined): filter is Range {
	return typeof filter === 'object' && filter !== null;
}

// A union of zod would answer "Invalid input" where each half has words of its own.
function valueOrRange(value: z.ZodTypeAny, bound: z.ZodString | z.ZodEffects<z.ZodString>) {
	const range = z
		.object({ gt: bound, lt: bound })
		.partial()
		.strict('a range has gt, lt or both and nothing else')
		.refine((given) => Object.keys(given).length > 0, 'a range needs gt, lt or both');
	return z
		.custom<Filter>()
		.superRefine((given, context) => {
			const parsed = (isRange(given) ? range : value).safeParse(given);
			for (const issue of parsed.error?.issues ?? []) context.addIssue(issue);
		})
		.transform((given): Filter => (isRange(given) ? given : value.parse(given)));
}

function isTime(given: string): boolean {
	if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(given)) return false;
	const instant = Date.parse(`${given.replace(' ', 'T')}Z`);
	// Date.parse takes 30 February for 1 March.
	return !Number.isNaN(instant) && utcText(instant) === given;
}
