import { isNothing } from '../platform/answer';
import { InputError, onInputError } from '../platform/input';
import type { ListRecord } from './csv';
import { isColumnName } from './declared';
import { openSteps, type ListFile } from './file';
import { itemRecords } from './items';
import type { List } from './list';
import { lookAt, openList, type OpenList, type Said } from './openList';
import { mostRows } from './sample';
import { errorOf } from './questions';
import type { BadRow, ListRow } from './row';
import { orInputError, type Steps } from './steps';
import { withinLimits } from './withinLimits';

/** A file that a person chose. */
export interface ChosenFile {
	fileName: string;
	bytes: Uint8Array;
}

/** How a file was written. */
export interface ReadFile {
	fileName?: string;
	encoding?: string;
	separator?: string;
	/** Of a workbook. */
	sheet?: string;
	/** How many rows of the sheet the spreadsheet doesn't show. */
	hiddenRows?: number;
	/** How many rows above the header weren't read. */
	rowsAbove?: number;
}

/** A list, and what was said of how its rows are read. */
export interface ListSource extends Said {
	file?: ChosenFile;
	/** Of a workbook; empty for the first that isn't hidden. */
	sheet?: string;
	/** The items, for a list that isn't a file. */
	rows?: Record<string, unknown>[];
}

/** A list as it was read. */
export interface ReadList extends List {
	file: ReadFile;
	/** The file itself, where the list is one. */
	bytes?: Uint8Array;
	/** Undefined where it couldn't be opened. */
	opened?: Pick<OpenList, 'header' | 'said' | 'proposal'>;
	/** The item that each row comes from. */
	origins: Map<ListRow | BadRow, number>;
}

/** Reads a list row by row; one that can't be is refused as a whole. */
export function* readSteps(source: ListSource): Steps<ReadList> {
	const { file, rows = [] } = source;
	if (!file) return yield* listOf(withOwnAmounts(source, rows), { records: itemRecords(rows) });
	const { fileName, bytes } = file;
	const opened = yield* orInputError(openSteps(bytes, source.sheet));
	if (opened instanceof InputError) return refused(opened, fileName);
	const { hiddenRows: hidden = [], ...written } = opened;
	const list = yield* listOf(source, written);
	const hiddenRows = hidden.length;
	return {
		...list,
		bytes,
		file: { fileName, ...list.file, ...(hiddenRows > 0 && { hiddenRows }) },
	};
}

/** The name that items have for an amount, which the docs tell programs. */
const ownAmount = 'megabytes';

/** Items that name their amounts as the docs do; an amount for all rows is for those without, then. */
function withOwnAmounts(source: ListSource, rows: Record<string, unknown>[]): ListSource {
	const isSaid = Object.entries(source).some(([name, value]) => {
		return (name === 'amountColumn' || isColumnName(name)) && !isNothing(value);
	});
	const isOwn = !isSaid && rows.some((row) => Object.hasOwn(row, ownAmount));
	return isOwn ? { ...source, amountColumn: ownAmount } : source;
}

function* listOf(
	source: ListSource,
	{ records: written, question, ...file }: Omit<ListFile<undefined>, 'hiddenRows'>,
): Steps<ReadList> {
	const rest = withinLimits(written);
	let refusal = question && errorOf(question);
	const next = () =>
		onInputError(
			() => rest.next(),
			(error) => {
				refusal = error;
				return { done: true, value: undefined } as const;
			},
		);
	const first: ListRecord[] = [];
	// One more for the header.
	while (first.length <= mostRows) {
		const { done, value } = next();
		if (done) break;
		if (value) first.push(value);
		yield;
	}
	const { records, reader, rowsAbove, ...opened } = yield* lookAt(first, source);
	// Columns are chosen when the sheet is.
	if (question) opened.proposal = { ...opened.proposal, columns: [], questions: [question] };
	if (refusal) reader.refuse(refusal);
	const origins: ReadList['origins'] = new Map();
	const read = (record: ListRecord) => {
		const row = reader.read(record);
		if (row && record.item !== undefined) origins.set(row, record.item);
	};
	for (const record of records) {
		read(record);
		yield;
	}
	while (!reader.isRefused) {
		const { done, value } = next();
		if (refusal) reader.refuse(refusal);
		if (done) break;
		if (value) read(value);
		yield;
	}
	const list = yield* reader.resultSteps();
	if (list.question) opened.proposal.questions.push(list.question);
	const above = rowsAbove > 0 && { rowsAbove };
	return { ...list, file: { ...file, ...above }, opened, origins };
}

function refused(error: InputError, fileName: string | undefined): ReadList {
	const { reader } = openList([], {});
	reader.refuse(error);
	return { ...reader.result(), file: { fileName }, origins: new Map() };
}
