import { onInputError } from '../platform/input';
import { columnOf, shownName, type CellReaders, type Field } from './columns';
import type { FlagMeaning } from './columnSettings';
import { readListSettings, type Question } from './readingSettings';
import type { Proposal } from './propose';
import { samplesOf } from './questions';
import { readersOf } from './reading';

/** A column of the list, as a page shows how it was read. */
export interface ShownColumn {
	/** From 1. */
	number: number;
	name: string;
	/** The field it was taken for; undefined where it isn't used. */
	field?: Field | FlagMeaning;
	/** Some of its cells, and what came out of them; an amount in MB. */
	samples: { before: string; after: string | number }[];
}

/** A column without cells of customers. */
export function withoutSamples({ number, name, field }: ShownColumn) {
	return { number, name, ...(field && { field }) };
}

/** Columns that are stored and shown, all that are used among them, and characters of a cell. */
const [maxColumns, maxCharacters] = [60, 60];

/** The columns of the first rows with samples, read by the settings and by what questions propose. */
export function shownColumns(
	{ profiles, rows, reading }: Pick<Proposal, 'profiles' | 'rows' | 'reading'>,
	questions: Question[],
): ShownColumn[] {
	const fields = Object.entries(reading.columns) as [Field, number][];
	const { phone: phoneAt = -1, country = -1, area = -1 } = reading.columns;
	const parts = new Map(
		rows.map(({ cells }) => [cells[phoneAt], { country: cells[country], area: cells[area] }]),
	);
	const proposals = questions.map(({ field, proposed }) => [field, proposed]);
	const proposed = readListSettings(Object.fromEntries(proposals), [], reading, 'proposed');
	const { phone, megabytes } = readersOf(proposed);
	const readers: CellReaders = {
		phone: (cell) => phone(cell, parts.get(cell)).phone,
		megabytes,
	};
	const all = profiles.map(({ at, name, cells }): ShownColumn => {
		const [field] = fields.find(([, column]) => column === at) ?? [];
		const samples = samplesOf(cells).map((cell) => ({
			before: String(cell).slice(0, maxCharacters),
			after: field ? readAs(field, cell, readers) : '',
		}));
		const meaning = field ?? reading.flags[at];
		const shown = { number: at + 1, name: shownName(name, at), samples };
		return { ...shown, ...(meaning && { field: meaning }) };
	});
	const asked = new Set(questions.flatMap(({ columns: about = [] }) => about));
	const unused = all.filter(({ field, number }) => !field && !asked.has(number));
	const left = maxColumns - (all.length - unused.length);
	const dropped = new Set(unused.slice(Math.max(0, left)));
	return all.filter((column) => !dropped.has(column));
}

/** The value that is read from a cell, a number with its plus sign, or the reason why there is none. */
function readAs(field: Field, cell: unknown, readers: CellReaders): string | number {
	const read = () => {
		const value = columnOf(field).read(cell, readers, {});
		if (typeof value === 'number') return value;
		return (field === 'phone' ? `+${value}` : value).slice(0, maxCharacters);
	};
	return onInputError<string | number>(read, ({ message }) => message);
}
