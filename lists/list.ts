import { isNothing } from '../platform/answer';
import { countriesOf, getCountryCallingCode, type CountryCode } from '../libraries/libphonenumber';
import { countryWritten } from '../platform/declaredNumber';
import { counted, phrase, type Text } from '../platform/say';
import { InputError, onInputError, quoted, tried } from '../platform/input';
import { normalizePhone } from '../platform/phoneNumber';
import { isMobile, readPhone, type ReadPhone } from '../platform/nationalNumber';
import { callingCodeOf } from '../platform/callingCodes';
import { AmountEvidence, writtenInGb, type AmountInGb } from './amountEvidence';
import type { CellReaders, Columns, Field, OwnParts } from './columns';
import { placeOfCode } from './countryWords';
import { correctedRecord } from './corrections';
import { isBlank, type ListRecord } from './csv';
import { Marks, type Surroundings } from './marks';
import { PhoneCounter, type PhoneCounts, type Outliers } from './phoneCounter';
import { PhoneEvidence } from './phoneEvidence';
import { phoneQuestions } from './phoneQuestions';
import type { ListSettings, Proposal } from './propose';
import { samplesOf } from './questions';
import { isInternational, readersOf, type Readers } from './reading';
import { remembered } from './remembered';
import { questionError, type Question } from './readingSettings';
import { badRow, isGood, readRow, type BadRow, type ListRow } from './row';
import { TakenBack } from './takenBack';
import type { Turns } from './turns';

/** The result of reading a list. */
export interface ListReport {
	rows: number;
	badRows: number;
	/** The name of each field's column. */
	columns: Partial<Record<Field, string>>;
	unusedColumns: string[];
	/** How the numbers of the good rows were read. */
	numbers: PhoneCounts;
	/** The countries of the numbers, in a sentence: `2 numbers, all of Germany (+49)`. */
	countries: Text;
	/** How many MB a GB was read as, with the first row that has GB; undefined where no row has. */
	gigabyte?: { megabytes: number; example?: AmountInGb };
	/** The good rows that differ from the rest, if there are any. */
	outliers?: Outliers;
}

/** A list as it was read. A list that is refused as a whole has no rows, and one bad row with the reason. */
export interface List {
	rows: ListRow[];
	bad: BadRow[];
	/** Why it's refused as a whole. */
	refusal?: InputError;
	/** The questions that are left: it's refused then. */
	questions: Question[];
	report: ListReport;
}

const noColumns: Columns = { names: [], at: {} };

/** A list that is refused as a whole. @param row the number of the row with its first cells */
export function refusedList(
	refusal: InputError,
	{ questions = [], row = 0, columns = noColumns }: Partial<RefusalFacts> = {},
): List {
	const bad = [badRow(row, refusal)];
	return { rows: [], bad, questions, refusal, report: reportOf(columns, { rows: [], bad }) };
}

interface RefusalFacts {
	questions: Question[];
	row: number;
	columns: Columns;
}

function reportOf(
	{ names, at }: Columns,
	{ rows, bad }: Pick<List, 'rows' | 'bad'>,
	{ counts, countries } = new PhoneCounter(),
): ListReport {
	const columns = Object.entries(at).map(([field, position]) => [field, names[position] ?? '']);
	return {
		rows: rows.length,
		badRows: bad.length,
		columns: Object.fromEntries(columns) as ListReport['columns'],
		unusedColumns: names.filter((_, position) => !Object.values(at).includes(position)),
		numbers: counts,
		countries,
	};
}

/** Rows of a list that is asked about: it's read no further, so that the question comes within a second. */
const maxAsked = 10_000;

/** Reads a list row by row, as it was proposed. */
export class ListReader {
	/** The number of rows that were read. */
	private seen = 0;
	private readonly rows: ListRow[] = [];
	private readonly bad: BadRow[] = [];
	private readonly counter = new PhoneCounter();
	private readonly numbers: PhoneEvidence;
	private readonly amounts: AmountEvidence;
	private readonly marks: Marks;
	private readonly takenBack = new TakenBack();
	private inGb?: AmountInGb;
	private readonly readers: CellReaders;
	/** The first calling codes behind a plus sign, such as 49. */
	private readonly codes: string[];
	/** The number that was read last, and whether somebody named its country. */
	private number?: ReadPhone & { isNamed: boolean };

	constructor(
		private readonly proposal: Proposal,
		private readonly settings: Pick<ListSettings, 'corrections' | 'onlyCorrected'> = {},
		around: Surroundings = { above: [] },
	) {
		const { reading, profiles } = proposal;
		this.numbers = new PhoneEvidence(reading);
		this.amounts = new AmountEvidence(reading);
		this.marks = new Marks(proposal, around);
		const cells = profiles.find(({ at }) => at === reading.columns.phone)?.cells ?? [];
		const written = cells.filter(isInternational);
		this.codes = samplesOf(
			written.flatMap((cell) => tried(() => callingCodeOf(normalizePhone(cell))) ?? []),
		);
		// Digits that fit two countries are asked about at the end.
		const { phone, megabytes } = readersOf({ ...reading, twoWays: reading.twoWays || 'national' });
		const amountOf = remembered(megabytes);
		this.readers = {
			phone: (cell, own) => this.readPhone(phone, cell, own),
			megabytes: (cell) => {
				this.amounts.add(cell);
				return amountOf(cell);
			},
		};
	}

