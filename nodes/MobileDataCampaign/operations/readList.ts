import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { BadRow, ListRow } from '../../../lists/row';
import { optionalMegabytes } from '../../../platform/amounts';
import { normalized, requiredTextSchema } from '../../../platform/input';
import { itemReader } from '../../engine/n8n/input';
import { failureOf, nodeErrorOf } from '../../engine/n8n/output';
import { turns } from '../../engine/n8n/turns';
import { sendAsEnteredField } from '../../engine/panel/fields';
import { asItem, fileIn, readSource } from '../source';
import type { CampaignOperation } from '../step';
import { readingField, readingSchema } from './readingField';

const sourceField: INodeProperties = {
	displayName: 'Read From',
	name: 'source',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'File',
			value: 'file',
			description: 'A workbook (.xlsx) or CSV file, from a form, an email or a download',
		},
		{
			name: 'Items',
			value: 'items',
			description: 'The input items, such as rows of a sheet, a table or a database',
		},
	],
	default: 'file',
	description: 'The source of the list',
};

const binaryField: INodeProperties = {
	displayName: 'Input Binary Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	placeholder: 'e.g. data',
	displayOptions: { show: { source: ['file'] } },
	description: 'The name of the binary field with the file',
};

const defaultAmountField: INodeProperties = {
	displayName: 'Default Amount (MB)',
	name: 'defaultAmount',
	type: 'number',
	default: 0,
	typeOptions: { minValue: 0 },
	placeholder: 'e.g. 500',
	description: 'The MB of a row without an amount; 0 means that each row has its own',
};

const params = z.object({
	source: z.enum(['file', 'items']),
	binaryPropertyName: requiredTextSchema,
	defaultAmount: normalized(optionalMegabytes),
	sendAsEntered: z.boolean().default(false),
	reading: readingSchema,
});
type Params = z.infer<typeof params>;

/** Reads a list of customers; the columns that a row may have are in lists/columns.ts. */
export const readList: CampaignOperation = {
	value: 'readList',
	name: 'Read List',
	action: 'Read list',
	description: 'Read a list of customers from a file or items, and sort out bad rows',
	effect: 'local',
	costs: 'nothing',
	fields: [sourceField, binaryField, defaultAmountField, sendAsEnteredField, readingField],
	// A list that leaves these open is refused with a question.
	mayBeEmpty: ['defaultAmount', 'reading'],
	params,
	outputs: ['Rows', 'Bad Rows', 'Report'],
	execute,
};

/** Reads each file, or all items as one list, and gives the items of each output. */
async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const outputs: INodeExecutionData[][] = readList.outputs.map(() => []);
	const paramsOf = itemReader(context, readList);
	for (const itemIndex of context.getInputData().keys()) {
		try {
			const own = paramsOf(itemIndex) as Params;
			const read = await listOf(context, own, itemIndex);
			for (const [at, items] of read.entries()) for (const item of items) outputs[at]?.push(item);
			if (own.source === 'items') break;
		} catch (caught) {
			const error = nodeErrorOf(context.getNode(), caught, itemIndex);
			if (!context.continueOnFail()) throw error;
			outputs[1]?.push({ json: { error: failureOf(error) }, pairedItem: { item: itemIndex } });
		}
	}
	return outputs;
}

/** The items of each output for one list. */
async function listOf(context: IExecuteFunctions, params: Params, itemIndex: number) {
	const { source, binaryPropertyName, defaultAmount, sendAsEntered, reading } = params;
	const list =
		source === 'file'
			? { file: await fileIn(context, itemIndex, binaryPropertyName) }
			: { rows: context.getInputData().map(({ json }) => json) };
	const read = await readSource({ ...reading, defaultAmount, sendAsEntered, ...list });
	const itemOf = (json: object): INodeExecutionData => {
		const origin = read.origins.get(json as ListRow | BadRow) ?? itemIndex;
		return { json: asItem(json), pairedItem: { item: origin } };
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
	const { binary } = context.getInputData()[itemIndex] ?? {};
	const report = { ...itemOf({ ...read.report, ...read.file }), binary };
	return [await itemsOf(read.rows), await itemsOf(read.bad), [report]];
}
