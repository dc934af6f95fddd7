import type { Columns } from './columns';
import type { ListRecord } from './csv';

/** The cells that a planner can correct, by the names of their fields: `phone12` is the number of row 12. */
export const correctable = ['phone', 'megabytes'] as const;
type Correctable = (typeof correctable)[number];

/** Texts in place of cells of a list, by row. */
export type Corrections = ReadonlyMap<number, Partial<Record<Correctable, string>>>;

const fieldName = /^(phone|megabytes)([1-9]\d{0,7})$/;

/** Whether a field of a form corrects a cell. */
export function isCorrectionName(name: string): boolean {
	return fieldName.test(name);
}

/** The corrections among the fields of a form. */
export function correctionsIn(entered: Record<string, string>): Corrections {
	const corrections = new Map<number, Partial<Record<Correctable, string>>>();
	for (const [name, text] of Object.entries(entered)) {
		const [, field, row] = fieldName.exec(name) ?? [];
		if (field === undefined) continue;
		corrections.set(Number(row), { ...corrections.get(Number(row)), [field]: text });
	}
	return corrections;
}

/** A row with its corrections. A line that can't be cut into cells stays as it is. */
export function correctedRecord(
	record: ListRecord,
	at: Columns['at'],
	corrections?: Corrections,
): ListRecord {
	const own = corrections?.get(record.row);
	if (!own || record.problem) return record;
	const cells = [...record.cells];
	for (const field of correctable) {
		const [position, text] = [at[field], own[field]];
		if (position !== undefined && text !== undefined) cells[position] = text;
	}
	return { ...record, cells };
}

/** The field that says that only the corrected rows count. */
const onlyName = 'onlyCorrected';

/** The fields of a form that correct its list, and the others. */
export function splitCorrections(entered: Record<string, string>) {
	const isOwn = ([name]: [string, string]) => isCorrectionName(name) || name === onlyName;
	const entries = Object.entries(entered);
	return {
		corrected: Object.fromEntries(entries.filter(isOwn)),
		others: Object.fromEntries(entries.filter((entry) => !isOwn(entry))),
	};
}

/** The corrections of a form, as the reader of a list takes them. */
export function correctionSettings(entered: Record<string, string>) {
	return { corrections: correctionsIn(entered), onlyCorrected: entered[onlyName] === 'true' };
}
