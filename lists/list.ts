import { isNothing } from '../platform/answer';
import { getCountryCallingCode, type CountryCode } from '../libraries/libphonenumber';
import { countryWritten } from '../platform/declaredNumber';
import { InputError, tried } from '../platform/input';
import type { ReadMsisdn } from '../platform/nationalNumber';
import { callingCodeOf } from '../platform/callingCodes';
import { columnsAt, listed, type Columns, type Field } from './columns';
import { isBlank, type ListRecord } from './csv';
import { NumberEvidence } from './numberEvidence';
import { numberQuestions } from './numberQuestions';
import { errorOf, type Question } from './questions';
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
import { finished, type Steps } from './steps';
import { isInternational, type OwnParts } from './wholeNumber';

/** The result of reading a list. */
export interface ListReport {
	rows: number;
	badRows: number;
	/** The name of each field's column. */
	columns: Partial<Record<Field, string>>;
	unusedColumns: string[];
	/** How the numbers of the good rows were read. */
	numbers: NumberCounts;
	/** The countries of the numbers, in a sentence: `All 2 numbers are of Germany (+49)`. */
	countries: string;
	/** The rows that differ from the rest of the good ones, where any do. */
	outliers?: Outliers;
}

/** A list as it was read. One that is refused as a whole has no rows, and one bad row that says why. */
export interface List {
	rows: ListRow[];
	bad: BadRow[];
	/** Why it's refused as a whole. */
	refusal?: InputError;
	/** A question that only shows in all rows, and comes first. */
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
	private readonly readers: RowReaders;
	/** The number that was read last, and whether somebody named its country. */
	private number?: ReadMsisdn & { isNamed: boolean };

	/**
	 * @param questions what is left to be declared: the list is refused then
	 * @param evidence takes down what the numbers prove, by what was declared for them
	 * @param width how many cells rows have, where no header tells
	 */
	constructor(
		private readonly reading: Reading,
		private readonly questions: Question[] = [],
		private readonly evidence = new NumberEvidence(),
		private readonly width = 0,
	) {
		const { twoWays } = reading;
		// Digits that fit two countries are asked about at the end.
		const { phone, amount } = readersOf({ ...reading, twoWays: twoWays || 'national' });
		const read = evidence.reader(phone);
		const counted = (cell: unknown, own: OwnParts) => {
			this.number = undefined;
			const number = read(cell, own);
			const isSaid = number.readAs !== 'international' || twoWays === 'international';
			const isNamed = isSaid || isInternational(cell) || this.hasNamedCode(number, own);
			this.number = { ...number, isNamed };
			return number.msisdn;
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
			this.outliers.add(this.number, row.row, this.number.isNamed);
		}
		return row;
	}

	/** The whole list, at once (resultSteps). */
	result(): List {
		return finished(this.resultSteps());
	}

	/** The whole list, step by step. */
	*resultSteps(): Steps<List> {
		const { header } = this;
		const { names = [], at = {} } = header?.columns ?? {};
		const ofColumn = names[at.country ?? -1];
		const questions = this.refusal ? [] : yield* numberQuestions(this.evidence, ofColumn);
		const [question] = questions;
		const refusal = this.refusal ?? this.refusalAtEnd(question);
		const rows = refusal ? [] : this.rows;
		const bad = refusal ? [badRow(header?.row ?? 0, refusal)] : this.bad;
		const columns = Object.entries(at).map(([field, position]) => [field, names[position] ?? '']);
		const outliers = yield* this.outliers.result(rows);
		const report = {
			rows: rows.length,
			badRows: bad.length,
			columns: Object.fromEntries(columns) as ListReport['columns'],
			unusedColumns: names.filter((_, position) => !Object.values(at).includes(position)),
			numbers: this.numbers.counts,
			countries: this.numbers.countries,
			...(Object.keys(outliers).length > 0 && { outliers }),
		};
		return { rows, bad, report, ...(refusal && { refusal }), ...(question && { question }) };
	}

	/** Whether a number has the calling code of the declared country, or of its row's own. */
	private hasNamedCode({ msisdn }: ReadMsisdn, { country }: OwnParts): boolean {
		const said = isNothing(country) ? this.reading.country : tried(() => countryWritten(country));
		const code = said && getCountryCallingCode(said as CountryCode);
		return code === callingCodeOf(msisdn);
	}

	private headerIn({ row, cells, problem }: ListRecord): { row: number; columns: Columns } {
		const { columns: at, hasHeader } = this.reading;
		const names = cells.slice(0, cells.findLastIndex((cell) => !isNothing(cell)) + 1);
		// A first row may lack its last cells; behind a header only those that are needed are taken for columns.
		const needed = Math.max(0, ...Object.values(at).map((position) => position + 1));
		const width = hasHeader ? Math.min(needed, this.width) : this.width;
		const written = hasHeader ? names : cells;
		const missing = Math.max(0, width - written.length);
		const all = [...written, ...Array<string>(missing).fill('')];
		const columns = columnsAt(at, all, hasHeader);
		const [question] = this.questions;
		const error = headerError(columns) ?? (question && errorOf(question));
		this.refusal = problem ? lineErrors[problem] : error;
		return { row, columns };
	}

	private refusalAtEnd(question: Question | undefined): InputError | undefined {
		const { header, rows, bad } = this;
		if (!header || rows.length + bad.length === 0) {
			return new InputError('The list has no rows', 'Fill in the rows below the header.');
		}
		return question && errorOf(question);
	}
}

/** The errors that make a list unreadable as a whole. */
function headerError({ names, at }: Columns): InputError | undefined {
	if (names.length > maxColumns) {
		return new InputError(`The list has more than ${maxColumns} columns`, 'Keep those it needs.');
	}
	const beyond = Object.values(at).find((position) => position >= names.length);
	if (beyond === undefined) return undefined;
	const nextStep = `Choose a column again. The columns are ${listed(names)}.`;
	return new InputError(`The list has no column ${beyond + 1}`, nextStep);
}
