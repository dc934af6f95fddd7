import type { IExecuteFunctions } from 'n8n-workflow';
import type { ReadFile } from '../../campaign/check';
import type { ListRecord } from '../../campaign/csv';
import { openFile, type ListFile } from '../../campaign/file';
import { itemRecords } from '../../campaign/items';
import type { List } from '../../campaign/list';
import { openList, type OpenList, type Said } from '../../campaign/openList';
import type { ChosenFile } from '../../campaign/planRequest';
import type { BadRow, ListRow } from '../../campaign/row';
import { InputError, onInputError } from '../../platform/input';
import { turns } from '../engine/n8n/turns';

/** A list, and what was said of how its rows are read. */
export interface ListSource extends Said {
	file?: ChosenFile;
	/** Of a workbook; empty for the first that isn't hidden. */
	sheet?: string;
	/** Where it isn't a file. */
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
export async function readSource(source: ListSource): Promise<ReadList> {
	const { file, rows = [] } = source;
	if (!file) return await listOf(source, { records: itemRecords(rows) });
	const { fileName, bytes } = file;
	const opened = onInputError<ListFile | InputError>(
		() => openFile(bytes, source.sheet),
		(error) => error,
	);
	if (opened instanceof InputError) return refused(opened, fileName);
	const { hiddenRows: hidden = [], ...written } = opened;
	const list = await listOf(source, written);
	const hiddenRows = hidden.length;
	return {
		...list,
		bytes,
		file: { fileName, ...list.file, ...(hiddenRows > 0 && { hiddenRows }) },
	};
}

async function listOf(
	source: ListSource,
	{ records: written, ...file }: Omit<ListFile, 'hiddenRows'>,
): Promise<ReadList> {
	const opened = openList(written, source);
	const { reader, rowsAbove } = opened;
	const origins: ReadList['origins'] = new Map();
	const turn = turns();
	const records = opened.records[Symbol.iterator]();
	const next = () =>
		onInputError<ListRecord | undefined>(
			() => (reader.isRefused ? undefined : records.next().value),
			(error) => {
				reader.refuse(error);
				return undefined;
			},
		);
	for (let record = next(); record; record = next()) {
		const row = reader.read(record);
		if (row && record.item !== undefined) origins.set(row, record.item);
		await turn();
	}
	const read = { ...file, ...(rowsAbove > 0 && { rowsAbove }) };
	const list = reader.result();
	if (list.question) opened.proposal.questions.push(list.question);
	return { ...list, file: read, opened, origins };
}

/** A file of an item. @throws NodeOperationError when the item doesn't have it */
export async function fileIn(
	context: IExecuteFunctions,
	item: number,
	binaryPropertyName: string,
): Promise<ChosenFile> {
	const { fileName = '' } = context.helpers.assertBinaryData(item, binaryPropertyName);
	return { fileName, bytes: await context.helpers.getBinaryDataBuffer(item, binaryPropertyName) };
}

function refused(error: InputError, fileName: string | undefined): ReadList {
	const { reader } = openList([], {});
	reader.refuse(error);
	return { ...reader.result(), file: { fileName }, origins: new Map() };
}
