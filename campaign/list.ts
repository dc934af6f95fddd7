import { isNothing } from '../platform/answer';
import { InputError, quoted } from '../platform/input';
import { columnNames, columnsOf, type Columns, type Field } from './columns';
import { isBlank, type ListRecord } from './csv';
import {
	badRow,
	isGood,
	quoteErrors,
	readRow,
	type BadRow,
	type ListRow,
	type RowReading,
} from './row';

/** What a list was read as. */
export interface ListReport {
	rows: number;
	badRows: number;
	/** The name of each field's column. */
	columns: Partial<Record<Field, string>>;
	unknownColumns: string[];
	duplicateColumns: string[];
}

/** A list as it was read. One that is refused as a whole has no rows, and one bad row that says why. */
export interface List {
	rows: ListRow[];
	bad: BadRow[];
	report: ListReport;
}

/** No list has so many; a file of something else may. */
const maxColumns = 1000;

/** Reads a list row by row; the first row that isn't blank is its header. */
export class ListReader {
	private header?: { row: number; columns: Columns };
	private refusal?: InputError;
	private readonly rows: ListRow[] = [];
	private readonly bad: BadRow[] = [];
	/** Columns that aren't known and may hold the amounts, and those of them that do. */
	private readonly doubtful = new Set<number>();
	private readonly numbered = new Set<number>();

	constructor(private readonly reading: RowReading) {}

	/** Whether the list is refused as a whole, so that the rest needn't be read. */
	get isRefused(): boolean {
		return this.refusal !== undefined;
	}

	/** Refuses the list as a whole. */
	refuse(error: InputError): void {
		this.refusal = error;
	}

	/** Takes the next row in, and gives what it was read as. */
	read(record: ListRecord): ListRow | BadRow | undefined {
		if (this.refusal || isBlank(record.cells)) return undefined;
		if (!this.header) return this.readHeader(record);
		const { columns } = this.header;
		for (const at of this.doubtful) if (hasDigit(record.cells[at])) this.numbered.add(at);
		const row = readRow(record, columns, this.reading);
		if (isGood(row)) this.rows.push(row);
		else this.bad.push(row);
		return row;
	}

	/** The whole list. */
	result(): List {
		const { header } = this;
		const refusal = this.refusal ?? this.refusalAtEnd();
		const rows = refusal ? [] : this.rows;
		const bad = refusal ? [badRow(header?.row ?? 0, refusal)] : this.bad;
		const { names = [], at = {}, unknown = [], duplicates = [] } = header?.columns ?? {};
		const nameAt = (position: number) => names[position] ?? '';
		const columns = Object.entries(at).map(([field, position]) => [field, nameAt(position)]);
		const report = {
			rows: rows.length,
			badRows: bad.length,
			columns: Object.fromEntries(columns) as ListReport['columns'],
			unknownColumns: unknown.map(nameAt),
			duplicateColumns: duplicates.map((one) => nameAt(one.at)),
		};
		return { rows, bad, report };
	}

	private readHeader({ row, cells, problem }: ListRecord): undefined {
		const last = cells.findLastIndex((cell) => !isNothing(cell));
		const columns = columnsOf(cells.slice(0, last + 1));
		this.header = { row, columns };
		this.refusal = problem
			? quoteErrors[problem]
			: headerError(columns, this.reading.defaultAmount);
		const doubtful = columns.at.megabytes === undefined ? columns.unknown : [];
		for (const at of doubtful) this.doubtful.add(at);
	}

	private refusalAtEnd(): InputError | undefined {
		if (!this.header || this.rows.length + this.bad.length === 0) {
			return new InputError('The list has no rows', 'Fill in the rows below the header.');
		}
		if (this.numbered.size === 0) return undefined;
		const { names } = this.header.columns;
		const words = listed([...this.numbered].map((at) => names[at] ?? ''));
		return new InputError(
			`The default amount can't be used, because the list may have amounts in a column that isn't known: ${words}`,
			`Name the column with the amounts ${columnNames.megabytes[0]}. If the list has no amounts, remove these columns.`,
		);
	}
}

/** What makes a list unreadable as a whole. */
function headerError(
	{ names, at, duplicates }: Columns,
	defaultAmount: number | undefined,
): InputError | undefined {
	if (names.length > maxColumns) {
		return new InputError(`The list has more than ${maxColumns} columns`, 'Keep those it needs.');
	}
	if (at.phone === undefined) return missing('phone', 'phone numbers', names);
	if (at.megabytes === undefined && defaultAmount === undefined) {
		return missing('megabytes', 'amounts', names);
	}
	const twice = duplicates.find(({ field }) => field === 'phone' || field === 'megabytes');
	if (!twice) return undefined;
	const both = [at[twice.field], twice.at].map((position) => names[position ?? 0] ?? '');
	return new InputError(
		`The list has more than one column with ${twice.field === 'phone' ? 'phone numbers' : 'amounts'}: ${listed(both)}`,
		'Remove or rename the one that is not meant.',
	);
}

function missing(field: 'phone' | 'megabytes', what: string, names: string[]): InputError {
	return new InputError(
		`The list has no column with ${what}. Its columns are ${listed(names)}`,
		`Name that column ${columnNames[field][0]} in the first row.`,
	);
}

/** More names are no help. */
const maxListed = 10;

function listed(names: string[]): string {
	const shown = names.slice(0, maxListed).map(quoted).join(', ');
	return names.length > maxListed ? `${shown} and ${names.length - maxListed} more` : shown;
}

/** An amount has a digit, in any script. */
function hasDigit(cell: unknown): boolean {
	return typeof cell === 'number' || /\p{N}/u.test(typeof cell === 'string' ? cell : '');
}
