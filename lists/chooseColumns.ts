import type { ColumnContents } from './columnContents';
import { chooseAmount, type Sample } from './chooseAmount';
import { choosePhone } from './choosePhone';
import type { Choice } from './columnQuestion';
import { fields, fitsField, type Field } from './columns';
import type { Question } from './questions';
import type { Reading } from './reading';

/** The columns that were chosen, and what has to be asked of them. */
export interface ChosenColumns {
	columns: Reading['columns'];
	questions: Question[];
}

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
	for (const field of fields) {
		if (field === 'phone' || field === 'megabytes' || !isOpen(field)) continue;
		take(field, { chosen: fitting(free(), field) });
	}
	const chosen = Object.entries(columns).filter(([, at]) => at !== undefined);
	return { columns: Object.fromEntries(chosen) as Reading['columns'], questions };
}

/** The column with the best name of a field whose cells can be that. */
function fitting(contents: ColumnContents[], field: Field): ColumnContents | undefined {
	// In some languages both codes have one name.
	const both = field === 'area' ? named(contents, 'country') : [];
	return [...named(contents, field), ...both].find(({ cells }) => fitsField(cells, field));
}

/** The columns whose name says the field, the best name first. */
function named(contents: ColumnContents[], field: Field): ColumnContents[] {
	return contents
		.filter(({ says }) => says.field === field)
		.sort((one, other) => one.says.rank - other.says.rank);
}
