import { settingWords, settingOptions } from '../../desk/readingForm';
import { shownName } from '../../lists/columns';
import {
	readingSettings,
	listSettingNames,
	type Question,
	type SettingName,
} from '../../lists/readingSettings';
import { sentenceOf } from '../../lists/questions';
import { textIn } from '../../platform/answer';

/** The fields that a form has sent. */
export type Answers = Record<string, unknown>;

/** The settings that a list needs: how it's read, and MB for rows without an amount. */
export type Name = SettingName | 'sheet' | 'megabytes';
type Option = [value: string, words: string];

/** In the order of the page. */
export const names: Name[] = ['megabytes', ...listSettingNames, 'sheet'];
const findOut: Option = ['', 'Find out'];
const noColumn: Option = ['-', 'None: each row gets the MB for rows without an amount'];

/** Reads the answers about the list: n8n's forms send the words of a choice, and 0 for an empty number. */
export function saidIn(answers: Answers): Partial<Record<Name, string>> {
	const said = names.map((name): [Name, string] => {
		const answer = answers[name];
		return [name, meaningOf(name, textIn(typeof answer === 'number' ? `${answer}` : answer) ?? '')];
	});
	return Object.fromEntries(said.filter(([name, text]) => text !== '' && !isNoAmount(name, text)));
}

/** Whether an answer is of one list's columns, or sheet. */
export const isOfColumns = (name: string) => name === 'sheet' || name.endsWith('Column');

const isNoAmount = (name: Name, text: string) => name === 'megabytes' && Number(text) === 0;

function meaningOf(name: Name, text: string): string {
	if (text === findOut[1]) return '';
	const chosen = optionsOf(name).find(([, words]) => words === text);
	if (chosen) return chosen[0];
	const [position = ''] = text.split(': ');
	return name.endsWith('Column') && Number(position) > 0 ? position : text;
}

function optionsOf(name: Name, { choices }: Partial<Question> = {}, header: unknown[] = []) {
	if (name === 'sheet') return (choices ?? []).map((sheet): Option => [sheet, sheet]);
	if (name === 'megabytes') return [];
	if (!name.endsWith('Column')) return settingOptions(name);
	const columns = header.map((cell, at): Option => {
		return [String(at + 1), `${at + 1}: ${shownName(cell, at)}`];
	});
	return name === 'amountColumn' ? [...columns, noColumn] : columns;
}

export const settingLabel = (name: Name) =>
	name === 'sheet' || name === 'megabytes' ? '' : readingSettings[name].label;

/** The label of a field, as the campaign desk has it. */
export function fieldLabelOf(name: Name): string {
	if (name === 'megabytes') return 'MB for rows without an amount';
	return name === 'sheet' ? 'Sheet of the workbook' : settingWords(name);
}

export const named = (fieldName: string, fieldLabel: string) => ({ fieldName, fieldLabel });

/** A field with what was said in it; that of a question asks it. */
export function fieldOf(
	name: Name,
	{ answers, header }: { answers: Answers; header: unknown[] },
	question?: Question,
): object {
	const options = optionsOf(name, question, header);
	const said = saidIn(answers)[name] ?? question?.proposed ?? '';
	const label = question ? sentenceOf(question) : fieldLabelOf(name);
	const begin = named(name, label);
	if (options.length === 0) {
		const fieldType = name === 'megabytes' ? 'number' : 'text';
		return { ...begin, fieldType, defaultValue: said };
	}
	const all = question ? options : [findOut, ...options];
	const [, defaultValue = ''] = all.find(([value]) => value === said) ?? [];
	return {
		...begin,
		fieldType: 'dropdown',
		defaultValue,
		fieldOptions: { values: all.map(([, option]) => ({ option })) },
	};
}

/** Fields with what was said, where the page doesn't ask for it. */
export function keptFields(answers: Answers, isKept: (name: Name) => boolean): object[] {
	const said = Object.entries(saidIn(answers)).filter(([name]) => isKept(name as Name));
	return said.map(([name, value]) => hidden(name, value));
}

export function hidden(name: string, fieldValue: string): object {
	return { ...named(name, name), fieldType: 'hiddenField', fieldValue };
}

export function otherFile(requiredField: boolean): object {
	const label = requiredField ? 'List' : 'Another list in place of this one';
	const kind = { fieldType: 'file', multipleFiles: false, acceptFileTypes: '.xlsx,.csv,.tsv,.txt' };
	return { ...named('list', label), ...kind, requiredField };
}
