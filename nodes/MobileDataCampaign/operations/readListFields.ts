import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';
import { optionalMegabytes } from '../../../platform/amounts';
import { normalized, optionally, requiredTextSchema } from '../../../platform/input';
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
				description: 'A workbook (.xlsx) or CSV file, from a form, an email or a download',
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
	description: 'The name of the binary field with the file',
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
};

const choices = (...all: [value: string, name: string][]): INodePropertyOptions[] => [
	{ name: 'From the List', value: '' },
	...all.map(([value, name]) => ({ name, value })),
];

const column = (name: 'phoneColumn' | 'amountColumn', displayName: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	placeholder: 'e.g. Mobile',
	description: 'The name of the column, or its number; empty if the list shows which it is',
});

/** How a list is read where it doesn't tell (campaign/declared.ts). */
export const readingField: INodeProperties = {
	displayName: 'How It Is Read',
	name: 'reading',
	type: 'collection',
	placeholder: 'Add Setting',
	default: {},
	options: [
		{
			displayName: 'Ambiguous Numbers',
			name: 'twoWays',
			type: 'options',
			options: choices(['national', 'National'], ['international', 'International']),
			default: '',
			description:
				'What digits are that could be a number of the country, and one of another country',
		},
		column('amountColumn', 'Amount Column'),
		{
			displayName: 'Country of Numbers',
			name: 'country',
			type: 'string',
			default: '',
			placeholder: 'e.g. DE',
			description:
				'Two letters of the country of numbers without a code; international if all have theirs',
		},
		{
			displayName: 'Decimal Sign',
			name: 'decimal',
			type: 'options',
			options: choices(['comma', 'Comma'], ['point', 'Point']),
			default: '',
			description: 'What stands before the decimals of an amount',
		},
		{
			displayName: 'First Row',
			name: 'firstRow',
			type: 'options',
			options: choices(['customer', 'A Customer'], ['names', 'Column Names']),
			default: '',
			description: 'What the first row of the list is',
		},
		{
			displayName: 'Gigabyte',
			name: 'gigabyte',
			type: 'options',
			options: [
				{ name: '1,000 MB', value: '1000' },
				{ name: '1,024 MB', value: '1024' },
			],
			default: '1024',
			description: 'How many MB are a GB',
		},
		column('phoneColumn', 'Phone Column'),
		{
			displayName: 'Sheet',
			name: 'sheet',
			type: 'string',
			default: '',
			placeholder: 'e.g. Customers',
			description: 'The sheet of a workbook; empty for the first one',
		},
		{
			displayName: 'Unit',
			name: 'unit',
			type: 'options',
			options: choices(['GB', 'GB'], ['MB', 'MB']),
			default: '',
			description: 'The unit of amounts that are written without one',
		},
	],
};

/** The fields of Read List. */
export const readListFields: INodeProperties[] = [
	sourceField(),
	binaryField,
	defaultAmountField,
	sendAsEnteredField,
	readingField,
];

/** What was said of how a list is read; campaign/declared.ts reads it. */
export const readingSchema = z
	.object({ sheet: optionally((text) => text) })
	.catchall(z.unknown())
	.default({});

export const readListParams = z.object({
	source: z.enum(['file', 'items']),
	binaryPropertyName: requiredTextSchema,
	defaultAmount: normalized(optionalMegabytes),
	sendAsEntered: z.boolean().default(false),
	reading: readingSchema,
});

export type ReadListParams = z.infer<typeof readListParams>;
