import { onInputError, tried } from '../platform/input';
import { amountQuestions } from './amountQuestions';
import { chooseColumns } from './chooseColumns';
import { contentsOf, type ColumnContents } from './columnContents';
import { readField, shownName, type Field } from './columns';
import { isBlank, type ListRecord } from './csv';
import { readDeclared } from './declared';
import { readFirstRow } from './firstRow';
import { NumberEvidence } from './numberEvidence';
import { numberQuestions } from './numberQuestions';
import type { Question } from './questions';
import { readersOf, type Readers, type Reading } from './reading';
import { mostRows, samplesOf } from './sample';
import type { ShownColumn, ShownList } from './shownList';
import { finished, type Steps } from './steps';

/** How a list would be read, for a person to look at. */
export interface Proposal extends ShownList {
	reading: Reading;
}

/** So many columns are stored and shown, all that are used among them; so much of a cell shows what it is. */
const [mostColumns, mostOfCell] = [60, 60];

/** Proposes how a list is read, at once (proposeSteps). */
export function proposeReading(records: ListRecord[], said: Partial<Reading>): Proposal {
	return finished(proposeSteps(records, said));
}

/**
 * Proposes how a list is read, step by step, from the names and the contents of its columns. Declared settings stay. A country, a
 * decimal sign, a unit that nothing tells, and what two ways are, is never assumed: what speaks for one is in its question.
 *
 * @param records the first rows of the list, with its header
 * @param said a country of '' says that all numbers have their calling code
 * @throws InputError for a country without a numbering plan
 */
export function* proposeSteps(records: ListRecord[], said: Partial<Reading>): Steps<Proposal> {
	const declared = withoutEmpty(said);
	const filled = records.filter(({ cells, problem }) => !problem && !isBlank(cells));
	const { hasHeader, question: ofFirst } = readFirstRow(filled, declared.hasHeader);
	const rows = filled.slice(hasHeader ? 1 : 0).slice(0, mostRows);
	const contents = yield* contentsOf(hasHeader ? filled[0] : undefined, rows, declared);
	const sample = { hasHeader, isWhole: rows.length < mostRows };
	const { columns, questions } = chooseColumns(contents, declared, sample);
	const byField = (field: Field) => contents.find(({ at }) => at === columns[field]);
	const [phone, amounts] = [byField('phone'), byField('megabytes')];
	const ofAmounts = amounts ? amountQuestions(amounts, declared, rows.length) : [];
	const reading: Reading = {
		country: '',
		twoWays: '',
		gigabyte: 1024,
		decimal: '',
		sendAsEntered: false,
		...declared,
		unit: declared.unit ?? amounts?.says.unit ?? 'MB',
		hasHeader,
		columns,
	};
	const ofNumbers = phone
		? yield* ofNumbersIn(rows, reading, declared, byField('country')?.name)
		: [];
	const all = [...(ofFirst ? [ofFirst] : []), ...questions, ...ofNumbers, ...ofAmounts];
	const seen = proposedColumns(contents, withProposed(reading, all), rows);
	return { reading, columns: seen, questions: all };
}

/** A reading with what its questions propose for cells, as samples show it. */
function withProposed(reading: Reading, questions: Question[]): Reading {
	const ofCells = questions.filter(({ field }) => !/Row|Column/.test(field));
	const said = Object.fromEntries(ofCells.map(({ field, proposed }) => [field, proposed]));
	return { ...reading, ...withoutEmpty(readDeclared(said, [])), columns: reading.columns };
}

/** A field that is there and undefined is one that nobody declared. */
function withoutEmpty(declared: Partial<Reading>): Partial<Reading> {
	return Object.fromEntries(Object.entries(declared).filter(([, value]) => value !== undefined));
}

/** Asks what the numbers of some rows don't prove. */
function* ofNumbersIn(
	rows: ListRecord[],
	{ twoWays, columns, ...reading }: Reading,
	declared: Partial<Reading>,
	countryColumn?: string,
): Steps<Question[]> {
	const { phone = -1, country = -1, area = -1 } = columns;
	const evidence = new NumberEvidence(declared);
	const read = evidence.reader(readersOf({ ...reading, twoWays: twoWays || 'national' }).phone);
	for (const { cells } of rows) {
		tried(() => read(cells[phone], { country: cells[country], area: cells[area] }));
		yield;
	}
	return yield* numberQuestions(evidence, countryColumn);
}

function proposedColumns(
	contents: ColumnContents[],
	reading: Reading,
	rows: ListRecord[],
): ShownColumn[] {
	const fields = Object.entries(reading.columns) as [Field, number][];
	const { phone = -1, country = -1, area = -1 } = reading.columns;
	const parts = new Map(
		rows.map(({ cells }) => [cells[phone], { country: cells[country], area: cells[area] }]),
	);
	const { amount, phone: number } = readersOf(reading);
	const readers = { amount, phone: (cell: unknown) => number(cell, parts.get(cell)) };
	const all = contents.map(({ at, name, cells }): ShownColumn => {
		const [field] = fields.find(([, column]) => column === at) ?? [];
		const samples = samplesOf(cells).map((cell) => ({
			before: String(cell).slice(0, mostOfCell),
			after: field ? readAs(field, cell, readers) : '',
		}));
		return { number: at + 1, name: shownName(name, at), ...(field && { field }), samples };
	});
	const unused = all.filter(({ field }) => !field);
	const left = mostColumns - (all.length - unused.length);
	const dropped = new Set(unused.slice(Math.max(0, left)));
	return all.filter((column) => !dropped.has(column));
}

/** The value that is read from a cell, as people write it, or the reason for none. */
function readAs(field: Field, cell: unknown, readers: Readers): string {
	const declared = {
		phone: () => `+${readers.phone(cell).msisdn}`,
		megabytes: () => `${readers.amount(cell)} MB`,
	};
	return onInputError(
		() => readField(field, cell, declared).slice(0, mostOfCell),
		({ message }) => message,
	);
}
