import { z } from 'zod';
import { isObject } from '../platform/answer';
import { tried } from '../platform/input';
import { isInCentury, normalizeZone } from '../platform/times';

/**
 * The values that cells of a column may hold, and the words for them. People edit these tables, and n8n gives an empty cell as null:
 * what doesn't fit its column must not reach budgets and limits, where a comparison with NaN would let a gift through.
 */
const column = <Value>(words: string, holds: (value: unknown) => boolean) =>
	z.custom<Value>(holds, words);

/** A column whose cells are text that has a form. */
const textLike = (words: string, isRight: (value: string) => boolean) =>
	column<string>(words, (value) => typeof value === 'string' && isRight(value));

export const text = textLike('text', () => true);

/** Of rows, or another quantity that is counted. */
export const count = column<number>('a whole number from 0', (value) => {
	return Number.isSafeInteger(value) && Number(value) >= 0;
});
export const wholeNumber = column<number>('a whole number', Number.isSafeInteger);
export const megabytes = column<number>('a number from 0', (value) => {
	return Number.isFinite(value) && Number(value) >= 0;
});
export const amount = column<number>('a number', Number.isFinite);
export const flag = column<boolean>('true or false', (value) => typeof value === 'boolean');

const isTime = (value: string) =>
	/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(value) && isInCentury(Date.parse(value));
const timeWords = 'a time in UTC from 2000 to 2100, such as 2026-11-21T09:00:00.000Z';

/** As it's written, so that texts are in the order of their times. */
export const time = textLike(timeWords, isTime);
export const timeOrNull = column<string | null>(`${timeWords}, or nothing`, (value) => {
	return value === null || (typeof value === 'string' && isTime(value));
});
const isoDay = /^\d{4}-\d\d-\d\d$/;
export const day = textLike('a day, such as 2026-11-21', (value) => {
	return value === '' || isoDay.test(value);
});
export const clockTime = textLike('a time of the day, such as 21:00', (value) =>
	/^(([01]\d|2[0-3]):[0-5]\d)?$/.test(value),
);
export const place = textLike(
	'a time zone, or + and the first digits of numbers',
	(value) => /^\+\d*$/.test(value) || (value !== '' && tried(() => normalizeZone(value)) === value),
);

/** JSON with all the fields that the package reads: a missing field would throw later, in each step anew. */
const jsonOf = (words: string, shape: z.ZodType, mayBeEmpty = false) =>
	textLike(
		mayBeEmpty ? `${words}, or empty` : words,
		(value) => (mayBeEmpty && value === '') || shape.safeParse(jsonIn(value)).success,
	);
const jsonIn = (value: string) => tried((): unknown => JSON.parse(value));

const position = z.number().int().nonnegative();
const records = z.array(z.object({}).passthrough());
const texts = z.array(z.string());

/** Row positions by reason. */
export const reasons = jsonOf('JSON with row positions by reason', z.record(z.array(position)));

/** Row positions by the day on which they were sent. */
export const dates = jsonOf(
	'JSON with row positions by day',
	z.record(z.string().regex(isoDay), z.array(position)),
);

/** A row in doubt: how often it was looked up, and when it will be again; a person decides where there is no time. */
const doubt = z.object({ lookUps: position, at: z.string().refine(isTime).optional() });
export type Doubt = z.infer<typeof doubt>;
export const doubts = jsonOf(
	'JSON with look-ups by row position',
	z.record(z.string().regex(/^\d+$/), doubt),
);

const isTimeOrNone = (value: string) => value === '' || isTime(value);

const checkShape = z.object({
	list: z.object({
		columns: z.record(z.string()),
		unusedColumns: texts,
		numbers: z.object({ notValid: position, notValidRows: z.array(position) }),
	}),
	toGive: z.number(),
	operators: records,
	pools: records,
	similar: z.array(z.object({ name: z.string(), plannedAt: z.string().refine(isTime) })),
	gotBefore: z.array(
		z.object({ campaign: z.string(), rows: position, last: z.string().refine(isTimeOrNone) }),
	),
	alwaysQuiet: records,
	leftOut: z.array(z.object({ reason: z.string(), examples: records })),
	columns: z.array(z.object({ name: z.string(), samples: records })),
	chosen: z.record(z.string()),
});
/** A text that is translated where it's shown (platform/say.ts). */
const words: z.ZodType<unknown> = z.lazy(() =>
	z.union([z.string(), z.object({ key: z.string(), values: z.array(value) })]),
);
const value: z.ZodType<unknown> = z.lazy(() =>
	z.union([
		words,
		z.number(),
		z.object({ region: z.string().regex(/^[A-Z]{2}$/) }),
		z.object({ list: z.array(value), more: value.optional() }),
	]),
);

const draftShape = z.object({
	columns: z.array(z.object({ name: z.string(), samples: records })),
	questions: z.array(z.object({ text: words })),
	problems: z.array(z.object({ text: words })),
	entered: z.record(z.string()),
});
export const check = jsonOf('JSON as Plan stored it', z.union([checkShape, draftShape]), true);

const sealed = z.object({ name: z.string(), serviceKey: z.string(), budget: z.number() });
export const approved = jsonOf('JSON as an approval stored it', sealed, true);

/** A piece that a runner has taken (runner.ts). */
const takenPiece = z.object({
	id: position,
	/** Of the piece as it was read, and as the step saves it. */
	stamp: z.string(),
	token: z.string(),
	/** When the step began. */
	at: z.number(),
	/** Of its rows that weren't sent before. */
	megabytes: z.number().nonnegative(),
});
export type TakenPiece = z.infer<typeof takenPiece>;
export const taken = jsonOf(
	'a list of pieces in JSON, as the runner stored it',
	z.array(takenPiece),
);

const counts = z.record(z.number());
/** The figures of a campaign (campaign/totals.ts). */
export const totals = jsonOf(
	'JSON with figures, as the runner stored it',
	z
		.object({ reasons: counts, groups: z.array(z.object({}).passthrough()), pace: z.string() })
		.passthrough(),
	true,
);

/** An approval: the person, the time, and `hashOf` what was approved. */
const approval = z.object({ by: z.string(), at: z.string().refine(isTime), hash: z.string() });
export type ApprovalRecord = z.infer<typeof approval>;
export const approvals = jsonOf('a list of approvals in JSON', z.array(approval), true);

/** A row, or a left-out row; no schema, because there may be a million. */
const isListed = (one: unknown) =>
	isObject(one) &&
	typeof one.row === 'number' &&
	typeof one.phone === 'string' &&
	(typeof one.megabytes === 'number' || typeof one.reason === 'string');
export const list = textLike('a list in JSON, as Plan stored it', (value) => {
	const stored = jsonIn(value);
	return Array.isArray(stored) && (typeof stored[0] === 'string' || stored.every(isListed));
});

export const oneOf = <Value extends string>(...values: Value[]) =>
	column<Value>(`one of ${values.join(', ')}`, (value) => values.includes(value as Value));
