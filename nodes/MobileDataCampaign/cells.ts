import type { WrongCell } from '../../campaign/wrongCells';
import { normalizeZone } from '../../campaign/zones';
import { isObject } from '../../platform/answer';
import { InputError, onInputError, tried } from '../../platform/input';

/** What the cells of a column hold. */
export interface Column<Value> {
	/** In words. */
	type: string;
	holds: (value: unknown, row: Record<string, unknown>) => value is Value;
}

export type Columns<Row> = { [Name in keyof Row]: Column<Row[Name]> };

/** A column whose cells are text that has a form. */
function textLike(
	type: string,
	isRight: (value: string, row: Record<string, unknown>) => boolean,
): Column<string> {
	return {
		type,
		holds: (value, row): value is string => typeof value === 'string' && isRight(value, row),
	};
}

export const text = textLike('text', () => true);

/** Of rows, or another quantity that is counted. */
export const count: Column<number> = {
	type: 'a whole number from 0',
	holds: (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0,
};
/** 0 and below for the rows that were left out. */
export const listNumber: Column<number> = {
	type: 'a whole number',
	holds: (value): value is number => Number.isSafeInteger(value),
};
export const megabytes: Column<number> = {
	type: 'a number from 0',
	holds: (value): value is number => Number.isFinite(value) && Number(value) >= 0,
};
export const flag: Column<boolean> = {
	type: 'true or false',
	holds: (value) => typeof value === 'boolean',
};

/** As it's written, so that texts are in the order of their times. */
export const time = textLike(
	'a time in UTC, such as 2026-11-21T09:00:00.000Z',
	(value) =>
		/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(value) && !Number.isNaN(Date.parse(value)),
);
export const day = textLike(
	'a day, such as 2026-11-21',
	(value) => value === '' || /^\d{4}-\d\d-\d\d$/.test(value),
);
const isClockTime = (value: string) => value === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
export const clockTime = textLike('a time of the day, such as 21:00', isClockTime);
/** Quiet hours have both ends, or none. */
export const quietEnd = textLike(
	'a time of the day, such as 08:00, where quietFrom is one',
	(value, { quietFrom }) => isClockTime(value) && (value === '') === (quietFrom === ''),
);
export const place = textLike(
	'a time zone, or + and the first digits of numbers',
	(value) => /^\+\d*$/.test(value) || (value !== '' && tried(() => normalizeZone(value)) === value),
);
export const results = textLike(
	'a character for each of its rows',
	(value, { rows }) => value.length === rows,
);

const jsonIn = (value: string) => tried((): unknown => JSON.parse(value));
export const json = textLike('JSON', (value) => isObject(jsonIn(value)));
export const jsonOrEmpty = textLike('JSON', (value) => value === '' || isObject(jsonIn(value)));
export const jsonList = textLike('a list in JSON', (value) => Array.isArray(jsonIn(value)));
export const jsonListOrEmpty = textLike(
	'a list in JSON',
	(value) => value === '' || Array.isArray(jsonIn(value)),
);

export function orNull<Value>({ type, holds }: Column<Value>): Column<Value | null> {
	return {
		type: `${type}, or nothing`,
		holds: (value, row): value is Value | null => value === null || holds(value, row),
	};
}

export function oneOf<Value extends string>(...values: Value[]): Column<Value> {
	return {
		type: `one of ${values.join(', ')}`,
		holds: (value): value is Value => values.includes(value as Value),
	};
}

/** Reads a row of a table. @throws InputError that names the first cell that is wrong, or whose column is missing */
export type RowReader<Row> = (row: unknown) => Row;

/**
 * Makes the reader of some columns of a table. People edit these tables, and n8n gives an empty cell as null: what doesn't
 * fit its column must not reach budgets and limits, where a comparison with NaN would let a gift through.
 */
export function rowReader<Row>(table: string, columns: Columns<Row>): RowReader<Row> {
	const all = Object.entries<Column<unknown>>(columns);
	return (row) => {
		const cells = isObject(row) ? row : {};
		for (const [name, { type, holds }] of all) {
			if (!holds(cells[name], cells)) throw wrongCell(table, name, type, cells);
		}
		// With the columns that only n8n knows.
		return cells as Row;
	};
}

function wrongCell(table: string, column: string, type: string, row: Record<string, unknown>) {
	if (row[column] === undefined) {
		const nextStep = 'Add this column to the Data Table again, with the values it had.';
		return new InputError(`'${column}' is missing in ${table}`, nextStep);
	}
	const what = `'${column}' in row ${String(row.id)} of ${table} must be ${type}`;
	return new InputError(what, 'Correct this cell in the Data Table.');
}

/** Reads the rows of which all cells are right, and says what is wrong with the others. */
export function readAll<Row>(
	read: RowReader<Row>,
	stored: { planId?: unknown }[],
): { rows: Row[]; wrong: WrongCell[] } {
	const wrong: WrongCell[] = [];
	const rows = stored.flatMap((row) =>
		onInputError<Row[]>(
			() => [read(row)],
			({ message, nextStep }) => {
				const planId = typeof row.planId === 'string' ? row.planId : undefined;
				wrong.push({ planId, text: `${message}. ${nextStep}` });
				return [];
			},
		),
	);
	return { rows, wrong };
}
