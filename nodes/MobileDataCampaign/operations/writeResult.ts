import { z } from 'zod';
import { textSchema } from '../../../platform/input';
import { listResult } from '../listResult';
import { FileItem, step } from '../step';
import { inputRows } from '../stored';

/**
 * Says what became of a list that Read List has read and Data Gift: Assign has given data to (listResult.ts). Items in: all
 * outputs of both, appended.
 */
export const writeResult = step({
	value: 'writeResult',
	name: 'Write Result',
	action: 'Write result',
	description: 'Count the gifts of a list, and write its failed rows into a file to fix',
	outputs: ['Result'],
	fields: [
		{
			displayName: 'List Name',
			name: 'listName',
			type: 'string',
			default: '',
			placeholder: 'e.g. spring-2026',
			description: 'The name of the list in the result, such as its campaign',
		},
	],
	params: z.object({ listName: textSchema }),
	async execute(context, { listName }) {
		const { file, ...json } = listResult(inputRows(context), listName);
		const text = Buffer.from(file.text);
		const data = await context.helpers.prepareBinaryData(text, file.fileName, 'text/csv');
		return [[new FileItem(json, data)]];
	},
});