	private readPhone(read: Readers['phone'], cell: unknown, own: OwnParts): string {
		this.number = undefined;
		const found = onInputError<ReadPhone | InputError>(
			() => read(cell, own),
			(error) => error,
		);
		const isWrong = found instanceof InputError;
		this.numbers.add(cell, isWrong ? undefined : found, own);
		if (isWrong) throw this.withLikelyCode(cell, found);
		const { twoWays } = this.proposal.reading;
		// A setting says how to read plain digits.
		const isChosen = found.readAs !== 'international' || twoWays === 'international';
		const isNamed = isChosen || isInternational(cell) || this.hasNamedCode(found, own);
		this.number = { ...found, isNamed };
		return found.phone;
	}

	/** The error of a number without a country code names a country of the list in which it would be a mobile number. */
	private withLikelyCode(cell: unknown, error: InputError): InputError {
		if (error.message !== 'must include the country code') return error;
		const read = this.codes.flatMap((code) => {
			const number = tried(() => readPhone(cell, countriesOf(code)[0] ?? ''));
			return number ? [{ code, ...number }] : [];
		});
		// A plan may lack numbers that are new.
		const fits = read.find(isMobile) ?? read.find(({ type }) => type === undefined);
		const written = quoted(String(cell));
		const nextStep = fits
			? phrase`Write ${written} with its country code in front, such as that of ${placeOfCode(fits.code)}.`
			: phrase`Write ${written} with its country code in front.`;
		return new InputError(error.texts[0], nextStep);
	}

	/** Whether a number has the calling code of the list's country, or of its row's own. */
	private hasNamedCode({ phone }: ReadPhone, { country }: OwnParts): boolean {
		const ofList = this.proposal.reading.country;
		const ownCountry = isNothing(country) ? ofList : tried(() => countryWritten(country));
		const code = ownCountry && getCountryCallingCode(ownCountry as CountryCode);
		return code === callingCodeOf(phone);
	}

	/** Whether more rows change nothing: the list is refused as a whole, or a question is open after 10,000 rows. */
	get isDecided(): boolean {
		const isLong = this.seen >= maxAsked;
		return this.proposal.refusal !== undefined || (isLong && this.questions('').length > 0);
	}

	/** Reads the next row; undefined for a blank row, or a row that only gives evidence. */
	read(record: ListRecord): ListRow | BadRow | undefined {
		const { columns, questions, refusal } = this.proposal;
		if (refusal || isBlank(record.cells)) return undefined;
		this.seen += 1;
		const { corrections, onlyCorrected } = this.settings;
		const own = correctedRecord(record, columns.at, corrections);
		const mark = this.marks.markOf(own);
		const row =
			mark === undefined
				? readRow(own, columns, this.readers)
				: badRow(own.row, mark.error, { cells: own.cells, columns, position: mark.at });
		this.takenBack.add(row, this.number?.phone);
		// The row was read only for its evidence: the list is refused, or gives the corrected rows alone.
		if (questions.length > 0 || (onlyCorrected && !corrections?.has(record.row))) return undefined;
		if (!isGood(row)) {
			this.bad.push(row);
			return row;
		}
		this.rows.push(row);
		this.inGb ??= writtenInGb(own.cells[columns.at.megabytes ?? -1], row, this.proposal.reading);
		if (this.number) this.counter.add(this.number, row.row, this.number.isNamed);
		return row;
	}

	/** The whole list, after its last row. @param error the reason why the file can't be read to its end */
	*result(error?: InputError): Turns<List> {
		const { bad, counter, proposal } = this;
		const { columns, header } = proposal;
		const rows = yield* this.takenBack.refuse(this.rows, bad);
		const refused = error ?? proposal.refusal;
		const questions = refused ? proposal.questions : yield* this.allQuestions();
		const [question] = questions;
		const isEmpty = !header || rows.length + bad.length + questions.length === 0;
		const refusal = refused ?? (isEmpty ? emptyError : question && questionError(question));
		if (refusal) return refusedList(refusal, { questions, row: header?.row, columns });
		const outliers = yield* counter.outliers(rows);
		const { inGb: example } = this;
		const megabytes = proposal.reading.gigabyte;
		const report = {
			...reportOf(columns, { rows, bad }, counter),
			...(example && { gigabyte: { megabytes, example } }),
			...(Object.keys(outliers).length > 0 && { outliers }),
		};
		return { rows, bad, questions, report };
	}

	private *allQuestions(): Turns<Question[]> {
		const within = this.isDecided ? phrase` of the first ${counted(this.seen, 'row')}` : '';
		yield* this.numbers.finish();
		return this.questions(within);
	}

	/** The questions by what was read so far. @param within as in `phoneQuestions` */
	private questions(within: Text): Question[] {
		const { numbers, amounts, marks } = this;
		const { questions, columns, reading } = this.proposal;
		const name = columns.names[columns.at.country ?? -1] ?? '';
		const isChosen = reading.columnStatus.country === 'chosen';
		return [
			...questions,
			...phoneQuestions(numbers, within, { name, isChosen }),
			...amounts.questions(within),
			...marks.questions(within),
		];
	}
}

const emptyError = new InputError('The list has no rows', 'Fill in the rows below the header.');
