import { isNothing } from '../platform/answer';
import { InputError, quoted } from '../platform/input';
import type { ReadMsisdn } from '../platform/nationalNumber';
import { msisdnReader } from '../platform/phoneNumber';
import { columnNames, columnsAt, columnsOf, type Columns, type Field } from './columns';
import { isBlank, type ListRecord } from './csv';
import { NumberCounter, readersOf, type NumberCounts, type Reading } from './reading';
import {
	badRow,
	isGood,
	quoteErrors,
	readRow,
	type BadRow,
	type ListRow,
	type RowReaders,
} from './row';

/** What a list was read as. */
export interface ListReport {
	rows: number;
	badRows: number;
	/** The name of each field's column. */
	columns: Partial<Record<Field, string>>;
	unknownColumns: string[];
	duplicateColumns: string[];
	/** How the numbers of the good rows were read, where that was declared. */
	numbers?: NumberCounts;
}

/** A list as it was read. One that is refused as a whole has no rows, and one bad row that says why. */
export interface List {
	rows: ListRow[];
	bad: BadRow[];
	report: ListReport;
}

/** No list has so many; a file of something else may. */
const maxColumns = 1000;

/**
 * Reads a list row by row, by what was declared. Without declared columns the first row that isn't blank is its header,
 * whose names tell them.
 */
export class ListReader {
	private header?: { row: number; columns: Columns };
	private refusal?: InputError;
	private readonly rows: ListRow[] = [];
	private readonly bad: BadRow[] = [];
	/** Columns that aren't known and may hold the amounts, and those of them that do. */
	private readonly doubtful = new Set<number>();
	private readonly numbered = new Set<number>();
	private readonly numbers?: NumberCounter;
	private readonly readers: RowReaders;
	/** The number that was read last. */
	private number?: ReadMsisdn;

	/** @throws InputError for a country without a numbering plan */
	constructor(private readonly reading: Partial<Reading>) {
		const { phone, amount } = readersOf(reading);
		const counted = (cell: unknown) => {
			this.number = phone(cell);
			return this.number.msisdn;
		};
		if (reading.columns) this.numbers = new NumberCounter();
		// The numbering plans take their time, and aren't asked where nobody looks at what they say.
		const plain = msisdnReader(reading.sendAsEntered ?? false);
		this.readers = { phone: this.numbers || reading.country ? counted : plain, amount };
	}

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
		if (!this.header) {
			this.header = this.headerIn(record);
			if (this.refusal || this.reading.hasHeader !== false) return undefined;
		}
		for (const at of this.doubtful) if (hasDigit(record.cells[at])) this.numbered.add(at);
		const row = readRow(record, this.header.columns, this.readers);
		if (!isGood(row)) {
			this.bad.push(row);
			return row;
		}
		this.rows.push(row);
		if (this.number) this.numbers?.add(this.number, row.row);
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
			...(this.numbers && { numbers: this.numbers.counts }),
		};
		return { rows, bad, report };
	}

	private headerIn({ row, cells, problem }: ListRecord): { row: number; columns: Columns } {
		const { columns: declared, hasHeader = true, defaultAmount } = this.reading;
		const names = cells.slice(0, cells.findLastIndex((cell) => !isNothing(cell)) + 1);
		const columns = declared
			? columnsAt(declared, hasHeader ? names : cells, hasHeader)
			: columnsOf(names);
		this.refusal = problem ? quoteErrors[problem] : headerError(columns, defaultAmount);
		const doubtful = declared || columns.at.megabytes !== undefined ? [] : columns.unknown;
		for (const at of doubtful) this.doubtful.add(at);
		return { row, columns };
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
	const beyond = Object.values(at).find((position) => position >= names.length);
	if (beyond !== undefined) {
		const nextStep = `Choose a column again. The columns are ${listed(names)}.`;
		return new InputError(`The list has no column ${beyond + 1}`, nextStep);
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
