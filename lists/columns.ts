import { isNothing } from '../platform/answer';
import { countryWritten } from '../platform/declaredNumber';
import { normalizeOperatorCode } from '../platform/identifiers';
import { InputError, optionalText, quoted, textOf, tried } from '../platform/input';
import { isResult, saysGiven } from './resultWords';
import { normalizeZone } from './zones';

/** A column of a list. Its names are in columnNames.json. */
interface Column {
	/** As errors of Data Gift: Assign name it. */
	label: string;
	/** Whether a cell can be that; any can, where it isn't here. */
	fits?: (cell: unknown) => boolean;
	/** The share of the cells that must fit. */
	fitting?: number;
	/** Reads a cell as text. Number and amount are read as the list was declared (reading.ts). */
	read?: (cell: unknown) => string;
	/**
	 * Part of the `number`; kept in the `row` as it's read; stored with the campaign, too, and given back with the `result`;
	 * `nothing` is only read, because it may refuse the row.
	 */
	keeps: 'number' | 'row' | 'result' | 'nothing';
}

/** An expression that gave nothing can be anything: its row says so. */
const fitsOrBroken = (holds: (cell: unknown) => boolean) => (cell: unknown) =>
	tried(() => optionalText(cell)) === undefined || holds(cell);
const isRead = (read: (cell: unknown) => string) =>
	fitsOrBroken((cell) => tried(() => read(cell)) !== undefined);

/** The fields of a customer in a list, in the order in which they're read, asked and given back. */
export const columnTable = {
	customer: { label: 'Customer', read: textOf, keeps: 'result' },
	name: { label: 'Name', read: textOf, keeps: 'result' },
	phone: { label: 'Phone Number', keeps: 'result' },
	country: {
		label: 'Country Code',
		fits: isRead(countryWritten),
		read: countryWritten,
		keeps: 'number',
	},
	area: {
		label: 'Area Code',
		fits: (cell) => /^'?\(?0?[1-9]\d{0,4}\)?$/.test(String(cell).trim()),
		fitting: 0.8,
		read: textOf,
		keeps: 'number',
	},
	megabytes: { label: 'Amount (MB)', keeps: 'result' },
	operator: {
		label: 'Operator',
		// An operator's name isn't its code, and the platform takes the code.
		fits: fitsOrBroken((cell) => /^[A-Z]{2}_[A-Z\d_]+$/i.test(String(cell).trim())),
		read: (cell) => (isNothing(cell) ? '' : normalizeOperatorCode(cell)),
		keeps: 'result',
	},
	zone: { label: 'Time Zone', fits: isRead(normalizeZone), read: normalizeZone, keeps: 'row' },
	/** Of a list that a campaign's page has given back. */
	result: { label: 'Result', fits: fitsOrBroken(isResult), read: refuseGiven, keeps: 'nothing' },
} as const satisfies Record<string, Column>;

/** @throws InputError for a row that has its gift: the list is one that was given before */
function refuseGiven(cell: unknown): string {
	if (!saysGiven(cell)) return '';
	throw new InputError(
		'says that the gift was given before',
		'Empty that cell to give to this number again.',
	);
}

type Table = typeof columnTable;
type FieldsOf<Shape> = {
	[Name in keyof Table]: Table[Name] extends Shape ? Name : never;
}[keyof Table];

export type Field = keyof Table;
/** Those in a row that was read, and those of them that are text. */
export type RowField = FieldsOf<{ keeps: 'row' | 'result' }>;
export type TextField = Exclude<RowField, 'phone' | 'megabytes'>;
/** Those with text that are stored, and go back with the results. */
export type StoredField = Exclude<FieldsOf<{ keeps: 'result' }>, 'phone' | 'megabytes'>;

const columnOf = (field: Field): Column => columnTable[field];

export const fields = Object.keys(columnTable) as Field[];
export const rowFields = fields.filter((field) =>
	['row', 'result'].includes(columnOf(field).keeps),
) as RowField[];
/** Those that are read for what they refuse. */
export const refusingFields = fields.filter(
	(field): field is FieldsOf<{ keeps: 'nothing' }> => columnOf(field).keeps === 'nothing',
);
/** Number and amount among them, in the order of a file with results. */
export const resultFields = fields.filter((field) => columnOf(field).keeps === 'result') as (
	StoredField | 'phone' | 'megabytes'
)[];
export const storedFields = resultFields.filter(
	(field): field is StoredField => field !== 'phone' && field !== 'megabytes',
);

export const fieldLabels = Object.fromEntries(
	fields.map((field) => [field, columnTable[field].label]),
) as Record<Field, string>;

/** Most cells must be what the name of their column says. */
const most = 0.5;

/** Whether the cells of a column can be a field. */
export function fitsField(cells: unknown[], field: Field): boolean {
	const { fits = () => true, fitting = most } = columnOf(field);
	return cells.length > 0 && cells.filter(fits).length >= cells.length * fitting;
}

/** Reads a cell of a field. @param declared the readers of number and amount @throws InputError */
export function readField(
	field: Field,
	cell: unknown,
	declared: Record<'phone' | 'megabytes', (cell: unknown) => string>,
): string {
	const read =
		field === 'phone' || field === 'megabytes' ? declared[field] : columnTable[field].read;
	return read(cell);
}

/** The position of each field's column. */
export interface Columns {
	/** The names as the list has them. */
	names: string[];
	at: Partial<Record<Field, number>>;
}

/** The columns of a list by their positions. @param cells of its first row, whether or not that is a header */
export function columnsAt(at: Columns['at'], cells: unknown[], hasHeader: boolean): Columns {
	return { names: cells.map((cell, column) => shownName(hasHeader ? cell : '', column)), at };
}

/**
 * The parts of a name that count: letters and digits without accents, and signs with a meaning, so that `Amount (€)` isn't
 * `amount`.
 */
export function keyOf(name: string): string {
	return name
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\p{Sc}\p{Sm}%]/gu, '');
}

/** More of a name is no help. */
const maxName = 60;

/** The name of a column as people read it: its number where it has none. */
export function shownName(name: unknown, at: number): string {
	return (
		String(name ?? '')
			.trim()
			.slice(0, maxName)
			.trim() || `column ${at + 1}`
	);
}

/** More names are no help. */
const maxListed = 10;

/** Names, or cells as they are written, for people. */
export function listed(names: string[]): string {
	const first = names.slice(0, maxListed).map(quoted).join(', ');
	return names.length > maxListed ? `${first} and ${names.length - maxListed} more` : first;
}
