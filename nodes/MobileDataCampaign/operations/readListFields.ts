import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';
import { optionalMegabytes } from '../../../platform/amounts';
import { normalized, requiredTextSchema } from '../../../platform/input';
import { sendAsEnteredField } from '../../engine/panel/fields';

/** Where a list comes from. @param others besides a file and items */
export function sourceField(...others: INodePropertyOptions[]): INodeProperties {
	return {
		displayName: 'Read From',
		name: 'source',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'File',
				value: 'file',
				description: 'A CSV file, from a form, an email or a download',
			},
			{
				name: 'Items',
				value: 'items',
				description: 'The input items, such as rows of a sheet, a table or a database',
			},
			...others,
		],
		default: 'file',
		description: 'Where the list comes from',
	};
}

/** Which binary field has the file. */
export const binaryField: INodeProperties = {
	displayName: 'Input Binary Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	placeholder: 'e.g. data',
	displayOptions: { show: { source: ['file'] } },
	description: 'The name of the binary field with the CSV file',
};

/** What a row without an amount gets. */
export const defaultAmountField: INodeProperties = {
	displayName: 'Default Amount (MB)',
	name: 'defaultAmount',
	type: 'number',
	default: 0,
	typeOptions: { minValue: 0 },
	placeholder: 'e.g. 500',
	description: 'What a row without an amount gets, in MB; 0 means that each row has its own',
	builderHint: {
		propertyHint:
			'A list with an unknown column that may hold the amounts is refused while this is set',
	},
};

/** The fields of Read List. */
export const readListFields: INodeProperties[] = [
	sourceField(),
	binaryField,
	defaultAmountField,
	sendAsEnteredField,
];

export const readListParams = z.object({
	source: z.enum(['file', 'items']),
	binaryPropertyName: requiredTextSchema,
	defaultAmount: normalized(optionalMegabytes),
	sendAsEntered: z.boolean().default(false),
});

export type ReadListParams = z.infer<typeof readListParams>;
