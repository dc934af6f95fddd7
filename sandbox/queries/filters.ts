import { z } from 'zod';
import { numberOf } from '../payments/aliases';
import { number, subscriptionRecord, text, time, transactionRecord } from '../payments/records';
import { invalid, parseOrRefuse } from '../refusal';
import type { Settings } from '../settings';

/** Neither bound belongs to the range: contract, "Range filters". */
interface Range {
	gt?: string;
	lt?: string;
}

/** The value that a field must have, or the bounds it must be between. */
type Filter = string | number | boolean | null | Range;

/** A number or the alias of one. */
const msisdn = text.transform(numberOf);
const timeOrRange = valueOrRange(time, time);
const nullableTimeOrRange = valueOrRange(time.nullable(), time);
/** The bounds of prices are texts with two decimals. */
const priceOrRange = valueOrRange(
	number,
	text.regex(/^\d+\.\d{2}$/, 'must be a text with two decimals, such as "2.99"'),
);

/** The filters of the Transactions API: every field of the record. */
export const transactionFilters = transactionRecord
	.extend({
		msisdn,
		timeCharged: timeOrRange,
		timeChargedLocal: timeOrRange,
		timeUpdated: timeOrRange,
	})
	.partial();

/** The filters of the Subscriptions API: every field of the record. */
export const subscriptionFilters = subscriptionRecord
	.extend({
		msisdn,
		price: priceOrRange,
		timeSubscribed: timeOrRange,
		timeSubscribedLocal: timeOrRange,
		timeToExpire: nullableTimeOrRange,
		timeUnsubscribed: nullableTimeOrRange,
		timeUnsubscribedLocal: nullableTimeOrRange,
	})
	.partial();

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

function isRange(filter: Filter | undefined): filter is Range {
	return typeof filter === 'object' && filter !== null;
}

/** Which filters the contract shows ("Query APIs", 10, 11 and "Range filters"); which others a platform takes is its own. */
const SHOWN = ['serviceKey', 'msisdn', 'optInTrid', 'transactionId', 'price'];
const SHOWN_RANGES =
	/^time(Subscribed|SubscribedLocal|ToExpire|Unsubscribed|UnsubscribedLocal)$|^time(Charged|ChargedLocal|Updated)$/;

/**
 * The body of a query as a test of records; refuses anything else, in words that name the field. A name that no field
 * has is ignored or refused, as the platform is set.
 */
export function matching(
	schema: z.AnyZodObject,
	body: unknown,
	{ unknownFilters, filters: kept }: Settings,
): (record: object) => boolean {
	if (typeof body !== 'object' || body === null || Array.isArray(body)) {
		throw invalid('the body must be a JSON object of filters');
	}
	const unknown = Object.keys(body).find((name) => !Object.hasOwn(schema.shape as object, name));
	if (unknown !== undefined && unknownFilters === 'refused') {
		throw invalid(`${unknown}: no field of the record has this name`, unknown);
	}
	const isKept = ([name]: [string, unknown]) =>
		kept === 'all' || SHOWN.includes(name) || SHOWN_RANGES.test(name);
	const given = Object.entries(parseOrRefuse(schema, body)) as [keyof object, Filter][];
	const filters = given.filter(isKept);
	return (record) =>
		filters.every(([name, filter]) =>
			isRange(filter) ? isBetween(record[name], filter) : record[name] === filter,
		);
}

/** Times compare as text. A field that is null lies in no range. */
function isBetween(value: unknown, { gt, lt }: Range): boolean {
	if (typeof value !== 'string' && typeof value !== 'number') return false;
	const bound = (text: string) => (typeof value === 'number' ? Number(text) : text);
	return (gt === undefined || value > bound(gt)) && (lt === undefined || value < bound(lt));
}
