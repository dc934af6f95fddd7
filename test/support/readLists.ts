import { fields } from '../../lists/columns';
import type { ListRecord } from '../../lists/csv';
import { openInTurns } from '../../lists/file';
import { ListReader, type List } from '../../lists/list';
import { maxSampleRows, propose, type ListSettings } from '../../lists/propose';
import { listOf } from '../../lists/readList';
import { defaultReading, type Reading } from '../../lists/reading';
import { shownColumns } from '../../lists/shownList';
import { finished } from '../../lists/turns';
import { openSheets } from '../../lists/workbook/open';

/** Items without the stops between them. */
export function* withoutStops<Item extends object>(items: Iterable<Item | undefined>) {
	for (const item of items) if (item) yield item;
}

/** Opens a file at once. */
export function openFile(bytes: Uint8Array, sheet = '') {
	const { records, ...file } = finished(openInTurns(bytes, sheet));
	return { ...file, records: withoutStops(records) };
}

/** Opens one sheet of a workbook at once. */
export function openWorkbook(bytes: Uint8Array, sheet?: string, asStored = false) {
	const sheets = finished(openSheets(bytes, asStored));
	const { records, ...workbook } = finished(sheets.open(sheet));
	return { ...workbook, records: withoutStops(records) };
}

/** Reads rows at once, by the chosen settings. */
export function readRows(records: Iterable<ListRecord | undefined>, settings: ListSettings) {
	const { opened, ...list } = finished(listOf(settings, { records }));
	if (!opened) throw new Error('A list of rows is always opened');
	return { ...list, ...opened };
}

const allChosen = (names: string[]) =>
	Object.fromEntries(names.map((name) => [name, 'chosen' as const]));

const withoutUndefined = <Values extends object>(values: Values): Values =>
	JSON.parse(JSON.stringify(values)) as Values;

/** A reading of which these settings and columns were chosen; a column that is undefined isn't in the list. */
export function readingOf({ columns = {}, ...others }: Partial<Reading>): Reading {
	const values = withoutUndefined(others);
	return {
		...defaultReading,
		...values,
		columns: withoutUndefined(columns),
		status: allChosen(Object.keys(values)),
		columnStatus: allChosen(Object.keys(columns)),
	};
}

/** Reads rows at once, by a reading. */
function readBy(records: ListRecord[], reading: Reading) {
	const proposal = finished(propose(records.slice(0, maxSampleRows + 1), reading));
	const reader = new ListReader(proposal);
	const others = records.slice(maxSampleRows + 1);
	for (const record of [...proposal.body, ...others]) reader.read(record);
	return { proposal, list: finished(reader.result()) };
}

/** Reads rows at once, by the chosen settings. */
export function proposeReading(records: ListRecord[], settings: Partial<Reading>) {
	const { proposal, list } = readBy(records, readingOf(settings));
	const { questions } = list;
	return { reading: proposal.reading, questions, columns: shownColumns(proposal, questions) };
}

/** Reads rows at once, and asks nothing. */
export function readAnyhow(records: ListRecord[], reading: Reading): List {
	const status = allChosen(Object.keys(reading));
	return readBy(records, { ...reading, status, columnStatus: allChosen(fields) }).list;
}
