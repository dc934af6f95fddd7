import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { openFile, type ListFile } from '../../../campaign/file';
import { itemRecords } from '../../../campaign/items';
import { ListReader, type List } from '../../../campaign/list';
import type { InputError } from '../../../platform/input';
import { itemReader } from '../../engine/input';
import type { ShownOperation } from '../../engine/operation';
import { failureOf, nodeErrorOf } from '../../engine/output';
import { turns } from '../../engine/turns';
import { readListFields, readListParams, type ReadListParams } from './readListFields';

/** Reads a list of customers; what a row may say is in campaign/. */
export const readList: ShownOperation = {
	value: 'readList',
	name: 'Read List',
	action: 'Read list',
	description: 'Read a list of customers from a CSV file or items, and sort out bad rows',
	effect: 'local',
	costs: 'nothing',
	fields: readListFields,
	params: readListParams,
};

/** The outputs of Read List, in their order. */
export const readListOutputs = ['Rows', 'Bad Rows', 'Report'];

/** Reads each file, or all items as one list, and gives the items of each output. */
export async function executeReadList(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const outputs: INodeExecutionData[][] = readListOutputs.map(() => []);
	const paramsOf = itemReader(context, readList);
	for (const item of context.getInputData().keys()) {
		try {
			const params = paramsOf(item) as ReadListParams;
			const read = await listOf(context, params, item);
			for (const [at, items] of read.entries()) for (const one of items) outputs[at]?.push(one);
			if (params.source === 'items') break;
		} catch (caught) {
			const error = nodeErrorOf(context.getNode(), caught, item);
			if (!context.continueOnFail()) throw error;
			outputs[1]?.push({ json: { error: failureOf(error) }, pairedItem: { item } });
		}
	}
	return outputs;
}

/** The items of each output for one list. */
async function listOf(context: IExecuteFunctions, params: ReadListParams, item: number) {
	const reader = new ListReader(params.defaultAmount);
	const { records, ...file } = await opened(context, params, item, reader);
	const origins = new Map<object, number>();
	const turn = turns();
	for (const record of records) {
		if (reader.isRefused) break;
		const row = reader.read(record);
		if (row && record.item !== undefined) origins.set(row, record.item);
		await turn();
	}
	const { rows, bad, report }: List = reader.result();
	const itemOf = (one: object): INodeExecutionData => {
		return { json: one as IDataObject, pairedItem: { item: origins.get(one) ?? item } };
	};
	return [rows.map(itemOf), bad.map(itemOf), [itemOf({ ...report, ...file })]];
}

/** The rows of a list, and what is known of its file; a file that isn't a CSV file has no rows. */
async function opened(
	context: IExecuteFunctions,
	{ source, binaryPropertyName }: ReadListParams,
	item: number,
	reader: ListReader,
): Promise<Partial<ListFile> & Pick<ListFile, 'records'> & { fileName?: string }> {
	if (source === 'items') {
		return { records: itemRecords(context.getInputData().map(({ json }) => json)) };
	}
	const { fileName } = context.helpers.assertBinaryData(item, binaryPropertyName);
	const bytes = await context.helpers.getBinaryDataBuffer(item, binaryPropertyName);
	try {
		return { fileName, ...openFile(bytes) };
	} catch (error) {
		reader.refuse(error as InputError);
		return { fileName, records: [] };
	}
}
