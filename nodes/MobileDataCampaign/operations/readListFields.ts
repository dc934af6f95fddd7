import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { choicesOf, readingSettings, saidNames } from '../../../lists/declared';
import type { SettingName } from '../../../lists/questions';
import { optionalMegabytes } from '../../../platform/amounts';
import { normalized, optionally, requiredTextSchema } from '../../../platform/input';
import { sendAsEnteredField } from '../../engine/panel/fields';

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
	description: 'Where the list comes from',
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
	description: 'What a row without an amount gets, in MB; 0 means that each row has its own',
};

/** How a list is read where it doesn't tell (campaign/declared.ts). */
export const readingField: INodeProperties = {
	displayName: 'How It Is Read',
	name: 'reading',
	type: 'collection',
	placeholder: 'Add Setting',
	default: {},
	options: [
		...saidNames.map(settingField),
		{
			displayName: 'Sheet',
			name: 'sheet',
			type: 'string' as const,
			default: '',
			placeholder: 'e.g. Customers',
			description: 'The sheet of a workbook; empty for the one with phone numbers',
		},
	].sort((one, other) => one.displayName.localeCompare(other.displayName)),
};

function settingField(name: SettingName): INodeProperties {
	const { label: displayName, description } = readingSettings[name];
	const options = choicesOf(name).map(([value, words]) => ({ name: words, value }));
	const field = { displayName, name, default: '', description };
	if (options.length === 0) {
		const placeholder = name === 'country' ? 'e.g. DE' : 'e.g. Mobile';
		return { ...field, type: 'string', placeholder };
	}
	return { ...field, type: 'options', options: [{ name: 'Find Out', value: '' }, ...options] };
}

/** The fields of Read List. */
export const readListFields: INodeProperties[] = [
	sourceField,
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
