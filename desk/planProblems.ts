import { optionalMegabytes } from '../platform/amounts';
import { naming, onInputError, type InputError } from '../platform/input';
import { fieldLabels } from '../lists/columns';
import { isColumnName } from '../lists/columnSettings';
import { readingSettings, listSettingNames } from '../lists/readingSettings';
import { defaultAmountLabel } from '../lists/settingChoices';
import type { Problem } from '../campaign/draft';
import {
	readCampaignSettings,
	refuseNamesake,
	settingLabels,
	type Named,
} from '../campaign/settings';
import { plannerFields } from '../campaign/settingTable';
import type { Settings } from '../campaign/types';
import type { PlanRequest } from './planRequest';

/** The fields of the form, by the labels that errors name. */
const fields: Record<string, string> = {
	...Object.fromEntries([...plannerFields].map(([field, name]) => [settingLabels[name], field])),
	...Object.fromEntries(listSettingNames.map((name) => [readingSettings[name].label, name])),
	[defaultAmountLabel]: 'megabytes',
	[fieldLabels.phone]: 'phoneColumn',
};

/** An error at its field of the form: `Column 3` is `column3`. */
export function problemOf(error: InputError): Problem {
	const { field = '' } = error;
	const column = field.toLowerCase().replace(' ', '');
	const name = fields[field] ?? (isColumnName(column) ? column : undefined);
	return { ...(name !== undefined && { field: name }), text: error.sentence() };
}

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
	const noted = (error: InputError): undefined => {
		problems.push(problemOf(error));
	};
	const defaultAmount = onInputError(
		() => naming(defaultAmountLabel, () => optionalMegabytes(megabytes)),
		noted,
	);
	const settings = readCampaignSettings(asked, zone, now, (error, name) => {
		noted(error);
		// The stop is later than the start, or than now.
		return name === 'startAt' ? new Date(now).toISOString() : '';
	});
	if (settings.name !== '' && settings.serviceKey !== '') {
		onInputError(() => {
			refuseNamesake(settings, others);
		}, noted);
	}
	return { settings, problems, defaultAmount };
}
