import { isNothing } from '../platform/answer';
import { getCountryCallingCode, type CountryCode } from '../libraries/libphonenumber';
import { countryWritten } from '../platform/declaredNumber';
import { number } from '../platform/figureWords';
import { InputError, onInputError, quoted, tried } from '../platform/input';
import { normalizeMsisdn } from '../platform/phoneNumber';
import type { ReadMsisdn } from '../platform/nationalNumber';
import { callingCodeOf } from '../platform/callingCodes';
import { AmountEvidence } from './amountEvidence';
import { columnsAt, listed, type Columns, type Field } from './columns';
import { placeOfCode } from './countryWords';
import { isBlank, type ListRecord } from './csv';
import type { Look } from './lookAt';
import { NumberCounter, type NumberCounts, type Outliers } from './numberCounter';
import { NumberEvidence } from './numberEvidence';
import { numberQuestions } from './numberQuestions';
import { errorOf, type Question } from './questions';
import { isInternational, readersOf, type OwnParts, type Readers, type Reading } from './reading';
import {
	badRow,
	isGood,
	lineErrors,
	readRow,
	type BadRow,
	type ListRow,
	type RowReaders,
} from './row';
import type { Steps } from './steps';

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
	/** The questions that are left: it's refused then. */
	questions: Question[];
	report: ListReport;
}

/** A list that is asked about is read no further, so that the question comes within a second. */
const mostAsked = 10_000;

/** Reads a list row by row, as it was declared. */
export class ListReader {
	/** How many rows were read. */
	private seen = 0;
	private header?: { row: number; columns: Columns };
	private refusal?: InputError;
	private readonly rows: ListRow[] = [];
	private readonly bad: BadRow[] = [];
	private readonly counter = new NumberCounter();
	private readonly questions: Question[];
	private readonly numbers: NumberEvidence;
	private readonly amounts: AmountEvidence;
	private readonly width: number;
	private readonly readers: RowReaders;
	/** The calling code of the first number with one. */
	private readonly code?: string;
	/** The number that was read last, and whether somebody named its country. */
	private number?: ReadMsisdn & { isNamed: boolean };

	/** @param look what is left to be declared; without it nothing is asked */
	constructor(
		private readonly reading: Reading,
		look: Partial<Look> = {},
	) {
		this.questions = look.questions ?? [];
		this.numbers = look.numbers ?? new NumberEvidence();
		this.amounts = look.amounts ?? new AmountEvidence();
		this.width = look.width ?? 0;
		const phones = look.contents?.find(({ at }) => at === reading.columns.phone)?.cells ?? [];
		const first = tried(() => normalizeMsisdn(phones.find(isInternational)));
		this.code = first && callingCodeOf(first);
		const { twoWays } = reading;
		// Digits that fit two countries are asked about at the end.
		const { phone, amount } = readersOf({ ...reading, twoWays: twoWays || 'national' });
		this.readers = {
			phone: (cell, own) => this.readPhone(phone, cell, own),
			amount: (cell) => {
				this.amounts.add(cell);
				return amount(cell);
			},
		};
	}

	private readPhone(read: Readers['phone'], cell: unknown, own: OwnParts): string {
		this.number = undefined;
		const found = onInputError<ReadMsisdn | InputError>(
			() => read(cell, own),
			(error) => error,
		);
		const isWrong = found instanceof InputError;
		this.numbers.add(cell, isWrong ? undefined : found, own);
		if (isWrong) throw this.withOwnCode(cell, found);
		const isSaid = found.readAs !== 'international' || this.reading.twoWays === 'international';
		const isNamed = isSaid || isInternational(cell) || this.hasNamedCode(found, own);
		this.number = { ...found, isNamed };
		return found.msisdn;
	}

	/** An error that names the country of other numbers in the list, where a number lacks its own. */
	private withOwnCode(cell: unknown, error: InputError): InputError {
		if (this.code === undefined || error.message !== 'must include the country code') return error;
		const nextStep = `Write ${quoted(String(cell))} with its country code in front, such as that of ${placeOfCode(this.code)}.`;
		return new InputError(error.message, nextStep);
	}

	/** Whether the list is refused as a whole, so that the rest needn't be read. */
	get isRefused(): boolean {
		return this.refusal !== undefined || this.isAsked;
	}

	/** Whether something is asked whatever more rows have. */
	private get isAsked(): boolean {
		const { questions, numbers, amounts, seen } = this;
		return seen >= mostAsked && (questions.length > 0 || numbers.isAsked || amounts.isAsked);
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
		this.seen += 1;
		const row = readRow(record, this.header.columns, this.readers);
		// Only for its evidence.
		if (this.questions.length > 0) return undefined;
		if (!isGood(row)) {
			this.bad.push(row);
			return row;
		}
		this.rows.push(row);
		if (this.number) this.counter.add(this.number, row.row, this.number.isNamed);
		return row;
	}

	/** The whole list, after its last row. */
	*result(): Steps<List> {
		const { header } = this;
		const { names = [], at = {} } = header?.columns ?? {};
		const questions = this.refusal
			? this.questions
			: yield* this.allQuestions(names[at.country ?? -1]);
		const refusal = this.refusal ?? this.refusalAtEnd(questions);
		const counter = refusal ? new NumberCounter() : this.counter;
		const rows = refusal ? [] : this.rows;
		const bad = refusal ? [badRow(header?.row ?? 0, refusal)] : this.bad;
		const columns = Object.entries(at).map(([field, position]) => [field, names[position] ?? '']);
		const outliers = yield* counter.outliers(rows);
		const report = {
			rows: rows.length,
			badRows: bad.length,
			columns: Object.fromEntries(columns) as ListReport['columns'],
			unusedColumns: names.filter((_, position) => !Object.values(at).includes(position)),
			numbers: counter.counts,
			countries: counter.countries,
			...(Object.keys(outliers).length > 0 && { outliers }),
		};
		return { rows, bad, questions, report, ...(refusal && { refusal }) };
	}

	private *allQuestions(countryColumn?: string): Steps<Question[]> {
		const within = this.isAsked ? ` of the first ${number(this.seen)} rows` : '';
		const ofNumbers = yield* numberQuestions(this.numbers, within, countryColumn);
		return [...this.questions, ...ofNumbers, ...this.amounts.questions(within)];
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
		this.refusal = problem ? lineErrors[problem] : missingColumn(columns);
		return { row, columns };
	}

	private refusalAtEnd([question]: Question[]): InputError | undefined {
		const { header, rows, bad, questions } = this;
		if (header && rows.length + bad.length + questions.length > 0)
			return question && errorOf(question);
		return new InputError('The list has no rows', 'Fill in the rows below the header.');
	}
}

/** The error of a column that was said, and isn't there. */
function missingColumn({ names, at }: Columns): InputError | undefined {
	const beyond = Object.values(at).find((position) => position >= names.length);
	if (beyond === undefined) return undefined;
	const nextStep = `Choose a column again. The columns are ${listed(names)}.`;
	return new InputError(`The list has no column ${beyond + 1}`, nextStep);
}
