import { isNothing } from '../platform/answer';
import { InputError, onInputError, quoted } from '../platform/input';
import { looksLikePhone } from './looksLikePhone';
import { isTotal } from './recognize';
import {
	columnOf,
	fieldLabels,
	refusingFields,
	rowFields,
	type CellReaders,
	type Columns,
	type Field,
	type RowField,
	type TextField,
} from './columns';
import type { ListRecord } from './csv';
import { counted, inEnglish, phrase, phraseOf, type Phrase, type Text } from '../platform/say';

/** A customer who is to get data; the text of a column that the list doesn't have is ''. */
export interface ListRow extends Record<TextField, string> {
	/** The row of the file as a spreadsheet counts, or of the items. */
	row: number;
	/** As the platform takes it. */
	phone: string;
	megabytes: number;
}

/** A row that is refused, with its cells as they are written. */
export interface BadRow extends Record<RowField, unknown> {
	row: number;
	/** The field that is wrong, the first of several; empty where it's the line or the list. */
	field: Field | '';
	/** The value that was read there. */
	value: string;
	/** In English, as items have them. */
	reason: string;
	nextStep: string;
	/** Both, for a page in the reader's language. */
	texts: InputError['texts'];
}

/** The values of failed formulas, in any language of a spreadsheet: `#N/A`, `#NV`, `#REF!`, `#NAME?`, `Err:502`. */
const failedFormula = /^(?:#N\/A|#NV|#[\p{Lu}\p{N}/]+[!?]|Err:\d{3})$/u;

/** A row of a list as a customer, or with the reason why it can't be read. */
export function readRow(
	record: ListRecord,
	columns: Columns,
	readers: CellReaders,
): ListRow | BadRow {
	const { row: number, cells, problem } = record;
	if (problem) return badRow(number, problem, { cells });
	if (isRagged(cells, columns)) {
		return badRow(number, raggedError(cells, columns), { cells, columns });
	}
	const errors: [Field, InputError][] = [];
	const cellAt = (field: Field) => cellOf(cells, columns, field);
	const own = { country: cellAt('country'), area: cellAt('area') };
	const read = (field: Field): unknown =>
		onInputError<unknown>(
			() => columnOf(field).read(withoutFailedFormula(cellAt(field)), readers, own),
			(error) => void errors.push([field, error]),
		);
	const row = Object.fromEntries(rowFields.map((field) => [field, read(field)]));
	refusingFields.forEach(read);
	const [[field] = []] = errors;
	if (field === undefined) return { row: number, ...row } as ListRow;
	if (field === 'phone' && cells.some(isTotal) && !cells.some(looksLikePhone)) {
		return badRow(number, total, { cells, columns });
	}
	return badRow(number, allErrors(errors), { cells, columns, field });
}

/** All errors of a row in one; those with the same next step say it once. */
function allErrors(errors: [Field, InputError][]): InputError {
	const messages = errors.map(
		([
			name,
			{
				texts: [message],
			},
		]) => ofField(fieldLabels[name], message),
	);
	const steps = new Map(errors.map(([, { nextStep, texts }]) => [nextStep, texts[1]]));
	const [nextStep = '', ...more] = steps.values();
	return new InputError(
		messages.reduce((one, other) => phrase`${one}. ${other}`),
		more.reduce((one, other) => phrase`${phraseOf(one)} ${phraseOf(other)}`, nextStep),
	);
}

const ofField = (label: string, message: Text) => phrase`'${phraseOf(label)}' ${phraseOf(message)}`;

const total = new InputError(
	'The row is a total, and no customer',
	'Leave it as it is: nothing is given for it.',
);

function withoutFailedFormula(cell: unknown): unknown {
	if (typeof cell !== 'string' || !failedFormula.test(cell.trim())) return cell;
	throw new InputError(
		'must not be the error of a formula',
		phrase`Fix the formula that gives ${quoted(cell.trim())}, and save the list again.`,
	);
}

/** Whether a row was read. */
export function isGood(row: ListRow | BadRow): row is ListRow {
	return !('reason' in row);
}

/** A refused row. @param at where its cells are, and which of them is wrong, by its field or position; without it, it's the list that is refused */
export function badRow(
	row: number,
	{ texts: [message, nextStep], field: setting }: InputError,
	at?: { cells: unknown[]; columns?: Columns; field?: Field; position?: number },
): BadRow {
	const { cells = [], columns, field, position } = at ?? {};
	const written = (name: Field) => cellValue(columns && cellOf(cells, columns, name));
	const shown = position === undefined ? cells : [cells[position]];
	const value = field ? written(field) : shown.map(cellValue).join(' | ');
	const own = Object.fromEntries(rowFields.map((name) => [name, written(name)]));
	const reason = setting === undefined ? message : ofField(setting, message);
	return {
		row,
		...(own as Record<RowField, unknown>),
		field: field ?? '',
		value: String(value).slice(0, maxShown),
		reason: inEnglish(reason),
		nextStep: inEnglish(nextStep),
		texts: [reason, nextStep],
	};
}

/** Characters of a refused value that are kept. */
const maxShown = 200;

function cellOf(cells: unknown[], { at }: Columns, field: Field): unknown {
	const position = at[field];
	return position === undefined ? undefined : cells[position];
}

function cellValue(cell: unknown): unknown {
	if (cell === undefined || cell === null) return '';
	if (typeof cell === 'string') return cell.trim();
	return typeof cell === 'object' ? JSON.stringify(cell) : cell;
}

/** Spreadsheets add empty cells at the end of a line, and leave some out; number and amount are never left out. */
function isRagged(cells: unknown[], { names, at, width = Infinity }: Columns): boolean {
	const isLong = cells.length > names.length && !cells.slice(names.length).every(isNothing);
	// An amount without quotes, such as 1,024, is two cells of a line of text.
	const isPart = (cell: unknown) => typeof cell === 'string' && /^\d{1,3}$/.test(cell.trim());
	const isSplit = [0, 1].every((next) => isPart(cells[(at.megabytes ?? NaN) + next]));
	const isShort = cells.length <= Math.max(at.phone ?? 0, at.megabytes ?? 0);
	return isLong || isShort || (isSplit && cells.length > width);
}

function raggedError(cells: unknown[], { names }: Columns): InputError {
	return new InputError(
		phrase`The line has ${inCells(cells)}, and the header has ${inCells(names)}`,
		'Add the missing cells, or put a cell that holds a separator in quotes.',
	);
}

function inCells({ length }: unknown[]): Phrase {
	return counted(length, 'cell');
}
