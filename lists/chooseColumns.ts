import { countryWritten } from '../platform/declaredNumber';
import { optionalText, tried } from '../platform/input';
import type { ColumnContents } from './columnContents';
import { chooseAmount, type Sample } from './chooseAmount';
import { choosePhone } from './choosePhone';
import type { Choice } from './columnQuestion';
import type { Field } from './columns';
import type { Question } from './questions';
import type { Reading } from './reading';
import { normalizeZone } from './zones';

/** The columns that were chosen, and what has to be asked of them. */
export interface ChosenColumns {
	columns: Reading['columns'];
	questions: Question[];
}

/** Most cells must be what the name says; of area codes nearly all. */
const [most, nearlyAll] = [0.5, 0.8];

/** Proposes the column of each field that wasn't declared. */
export function chooseColumns(
	contents: ColumnContents[],
	declared: Partial<Reading>,
	sample: Sample,
): ChosenColumns {
	const columns: Reading['columns'] = { ...declared.columns };
	const questions: Question[] = [];
	const isOpen = (field: Field) => !(declared.columns && field in declared.columns);
	const free = () => {
		const used = new Set(Object.values(columns));
		return contents.filter(({ at }) => !used.has(at));
	};
	const take = (field: Field, { chosen, question }: Choice): void => {
		if (chosen) columns[field] = chosen.at;
		if (question) questions.push(question);
	};
	if (isOpen('phone')) take('phone', choosePhone(free(), contents));
	if (isOpen('megabytes')) take('megabytes', chooseAmount(free(), contents, declared, sample));
	for (const field of Object.keys(fits) as (keyof typeof fits)[]) {
		if (isOpen(field)) take(field, { chosen: fitting(free(), field) });
	}
	const chosen = Object.entries(columns).filter(([, at]) => at !== undefined);
	return { columns: Object.fromEntries(chosen) as Reading['columns'], questions };
}

/** The column with the best name of a field whose cells can be that. */
function fitting(contents: ColumnContents[], field: keyof typeof fits): ColumnContents | undefined {
	// In some languages both codes have one name.
	const both = field === 'area' ? named(contents, 'country') : [];
	return [...named(contents, field), ...both].find((column) => {
		return share(column, fits[field]) >= (field === 'area' ? nearlyAll : most);
	});
}

/** The columns whose name says the field, the best name first. */
function named(contents: ColumnContents[], field: Field): ColumnContents[] {
	return contents
		.filter(({ says }) => says.field === field)
		.sort((one, other) => one.says.rank - other.says.rank);
}

function share({ cells }: ColumnContents, fitsField: (cell: unknown) => boolean): number {
	return cells.length === 0 ? 0 : cells.filter(fitsField).length / cells.length;
}

/** An operator's name isn't its code, and the platform takes the code. */
const operatorCode = /^[A-Z]{2}_[A-Z\d_]+$/i;

/** Its row says that an expression gave nothing. */
const isBroken = (cell: unknown) => tried(() => optionalText(cell)) === undefined;

const fits = {
	country: (cell: unknown) => isBroken(cell) || tried(() => countryWritten(cell)) !== undefined,
	area: (cell: unknown) => /^'?\(?0?[1-9]\d{0,4}\)?$/.test(String(cell).trim()),
	customer: () => true,
	name: () => true,
	operator: (cell: unknown) => isBroken(cell) || operatorCode.test(String(cell).trim()),
	zone: (cell: unknown) => isBroken(cell) || tried(() => normalizeZone(cell)) !== undefined,
} satisfies Record<Exclude<Field, 'phone' | 'megabytes'>, (cell: unknown) => boolean>;
