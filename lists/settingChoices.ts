import { getCountries } from '../libraries/libphonenumber';
import { regionName } from './countryWords';
import { say, speech, texts, translated } from '../platform/say';
import { readingSettings, type SettingName } from './readingSettings';

/** A choice of a setting: the value that programs send, and its words. */
export type SettingOption = [value: string, words: string];

/** The choice of a setting that is left open. */
export const findOut = (): SettingOption => ['', say`Find out`];

/** The answer about the country that refuses numbers without a code. */
export const allHaveCodes = texts('All have their code (leave out those without)');

/** The label of the amount for all rows without one. */
export const defaultAmountLabel = texts('MB for rows without an amount');

/** The label of a setting in a form, where it has no description. */
export function fieldLabelOf(name: SettingName | 'sheet' | 'megabytes'): string {
	if (name === 'megabytes') return translated(defaultAmountLabel);
	if (name === 'sheet') return say`Sheet of the workbook`;
	const example = name === 'twoWays' ? say`, such as 17604069001 of Germany or the US` : '';
	return translated(readingSettings[name].label) + example;
}

/** The choices of a setting in a form; empty for a setting that is text, such as a column. */
export function settingOptions(name: SettingName): SettingOption[] {
	return name === 'country'
		? [['international', translated(allHaveCodes)], ...countries()]
		: settingChoicesOf(name).map(([value, words]) => [value, translated(words)]);
}

/** The choices of a setting, with their words; empty for a setting that is text. */
export function settingChoicesOf(name: SettingName): SettingOption[] {
	const { choices = {} } = readingSettings[name];
	return Object.entries(choices).map(([value, [words]]) => [value, words]);
}

function countries(): SettingOption[] {
	const { locale } = speech();
	return getCountries()
		.map((code): SettingOption => [code, regionName(code)])
		.sort(([, one], [, other]) => one.localeCompare(other, locale));
}
