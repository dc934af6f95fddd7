import { onInputError } from '../platform/input';
import type { ColumnContents } from './columnContents';
import { readField, shownName, type Field } from './columns';
import type { ListRecord } from './csv';
import { readDeclared } from './declared';
import { samplesOf, type Question } from './questions';
import { readersOf, withoutEmpty, type Readers, type Reading } from './reading';

/** A column of the list, for who looks at how it was read. */
export interface ShownColumn {
	/** From 1. */
	number: number;
	name: string;
	/** The field it was taken for; undefined where it isn't used. */
	field?: Field;
	/** Some of its cells, and what came out of them. */
	samples: { before: string; after: string }[];
}

/** A column without cells of customers. */
export function withoutSamples({ number, name, field }: ShownColumn) {
	return { number, name, ...(field && { field }) };
}

/** So many columns are stored and shown, all that are used among them; so much of a cell shows what it is. */
const [mostColumns, mostOfCell] = [60, 60];

/** The columns of the first rows with samples, read by what was declared and what questions propose. */
export function shownColumns(
	{ contents, rows, reading }: { contents: ColumnContents[]; rows: ListRecord[]; reading: Reading },
	questions: Question[],
): ShownColumn[] {
	const fields = Object.entries(reading.columns) as [Field, number][];
	const { phone = -1, country = -1, area = -1 } = reading.columns;
	const parts = new Map(
		rows.map(({ cells }) => [cells[phone], { country: cells[country], area: cells[area] }]),
	);
	const { amount, phone: number } = readersOf(withProposed(reading, questions));
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

/** A reading with what its questions propose for cells. */
function withProposed(reading: Reading, questions: Question[]): Reading {
	const ofCells = questions.filter(({ field }) => !/Row|Column/.test(field));
	const said = Object.fromEntries(ofCells.map(({ field, proposed }) => [field, proposed]));
	return { ...reading, ...withoutEmpty(readDeclared(said, [])), columns: reading.columns };
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
