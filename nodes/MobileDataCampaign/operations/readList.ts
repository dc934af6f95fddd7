import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { BadRow, ListRow } from '../../../lists/row';
import { itemReader } from '../../engine/n8n/input';
import { failureOf, nodeErrorOf } from '../../engine/n8n/output';
import { turns } from '../../engine/n8n/turns';
import { fileIn, readSource } from '../source';
import type { CampaignOperation } from '../step';
import { readListFields, readListParams, type ReadListParams } from './readListFields';

/** Reads a list of customers; what a row may say is in campaign/. */
export const readList: CampaignOperation = {
	value: 'readList',
	name: 'Read List',
	action: 'Read list',
	description: 'Read a list of customers from a file or items, and sort out bad rows',
	effect: 'local',
	costs: 'nothing',
	fields: readListFields,
	// What isn't said here, the list is refused with a question for.
	mayBeEmpty: ['defaultAmount', 'reading'],
	params: readListParams,
	outputs: ['Rows', 'Bad Rows', 'Report'],
	execute,
};

/** Reads each file, or all items as one list, and gives the items of each output. */
async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const outputs: INodeExecutionData[][] = readList.outputs.map(() => []);
	const paramsOf = itemReader(context, readList);
	for (const itemIndex of context.getInputData().keys()) {
		try {
			const params = paramsOf(itemIndex) as ReadListParams;
			const read = await listOf(context, params, itemIndex);
			for (const [at, items] of read.entries()) for (const item of items) outputs[at]?.push(item);
			if (params.source === 'items') break;
		} catch (caught) {
			const error = nodeErrorOf(context.getNode(), caught, itemIndex);
			if (!context.continueOnFail()) throw error;
			outputs[1]?.push({ json: { error: failureOf(error) }, pairedItem: { item: itemIndex } });
		}
	}
	return outputs;
}

/** The items of each output for one list. */
async function listOf(context: IExecuteFunctions, params: ReadListParams, itemIndex: number) {
	const { source, binaryPropertyName, defaultAmount, sendAsEntered, reading } = params;
	const list =
		source === 'file'
			? { file: await fileIn(context, itemIndex, binaryPropertyName) }
			: { rows: context.getInputData().map(({ json }) => json) };
	const read = await readSource({ ...reading, defaultAmount, sendAsEntered, ...list });
	const itemOf = (json: object): INodeExecutionData => {
		const origin = read.origins.get(json as ListRow | BadRow) ?? itemIndex;
		return { json: json as IDataObject, pairedItem: { item: origin } };
	};
	const turn = turns();
	const itemsOf = async (all: object[]) => {
		const items: INodeExecutionData[] = [];
		for (const json of all) {
			items.push(itemOf(json));
			await turn();
		}
		return items;
	};
	const report = itemOf({ ...read.report, ...read.file });
	return [await itemsOf(read.rows), await itemsOf(read.bad), [report]];
}
