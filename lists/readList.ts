import { isNothing, isObject } from '../platform/answer';
import { InputError } from '../platform/input';
import { withinLimits, type ListRecord } from './csv';
import { isColumnName, isFlagMeaning } from './columnSettings';
import { questionError, type ChosenSettings } from './readingSettings';
import { openInTurns, type FileFormat, type ListFile } from './file';
import { ListReader, refusedList, type List } from './list';
import { maxSampleRows, proposeFor, type ListSettings } from './propose';
import type { Reading } from './reading';
import type { BadRow, ListRow } from './row';
import { shownColumns, type ShownColumn } from './shownList';
import { orInputError, takeSome, type Turns } from './turns';

/** A file that a person chose. */
export interface ChosenFile {
	fileName: string;
	bytes: Uint8Array;
}

/** A file, and how it was read. */
export interface ReadFile extends FileFormat {
	fileName?: string;
	/** How many rows that are read the spreadsheet doesn't show. */
	hiddenRows?: number;
	/** How many rows above the header weren't read. */
	rowsAbove?: number;
}

/** A list, and the settings that say how to read its rows. */
export interface ListSource extends ListSettings {
	file?: ChosenFile;
	/** Of a workbook; empty for the first that isn't hidden. */
	sheet?: string;
	/** The items, for a list that isn't a file. */
	rows?: Record<string, unknown>[];
}

/** A list as it was read. */
export interface ReadList extends List {
	file: ReadFile;
	/** Undefined where it couldn't be opened. */
	opened?: {
		/** The cells of the first row that isn't blank. */
		header: unknown[];
		/** The settings that were chosen, completed by the defaults. */
		chosen: ChosenSettings;
		reading: Reading;
		columns: ShownColumn[];
	};
	/** The item that each row comes from. */
	origins: Map<ListRow | BadRow, number>;
}

/** Reads a list row by row. A file that can't be read is refused as a whole. */
export function* readInTurns(source: ListSource): Turns<ReadList> {
	const { file, rows = [] } = source;
	if (!file) return yield* listOf(withOwnAmounts(source, rows), { records: itemRecords(rows) });
	const { fileName, bytes } = file;
	const opened = yield* orInputError(openInTurns(bytes, source.sheet));
	if (opened instanceof InputError) {
		return { ...refusedList(opened), file: { fileName }, origins: new Map() };
	}
	const list = yield* listOf(source, opened);
	return { ...list, file: { fileName, ...list.file } };
}

/** The rows of a list that comes as items: a header with all names, and a row for each item; undefined where other work gets its turn. */
function* itemRecords(items: Record<string, unknown>[]): Generator<ListRecord | undefined> {
	const found = new Set<string>();
	const all: Record<string, unknown>[] = [];
	for (const item of items) {
		const values = flat(item);
		for (const name of Object.keys(values)) found.add(name);
		all.push(values);
		yield undefined;
	}
	const names = [...found];
	yield { row: 0, cells: names };
	for (const [at, values] of all.entries()) {
		// As n8n's Google Sheets node tells it.
		const { row_number: own } = values;
		const row = typeof own === 'number' ? own : at + 1;
		yield { row, cells: names.map((name) => values[name]), item: at };
	}
}

/** Objects within objects whose parts are columns. */
const maxDepth = 3;

/** An item in which the parts of an object are values of their own, such as `consent.sms`. */
function flat(item: Record<string, unknown>, depth = 0): Record<string, unknown> {
	if (depth === maxDepth || !Object.values(item).some(hasParts)) return item;
	const entries = Object.entries(item).flatMap(([name, value]) => {
		if (!hasParts(value)) return [[name, value] as const];
		const parts = Object.entries(flat(value, depth + 1));
		return parts.map(([part, own]) => [`${name}.${part}`, own] as const);
	});
	return Object.fromEntries(entries);
}

/** A date is an object, too, and has none. */
const hasParts = (value: unknown): value is Record<string, unknown> =>
	isObject(value) && !('toJSON' in value);

/** The name that items have for an amount, which the docs tell programs. */
const ownAmount = 'megabytes';

/** Items with `megabytes`, the name in the docs, have amounts of their own; an amount for all rows is for the others. */
function withOwnAmounts(source: ListSource, rows: Record<string, unknown>[]): ListSource {
	const isChosen = Object.entries(source).some(([name, value]) => {
		const isOfField = isColumnName(name) && !isFlagMeaning(value);
		return (name === 'amountColumn' || isOfField) && !isNothing(value);
	});
	const isOwn = !isChosen && rows.some((row) => Object.hasOwn(row, ownAmount));
	return isOwn ? { ...source, amountColumn: ownAmount } : source;
}

/** Reads the rows of a list: the first ones show how all are read. @throws InputError for a setting that can't be read */
export function* listOf(
	source: ListSettings,
	{ records, question, excluded, ...file }: ListFile,
): Turns<ReadList> {
	const rest = withinLimits(records);
	// One more for the header.
	const first = yield* takeSome(rest, maxSampleRows + 1);
	const { chosen, rowsAbove, ...proposal } = yield* proposeFor(first.items, source);
	// Columns are chosen when the sheet is.
	if (question) proposal.refusal = questionError(question);
	const titles = first.items.slice(0, rowsAbove).flatMap(({ cells }) => cells);
	const reader = new ListReader(proposal, source, { above: [file.sheet, ...titles], excluded });
	const origins: ReadList['origins'] = new Map();
	let some = { ...first, items: proposal.body };
	let hiddenRows = 0;
	for (;;) {
		for (const record of some.items) {
			if (record.isHidden && proposal.reading.markedRows !== 'leaveOut') hiddenRows += 1;
			const row = reader.read(record);
			if (row && record.item !== undefined) origins.set(row, record.item);
			yield;
		}
		if (some.isLast || reader.isDecided) break;
		some = yield* takeSome(rest, maxSampleRows);
	}
	const list = yield* reader.result(some.error);
	const { reading, header } = proposal;
	const columns = question ? [] : shownColumns(proposal, list.questions);
	return {
		...list,
		questions: question ? [question] : list.questions,
		file: { ...file, ...(hiddenRows > 0 && { hiddenRows }), ...(rowsAbove > 0 && { rowsAbove }) },
		opened: { header: header?.cells ?? [], chosen, reading, columns },
		origins,
	};
}
