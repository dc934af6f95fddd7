import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { textSchema } from '../../../platform/input';
import { itemReader } from '../../engine/n8n/input';
import type { ShownOperation } from '../../engine/panel/operation';
import { listResult } from '../listResult';
import { inputRows } from '../stored';

const paramsSchema = z.object({ listName: textSchema });

/** Says what became of a list that Read List has read and Data Gift: Assign has given data to (listResult.ts). */
export const writeResult: ShownOperation = {
	value: 'writeResult',
	name: 'Write Result',
	action: 'Write result',
	description: 'Count the gifts of a list, and write its failed rows into a file to fix',
	effect: 'local',
	costs: 'nothing',
	fields: [
		{
			displayName: 'List Name',
			name: 'listName',
			type: 'string',
			default: '',
			placeholder: 'e.g. spring-2026',
			description: 'What the result calls the list, such as its campaign',
		},
	],
	params: paramsSchema,
};

/** The output of Write Result. */
export const writeResultOutputs = ['Result'];

/** Items in: all outputs of Read List and of Data Gift: Assign, appended. */
export async function executeWriteResult(
	context: IExecuteFunctions,
): Promise<INodeExecutionData[][]> {
	const { listName } = itemReader(context, writeResult)(0) as z.infer<typeof paramsSchema>;
	const { file, ...json } = listResult(inputRows(context), listName);
	const text = Buffer.from(file.text);
	const data = await context.helpers.prepareBinaryData(text, file.fileName, 'text/csv');
	return [[{ json, binary: { data }, pairedItem: { item: 0 } }]];
}
