import { isNothing } from '../platform/answer';
import { countryWritten } from '../platform/declaredNumber';
import { normalizeOperatorCode } from '../platform/identifiers';
import { InputError, optionalText, quoted, textOf, tried } from '../platform/input';
import { resultIn, saysGiven } from './resultWords';
import { normalizeZone } from '../platform/times';
import { phrase, texts, type Value } from '../platform/say';

/** The parts of a number that a row has in columns of their own. */
export interface OwnParts {
	/** Two letters or a calling code. */
	country?: unknown;
	/** An area code. */
	area?: unknown;
}

/** The readers of the cells that are read by a list's settings (reading.ts). */
export interface CellReaders {
	/** E.164 without the plus sign. */
	phone: (cell: unknown, own: OwnParts) => string;
	megabytes: (cell: unknown) => number;
}

/** A column of a list. Its names are in columnNames.json. */
interface Column {
	/** As errors of Data Gift: Assign name it. */
	label: string;
	/** Whether a cell fits the column; without this, any cell does. */
	fits?: (cell: unknown) => boolean;
	/** The share of the cells that must fit; half of them by default. */
	minShare?: number;
	/** Reads a cell. @throws InputError */
	read: (cell: unknown, readers: CellReaders, own: OwnParts) => string | number;
	/**
	 * Kept as part of the `number`; in the `row` as it's read; with the campaign, too, and given back with the `result`;
	 * `nothing` is only read, because it may refuse the row.
	 */
	store: 'number' | 'row' | 'result' | 'nothing';
}

/** A cell that a broken expression left, such as `undefined`, fits: its row is refused later. */
const fitsOrBroken = (holds: (cell: unknown) => boolean) => (cell: unknown) =>
	tried(() => optionalText(cell)) === undefined || holds(cell);
const isRead = (read: (cell: unknown) => string) =>
	fitsOrBroken((cell) => tried(() => read(cell)) !== undefined);

/** The fields of a customer in a list, in the order in which they're read, asked and given back. */
const columnTable = {
	customer: { label: texts('Customer'), read: textOf, store: 'result' },
	name: { label: texts('Name'), read: textOf, store: 'result' },
	phone: {
		label: texts('Phone Number'),
		read: (cell, { phone }, own) => {
			if (!isNothing(cell)) return phone(cell, own);
			throw new InputError('is required', 'Fill in the cell, or remove the row.');
		},
		store: 'result',
	},
	country: {
		label: texts('Country Code'),
		fits: isRead(countryWritten),
		read: countryWritten,
		store: 'number',
	},
	area: {
		label: texts('Area Code'),
		fits: (cell) => /^'?\(?0?[1-9]\d{0,4}\)?$/.test(String(cell).trim()),
		minShare: 0.8,
		read: textOf,
		store: 'number',
	},
	megabytes: {
		label: texts('Amount (MB)'),
		read: (cell, { megabytes }) => megabytes(cell),
		store: 'result',
	},
	operator: {
		label: texts('Operator'),
		// An operator's name isn't its code, and the platform takes the code.
		fits: fitsOrBroken((cell) => /^[A-Z]{2}_[A-Z\d_]+$/i.test(String(cell).trim())),
		read: (cell) => (isNothing(cell) ? '' : normalizeOperatorCode(cell)),
		store: 'result',
	},
	zone: {
		label: texts('Time Zone'),
		fits: isRead(normalizeZone),
		read: normalizeZone,
		store: 'row',
	},
	/** Of a list that a campaign's page has given back. */
	result: {
		label: texts('Result'),
		fits: fitsOrBroken((cell) => resultIn(cell) !== undefined),
		read: refuseGiven,
		store: 'nothing',
	},
} as const satisfies Record<string, Column>;

/** @throws InputError for a row whose result is *Given*: the list comes back from a campaign */
function refuseGiven(cell: unknown): string {
	if (!saysGiven(cell)) return '';
	throw new InputError(
		'says that the gift was given before',
		'Leave it as it is: nothing is given for it.',
	);
}

type Table = typeof columnTable;
type FieldsOf<Shape> = {
	[Name in keyof Table]: Table[Name] extends Shape ? Name : never;
}[keyof Table];

export type Field = keyof Table;
/** The fields of a row that was read, and those of them that are text. */
export type RowField = FieldsOf<{ store: 'row' | 'result' }>;
export type TextField = Exclude<RowField, 'phone' | 'megabytes'>;
/** The fields with text that are stored, and go back with the results. */
export type StoredField = Exclude<FieldsOf<{ store: 'result' }>, 'phone' | 'megabytes'>;

