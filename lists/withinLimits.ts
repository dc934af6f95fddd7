import { isNothing } from '../platform/answer';
import { maxColumns, tooWide, type ListRecord } from './csv';

/** As many characters as a cell has in a spreadsheet. */
const maxCharacters = 32_767;

/** So much of a cell shows which one is too long. */
const maxShown = 200;

/**
 * Rows as they are read, before anybody looks at their cells: a cell that is too long for a spreadsheet is a problem of its
 * row, and empty cells behind all others are none.
 *
 * @throws InputError for a row that is wider than a list
 */
export function* withinLimits(
	records: Iterable<ListRecord | undefined>,
): Generator<ListRecord | undefined, void> {
	for (const record of records) yield record && checked(record);
}

function checked(record: ListRecord): ListRecord {
	if (record.cells.length > maxColumns) {
		const last = record.cells.findLastIndex((cell) => !isNothing(cell));
		if (last >= maxColumns) throw tooWide();
		return checked({ ...record, cells: record.cells.slice(0, maxColumns) });
	}
	if (!record.cells.some(isLong)) return record;
	const cells = record.cells.map((cell) => (isLong(cell) ? cell.slice(0, maxShown) : cell));
	return { ...record, cells, problem: record.problem ?? 'longCell' };
}

function isLong(cell: unknown): cell is string {
	return typeof cell === 'string' && cell.length > maxCharacters;
}
