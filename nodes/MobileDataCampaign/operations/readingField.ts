import { settingChoicesOf } from '../../../lists/settingChoices';
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import {
	readingSettings,
	listSettingNames,
	type SettingName,
} from '../../../lists/readingSettings';
import { optionally } from '../../../platform/input';

const examples: Partial<Record<SettingName, string>> = {
	country: 'DE',
	flags: 'Winner: yes',
	phoneColumn: 'Mobile',
	amountColumn: 'Data volume',
};

/** The settings of how a list is read (lists/readingSettings.ts), for what the list doesn't show. */
export const readingField: INodeProperties = {
	displayName: 'How It Is Read',
	name: 'reading',
	type: 'collection',
	placeholder: 'Add Setting',
	default: {},
	options: [
		...listSettingNames.map(settingField),
		{
			displayName: 'Sheet',
			name: 'sheet',
			type: 'string' as const,
			default: '',
			placeholder: 'e.g. Customers',
			description: 'The sheet of a workbook; empty for the sheet with phone numbers',
		},
	].sort((one, other) => one.displayName.localeCompare(other.displayName)),
};

function settingField(name: SettingName): INodeProperties {
	const { label: displayName, description } = readingSettings[name];
	const options = settingChoicesOf(name).map(([value, words]) => ({ name: words, value }));
	const field = { displayName, name, default: '', description };
	if (options.length === 0) {
		const placeholder = `e.g. ${examples[name]}`;
		return { ...field, type: 'string', placeholder };
	}
	return { ...field, type: 'options', options: [{ name: 'Find Out', value: '' }, ...options] };
}

/** The settings that were filled in; lists/readingSettings.ts reads them. */
export const readingSchema = z
	.object({ sheet: optionally((text) => text) })
	.catchall(z.unknown())
	.default({});