/** The entry of a field. */
export const columnOf = (field: Field): Column => columnTable[field];

export const fields = Object.keys(columnTable) as Field[];
const storedIn = (...stores: Column['store'][]) =>
	fields.filter((field) => stores.includes(columnOf(field).store));
export const rowFields = storedIn('row', 'result') as RowField[];
/** The fields that are read only because they may refuse the row. */
export const refusingFields = storedIn('nothing');
/** Number and amount among them, in the order of a file with results. */
export const resultFields = storedIn('result') as (StoredField | 'phone' | 'megabytes')[];
export const storedFields = resultFields.filter(
	(field): field is StoredField => field !== 'phone' && field !== 'megabytes',
);

export const fieldLabels = Object.fromEntries(
	fields.map((field) => [field, columnOf(field).label]),
) as Record<Field, string>;

/** Whether the cells of a column can be a field. */
export function fitsField(cells: unknown[], field: Field): boolean {
	const { fits = () => true, minShare = 0.5 } = columnOf(field);
	return cells.length > 0 && cells.filter(fits).length >= cells.length * minShare;
}

/** The position of each field's column. */
export interface Columns {
	/** The names as the list has them. */
	names: string[];
	at: Partial<Record<Field, number>>;
	/** The number of the header's cells, with empty ones at its end. */
	width?: number;
}

/** The columns of a list by their positions. @param cells of its first row, whether or not that is a header */
export function columnsAt(at: Columns['at'], cells: unknown[], hasHeader: boolean): Columns {
	return { names: cells.map((cell, column) => shownName(hasHeader ? cell : '', column)), at };
}

/** The error of a column that was said, and isn't there. */
export function missingColumn({ names, at }: Columns, flags: object): InputError | undefined {
	const all = [...Object.values(at), ...Object.keys(flags).map(Number)];
	const beyond = all.find((position) => position >= names.length);
	if (beyond === undefined) return undefined;
	const nextStep = phrase`Choose a column again. The columns are ${listedNames(names)}.`;
	return new InputError(phrase`The list has no column ${beyond + 1}`, nextStep);
}

/**
 * The parts of a name that count: letters and digits without accents, and signs with a meaning, so that `Amount (€)` isn't
 * `amount`. A Turkish ı is an i, whose capital it shares.
 */
export function nameKey(name: string): string {
	// As below, for most cells: signs without a meaning.
	if (/^[\w\s.,:/-]*$/.test(name)) return name.toLowerCase().replace(/[^a-z\d]/g, '');
	return name
		.normalize('NFKD')
		.toLowerCase()
		.replace(/ı/g, 'i')
		.replace(/[^\p{L}\p{N}\p{Sc}\p{Sm}%]/gu, '');
}

/** Characters of a name that are read. */
const maxName = 200;

/** A cell that names a column; '' for a cell that isn't text. */
export function nameIn(cell: unknown): string {
	if (typeof cell !== 'string' && typeof cell !== 'number') return '';
	return String(cell).slice(0, maxName).trim();
}

/** Characters of a name that a page shows. */
const maxShownName = 60;

/** The name of a column as people read it: `Mobile`, or `column 3` without a name. */
export function shownName(name: unknown, at: number): string {
	return (
		String(name ?? '')
			.trim()
			.slice(0, maxShownName)
			.trim() || `column ${at + 1}`
	);
}

/** Names that an error lists. */
const maxListed = 10;

/** Names, or cells as they are written, for people. */
export function listedNames(names: string[]): Value {
	const list = names.slice(0, maxListed).map(quoted);
	const others = names.length - list.length;
	return others > 0 ? { list, more: phrase`${others} more` } : { list };
}

/** The position of a column, by its number, counted from 1, or by its name. A number beyond the last column is a name, such as 2026. */
export function positionOf(text: string, first: unknown[]): number {
	const number = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : NaN;
	if (number <= first.length) return number - 1;
	const key = nameKey(text);
	const named = (is: (name: string) => boolean) =>
		first.flatMap((cell, at) => (is(String(cell ?? '')) ? at : []));
	const exact = named((name) => name.trim() === text);
	const [only, another] =
		exact.length > 0 ? exact : named((name) => key !== '' && nameKey(name) === key);
	if (another === undefined && (only !== undefined || number > 0)) return only ?? number - 1;
	throw new InputError(
		'must be the name or the number of a column',
		only !== undefined && another !== undefined
			? phrase`Columns ${only + 1} and ${another + 1} are named ${quoted(text)}: write the number of one.`
			: phrase`Replace ${quoted(text)} by one of ${listedNames(first.map(shownName))}.`,
	);
}
