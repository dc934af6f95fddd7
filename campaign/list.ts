import { isNothing } from '../platform/answer';
import { InputError } from '../platform/input';
import type { ReadMsisdn } from '../platform/nationalNumber';
import { columnsAt, listed, type Columns, type Field } from './columns';
import { isBlank, type ListRecord } from './csv';
import { countryQuestion, errorOf, isUnclear, twoWaysQuestion, type Question } from './questions';
import { OutlierFinder, type Outliers } from './outliers';
import { NumberCounter, readersOf, type NumberCounts, type Reading } from './reading';
import {
	badRow,
	isGood,
	lineErrors,
	readRow,
	type BadRow,
	type ListRow,
	type RowReaders,
} from './row';
import { withArea, type OwnParts } from './wholeNumber';

/** What a list was read as. */
export interface ListReport {
	rows: number;
	badRows: number;
	/** The name of each field's column. */
	columns: Partial<Record<Field, string>>;
	unusedColumns: string[];
	/** How the numbers of the good rows were read. */
	numbers: NumberCounts;
	/** What differs from the rest of the good rows, where anything does. */
	outliers?: Outliers;
}

/** A list as it was read. One that is refused as a whole has no rows, and one bad row that says why. */
export interface List {
	rows: ListRow[];
	bad: BadRow[];
	/** Why it's refused as a whole. */
	refusal?: InputError;
	/** What has to be said first, where that shows in all rows only. */
	question?: Question;
	report: ListReport;
}

/** No list has so many; a file of something else may. */
const maxColumns = 1000;

/** Reads a list row by row, as it was declared. */
export class ListReader {
	private header?: { row: number; columns: Columns };
	private refusal?: InputError;
	private readonly rows: ListRow[] = [];
	private readonly bad: BadRow[] = [];
	private readonly numbers = new NumberCounter();
	private readonly outliers = new OutlierFinder();
	/** Cells that may be numbers of a country nobody said. */
	private readonly unclear: unknown[] = [];
	/** Cells that may be numbers of the country, and of another one, where nobody said which. */
	private readonly ambiguous: unknown[] = [];
	private readonly readers: RowReaders;
	/** The number that was read last. */
	private number?: ReadMsisdn;

	/**
	 * @param questions what is left to be declared: the list is refused then
	 * @param isCountryOpen whether nobody said what numbers without a calling code are
	 */
	constructor(
		private readonly reading: Reading,
		private readonly questions: Question[] = [],
		isCountryOpen = false,
	) {
		const { twoWays } = reading;
		// They are asked about at the end.
		const { phone, amount } = readersOf({ ...reading, twoWays: twoWays || 'national' });
		const counted = (cell: unknown, own: OwnParts) => {
			this.number = undefined;
			try {
				this.number = phone(cell, own);
				if (twoWays === '' && this.number.other !== undefined) this.ambiguous.push(cell);
				return this.number.msisdn;
			} finally {
				const isOpen = isCountryOpen && isNothing(own.country);
				const whole = withArea(cell, own.area);
				if (isOpen && isUnclear(whole, this.number)) this.unclear.push(whole);
			}
		};
		this.readers = { phone: counted, amount };
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
			if (this.refusal || this.reading.hasHeader) return undefined;
		}
		const row = readRow(record, this.header.columns, this.readers);
		if (!isGood(row)) {
			this.bad.push(row);
			return row;
		}
		this.rows.push(row);
		if (this.number) {
			this.numbers.add(this.number, row.row);
			this.outliers.add(this.number, row.row);
		}
		return row;
	}

	/** The whole list. */
	result(): List {
		const { header } = this;
		const question = this.refusal ? undefined : this.questionAtEnd();
		const refusal = this.refusal ?? this.refusalAtEnd(question);
		const rows = refusal ? [] : this.rows;
		const bad = refusal ? [badRow(header?.row ?? 0, refusal)] : this.bad;
		const { names = [], at = {} } = header?.columns ?? {};
		const columns = Object.entries(at).map(([field, position]) => [field, names[position] ?? '']);
		const outliers = this.outliers.result(rows);
		const report = {
			rows: rows.length,
			badRows: bad.length,
			columns: Object.fromEntries(columns) as ListReport['columns'],
			unusedColumns: names.filter((_, position) => !Object.values(at).includes(position)),
			numbers: this.numbers.counts,
			...(Object.keys(outliers).length > 0 && { outliers }),
		};
		return { rows, bad, report, ...(refusal && { refusal }), ...(question && { question }) };
	}

	private headerIn({ row, cells, problem }: ListRecord): { row: number; columns: Columns } {
		const { columns: at, hasHeader } = this.reading;
		const names = cells.slice(0, cells.findLastIndex((cell) => !isNothing(cell)) + 1);
		const columns = columnsAt(at, hasHeader ? names : cells, hasHeader);
		const [question] = this.questions;
		const error = headerError(columns) ?? (question && errorOf(question));
		this.refusal = problem ? lineErrors[problem] : error;
		return { row, columns };
	}

	private questionAtEnd(): Question | undefined {
		const { rows, bad, unclear, ambiguous } = this;
		const { national, nationalWithoutZero, international } = this.numbers.counts;
		const ofCountry = countryQuestion(unclear, rows.length + bad.length);
		const ofWays = twoWaysQuestion(ambiguous, national + nationalWithoutZero, international);
		return [...ofCountry, ...ofWays][0];
	}

	private refusalAtEnd(question: Question | undefined): InputError | undefined {
		const { header, rows, bad } = this;
		if (!header || rows.length + bad.length === 0) {
			return new InputError('The list has no rows', 'Fill in the rows below the header.');
		}
		return question && errorOf(question);
	}
}

/** What makes a list unreadable as a whole. */
function headerError({ names, at }: Columns): InputError | undefined {
	if (names.length > maxColumns) {
		return new InputError(`The list has more than ${maxColumns} columns`, 'Keep those it needs.');
	}
	const beyond = Object.values(at).find((position) => position >= names.length);
	if (beyond === undefined) return undefined;
	const nextStep = `Choose a column again. The columns are ${listed(names)}.`;
	return new InputError(`The list has no column ${beyond + 1}`, nextStep);
}
