import { z } from 'zod';
import { csv, fileWithResults } from '../../../desk/resultFile';
import { textSchema } from '../../../platform/input';
import { listResult } from '../listResult';
import { fileIn, written } from '../source';
import { FileItem, workflowStep } from '../step';
import { inputRows } from '../stored';

/**
 * Reports the results of a list that went through Read List and Data Gift: Assign (listResult.ts). Items in: all outputs
 * of both, appended. The report has the file of the list.
 */
export const writeResult = workflowStep({
	value: 'writeResult',
	name: 'Write Result',
	action: 'Write result',
	description: 'Count the gifts of a list, and write the results next to its rows',
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
		const { file: own, ...json } = listResult(inputRows(context), listName);
		const { name, text, sheet, results } = own;
		const files = context.getInputData().flatMap(({ binary }) => Object.values(binary ?? {}));
		const file = files[0] && (await fileIn(context, 0, files[0]));
		const made = file && (await written(fileWithResults(file.bytes, sheet, results)));
		const { extension, mimeType } = made?.kind ?? csv;
		const content = made?.kind ? made.bytes : Buffer.from(text);
		const fileName = `${name}.${extension}`;
		const data = await context.helpers.prepareBinaryData(content, fileName, mimeType);
		return [[new FileItem(json, { data })]];
	},
});
