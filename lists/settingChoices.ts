import { getCountries } from '../libraries/libphonenumber';
import { readingSettings, type SettingName } from './readingSettings';

/** A choice of a setting: the value that programs send, and its words. */
export type SettingOption = [value: string, words: string];

/** The choice of a setting that is left open. */
export const findOut: SettingOption = ['', 'Find out'];

/** The answer about the country that refuses numbers without a code. */
export const allHaveCodes = 'All have their code (leave out those without)';

/** The label of a setting in a form, where it has no description. */
export function fieldLabelOf(name: SettingName | 'sheet' | 'megabytes'): string {
	if (name === 'megabytes') return 'MB for rows without an amount';
	if (name === 'sheet') return 'Sheet of the workbook';
	const { label } = readingSettings[name];
	const inSentence = label.charAt(0) + label.slice(1).toLowerCase();
	const example = name === 'twoWays' ? ', such as 17604069001 of Germany or the US' : '';
	return inSentence + example;
}

/** The choices of a setting in a form; empty for a setting that is text, such as a column. */
export function settingOptions(name: SettingName): SettingOption[] {
	return name === 'country' ? [['international', allHaveCodes], ...countries()] : choicesOf(name);
}

/** The choices of a setting, with their words; empty for a setting that is text. */
export function choicesOf(name: SettingName): SettingOption[] {
	const { choices = {} } = readingSettings[name];
	return Object.entries(choices).map(([value, [words]]) => [value, words]);
}

function countries(): SettingOption[] {
	const names = new Intl.DisplayNames('en', { type: 'region' });
	return getCountries()
		.map((code): SettingOption => [code, names.of(code) ?? code])
		.sort(([, one], [, other]) => one.localeCompare(other, 'en'));
}
