import { optionalMegabytes } from '../platform/amounts';
import { InputError, onInputError } from '../platform/input';
import { fieldLabels } from '../lists/columns';
import { isColumnName } from '../lists/columnSettings';
import { readingSettings, listSettingNames } from '../lists/readingSettings';
import type { Problem } from '../campaign/draft';
import {
	readCampaignSettings,
	refuseNamesake,
	settingLabels,
	type Named,
	type SettingsInput,
} from '../campaign/settings';
import type { Settings } from '../campaign/types';
import type { PlanRequest } from './planRequest';

const amountLabel = 'Default Amount (MB)';

/** The fields of the form, by the labels that errors name. */
const fields: Record<string, string> = {
	...Object.fromEntries(Object.entries(settingLabels).map(([name, label]) => [label, name])),
	...Object.fromEntries(listSettingNames.map((name) => [readingSettings[name].label, name])),
	[settingLabels.name]: 'campaign',
	[settingLabels.serviceKey]: 'service',
	[amountLabel]: 'megabytes',
	[fieldLabels.phone]: 'phoneColumn',
};

/** An error at its field of the form: `Column 3` is `column3`. */
export function problemOf(error: InputError): Problem {
	const { field = '' } = error;
	const column = field.toLowerCase().replace(' ', '');
	const name = fields[field] ?? (isColumnName(column) ? column : undefined);
	return { ...(name !== undefined && { field: name }), text: error.sentence() };
}

/** Values in place of a setting that can't be read, so that the others are read, too. */
const instead: Record<string, SettingsInput> = {
	name: { name: 'x' },
	serviceKey: { serviceKey: 'x' },
	budget: { budget: 1 },
	quietTo: { quietFrom: '', quietTo: '' },
};

/**
 * Reads the settings of a plan, and the MB of rows without an amount: all that is wrong, at once.
 *
 * @param others those that may have used its name up
 */
export function settingsIn(
	{ settings: asked, megabytes }: Pick<PlanRequest, 'settings' | 'megabytes'>,
	{ others, zone, now }: { others: Named[]; zone: string; now: number },
): { settings: Settings; defaultAmount?: number; problems: Problem[] } {
	const problems: Problem[] = [];
	const noted = <Value>(read: () => Value, label?: string) =>
		onInputError<Value | InputError>(read, (error) => {
			const named = new InputError(...error.texts, label ?? error.field);
			problems.push(problemOf(named));
			return named;
		});
	const amount = noted(() => optionalMegabytes(megabytes), amountLabel);
	let input = asked;
	let settings = noted(() => readCampaignSettings(input, zone, now));
	while (settings instanceof InputError) {
		const { field } = settings;
		const [name = ''] = Object.entries(settingLabels).find(([, label]) => label === field) ?? [];
		input = { ...input, ...(instead[name] ?? { [name]: '' }) };
		settings = noted(() => readCampaignSettings(input, zone, now));
	}
	const read = settings;
	noted(() => {
		refuseNamesake(read, others);
	});
	return { settings, problems, ...(typeof amount === 'number' && { defaultAmount: amount }) };
}
