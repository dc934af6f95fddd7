import type { IExecuteFunctions } from 'n8n-workflow';
import { openFile, type ListFile } from '../../campaign/file';
import { itemRecords } from '../../campaign/items';
import { ListReader, type List } from '../../campaign/list';
import type { Reading } from '../../campaign/reading';
import type { BadRow, ListRow } from '../../campaign/row';
import type { InputError } from '../../platform/input';
import { turns } from '../engine/n8n/turns';

/** Where a list is, and how its rows are read. */
export interface ListSource extends Partial<Reading> {
	/** The item with the file. */
	item: number;
	/** The name of its binary field; undefined where the rows are given. */
	binaryPropertyName?: string;
	rows: Record<string, unknown>[];
}

/** A list as it was read. */
export interface ReadList extends List {
	/** How the file is written. */
	file: { fileName?: string; encoding?: string; separator?: string };
	/** The item that each row comes from. */
	origins: Map<ListRow | BadRow, number>;
}

/** Reads a list row by row. @throws NodeOperationError when the item has no file */
export async function readSource(
	context: IExecuteFunctions,
	source: ListSource,
): Promise<ReadList> {
	const reader = new ListReader(source);
	const { records, ...file } = await opened(context, source, reader);
	const origins: ReadList['origins'] = new Map();
	const turn = turns();
	for (const record of records) {
		if (reader.isRefused) break;
		const row = reader.read(record);
		if (row && record.item !== undefined) origins.set(row, record.item);
		await turn();
	}
	return { ...reader.result(), file, origins };
}

/** The rows of a list, and what is known of its file; a file that isn't a CSV file has no rows. */
async function opened(
	context: IExecuteFunctions,
	{ item, binaryPropertyName, rows }: ListSource,
	reader: ListReader,
): Promise<Partial<ListFile> & Pick<ListFile, 'records'> & { fileName?: string }> {
	if (binaryPropertyName === undefined) return { records: itemRecords(rows) };
	const { fileName } = context.helpers.assertBinaryData(item, binaryPropertyName);
	const bytes = await context.helpers.getBinaryDataBuffer(item, binaryPropertyName);
	try {
		return { fileName, ...openFile(bytes) };
	} catch (error) {
		reader.refuse(error as InputError);
		return { fileName, records: [] };
	}
}
