import { z } from 'zod';
import { isObject } from '../platform/answer';
import { tried } from '../platform/input';
import { isUsualTime } from '../platform/times';
import { normalizeZone } from './zones';

/**
 * What the cells of a column may hold, and the words for it. People edit these tables, and n8n gives an empty cell as null:
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
	/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(value) && isUsualTime(Date.parse(value));
const timeWords = 'a time in UTC from 2000 to 2100, such as 2026-11-21T09:00:00.000Z';

/** As it's written, so that texts are in the order of their times. */
export const time = textLike(timeWords, isTime);
export const timeOrNull = column<string | null>(`${timeWords}, or nothing`, (value) => {
	return value === null || (typeof value === 'string' && isTime(value));
});
export const day = textLike('a day, such as 2026-11-21', (value) =>
	/^(\d{4}-\d\d-\d\d)?$/.test(value),
);
export const clockTime = textLike('a time of the day, such as 21:00', (value) =>
	/^(([01]\d|2[0-3]):[0-5]\d)?$/.test(value),
);
export const place = textLike(
	'a time zone, or + and the first digits of numbers',
	(value) => /^\+\d*$/.test(value) || (value !== '' && tried(() => normalizeZone(value)) === value),
);

const jsonIn = (value: string) => tried((): unknown => JSON.parse(value));
export const json = textLike('JSON', (value) => isObject(jsonIn(value)));
export const jsonOrEmpty = textLike('JSON', (value) => value === '' || isObject(jsonIn(value)));
export const jsonList = textLike('a list in JSON', (value) => Array.isArray(jsonIn(value)));
export const jsonListOrEmpty = textLike(
	'a list in JSON',
	(value) => value === '' || Array.isArray(jsonIn(value)),
);

export const oneOf = <Value extends string>(...values: Value[]) =>
	column<Value>(`one of ${values.join(', ')}`, (value) => values.includes(value as Value));
