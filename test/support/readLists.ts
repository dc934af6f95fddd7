import type { ListRecord } from '../../lists/csv';
import { openSteps } from '../../lists/file';
import { ListReader, type List } from '../../lists/list';
import { mostRows, propose, type Said } from '../../lists/lookAt';
import { listOf, type Proposal } from '../../lists/readSteps';
import type { Reading } from '../../lists/reading';
import { shownColumns } from '../../lists/shownList';
import { finished } from '../../lists/steps';
import { openSheets } from '../../lists/workbook/open';

/** Items without the stops between them. */
export function* withoutStops<Item extends object>(items: Iterable<Item | undefined>) {
	for (const item of items) if (item) yield item;
}

/** Opens a file at once. */
export function openFile(bytes: Uint8Array, sheet = '') {
	const { records, ...file } = finished(openSteps(bytes, sheet));
	return { ...file, records: withoutStops(records) };
}

/** Opens one sheet of a workbook at once. */
export function openWorkbook(bytes: Uint8Array, sheet?: string, asStored = false) {
	const sheets = finished(openSheets(bytes, asStored));
	const { records, ...workbook } = finished(sheets.open(sheet));
	return { ...workbook, records: withoutStops(records) };
}

/** Reads rows at once, by what was said. */
export function readRows(records: Iterable<ListRecord | undefined>, said: Said) {
	const { opened, ...list } = finished(listOf(said, { records }));
	if (!opened) throw new Error('A list of rows is always opened');
	return { ...list, proposal: opened.proposal };
}

/** Reads rows at once, by a declared reading. */
export function proposeReading(records: ListRecord[], declared: Partial<Reading>): Proposal {
	const look = finished(propose(records.slice(0, mostRows + 1), declared));
	const reader = new ListReader(look.reading, look);
	for (const record of records) reader.read(record);
	const { questions } = finished(reader.result());
	return { reading: look.reading, questions, columns: shownColumns(look, questions) };
}

/** Reads rows at once, and asks nothing. */
export function readAnyhow(records: ListRecord[], reading: Reading): List {
	const reader = new ListReader(reading);
	for (const record of records) reader.read(record);
	return finished(reader.result());
}
