import { fields } from '../../lists/columns';
import type { ListRecord } from '../../lists/csv';
import { openSteps } from '../../lists/file';
import { ListReader, type List } from '../../lists/list';
import { maxSampleRows, propose, type ListSettings } from '../../lists/propose';
import { listOf } from '../../lists/readSteps';
import { defaultReading, type Reading } from '../../lists/reading';
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
export function readRows(records: Iterable<ListRecord | undefined>, said: ListSettings) {
	const { opened, ...list } = finished(listOf(said, { records }));
	if (!opened) throw new Error('A list of rows is always opened');
	return { ...list, ...opened };
}

const allSaid = (names: string[]) =>
	Object.fromEntries(names.map((name) => [name, 'said' as const]));

const withoutUndefined = <Values extends object>(values: Values): Values =>
	JSON.parse(JSON.stringify(values)) as Values;

/** A reading of which these settings and columns were said; a column that is undefined isn't in the list. */
export function readingOf({ columns = {}, ...said }: Partial<Reading>): Reading {
	const values = withoutUndefined(said);
	return {
		...defaultReading,
		...values,
		columns: withoutUndefined(columns),
		status: allSaid(Object.keys(values)),
		columnStatus: allSaid(Object.keys(columns)),
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

/** Reads rows at once, by the settings that were said. */
export function proposeReading(records: ListRecord[], said: Partial<Reading>) {
	const { proposal, list } = readBy(records, readingOf(said));
	const { questions } = list;
	return { reading: proposal.reading, questions, columns: shownColumns(proposal, questions) };
}

/** Reads rows at once, and asks nothing. */
export function readAnyhow(records: ListRecord[], reading: Reading): List {
	const status = allSaid(Object.keys(reading));
	return readBy(records, { ...reading, status, columnStatus: allSaid(fields) }).list;
}
