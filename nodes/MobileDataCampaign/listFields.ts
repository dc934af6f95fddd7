import { shownName } from '../../lists/columns';
import {
	fieldLabelOf,
	findOut,
	settingOptions,
	type SettingOption,
} from '../../lists/settingChoices';
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
export type ListFieldName = SettingName | 'sheet' | 'megabytes';

/** In the order of the page. */
export const listFieldNames: ListFieldName[] = ['megabytes', ...listSettingNames, 'sheet'];
const noColumn: SettingOption = ['-', 'None: each row gets the MB for rows without an amount'];

/** Reads the answers about the list: n8n's forms send the words of a choice, and 0 for an empty number. */
export function chosenIn(answers: Answers): Partial<Record<ListFieldName, string>> {
	const chosen = listFieldNames.map((name): [ListFieldName, string] => {
		const answer = answers[name];
		return [
			name,
			valueOfAnswer(name, textIn(typeof answer === 'number' ? `${answer}` : answer) ?? ''),
		];
	});
	return Object.fromEntries(
		chosen.filter(([name, text]) => text !== '' && !isNoAmount(name, text)),
	);
}

/** Whether an answer is about the columns or the sheet of one list. */
export const isOfColumns = (name: string) =>
	name === 'sheet' || name === 'flags' || name.endsWith('Column');

const isNoAmount = (name: ListFieldName, text: string) =>
	name === 'megabytes' && Number(text) === 0;

function valueOfAnswer(name: ListFieldName, text: string): string {
	if (text === findOut()[1]) return '';
	const chosen = answerOptions(name).find(([, words]) => words === text);
	if (chosen) return chosen[0];
	const [position = ''] = text.split(': ');
	return name.endsWith('Column') && Number(position) > 0 ? position : text;
}

function answerOptions(
	name: ListFieldName,
	{ choices }: Partial<Question> = {},
	header: unknown[] = [],
) {
	if (name === 'sheet') return (choices ?? []).map((sheet): SettingOption => [sheet, sheet]);
	if (name === 'megabytes') return [];
	if (!name.endsWith('Column')) return settingOptions(name);
	const columns = header.map((cell, at): SettingOption => {
		return [String(at + 1), `${at + 1}: ${shownName(cell, at)}`];
	});
	return name === 'amountColumn' ? [...columns, noColumn] : columns;
}

export const settingLabel = (name: ListFieldName) =>
	name === 'sheet' || name === 'megabytes' ? '' : readingSettings[name].label;

export const namedField = (fieldName: string, fieldLabel: string) => ({ fieldName, fieldLabel });

/** A field with its answer; the field of an open question has the question as its label. */
export function fieldOf(
	name: ListFieldName,
	{ answers, header }: { answers: Answers; header: unknown[] },
	question?: Question,
): object {
	const options = answerOptions(name, question, header);
	const current = chosenIn(answers)[name] ?? question?.proposed ?? '';
	const label = question ? sentenceOf(question) : fieldLabelOf(name);
	const begin = namedField(name, label);
	if (options.length === 0) {
		const fieldType = name === 'megabytes' ? 'number' : 'text';
		return { ...begin, fieldType, defaultValue: current };
	}
	const all = question ? options : [findOut(), ...options];
	const [, defaultValue = ''] = all.find(([value]) => value === current) ?? [];
	return {
		...begin,
		fieldType: 'dropdown',
		defaultValue,
		fieldOptions: { values: all.map(([, option]) => ({ option })) },
	};
}

/** Hidden fields with the answers that the page doesn't ask for. */
export function keptFields(answers: Answers, isKept: (name: ListFieldName) => boolean): object[] {
	const chosen = Object.entries(chosenIn(answers)).filter(([name]) =>
		isKept(name as ListFieldName),
	);
	return chosen.map(([name, value]) => hiddenField(name, value));
}

export function hiddenField(name: string, fieldValue: string): object {
	return { ...namedField(name, name), fieldType: 'hiddenField', fieldValue };
}

export function otherFile(requiredField: boolean): object {
	const label = requiredField ? 'List' : 'Another list in place of this one';
	const kind = { fieldType: 'file', multipleFiles: false, acceptFileTypes: '.xlsx,.csv,.tsv,.txt' };
	return { ...namedField('list', label), ...kind, requiredField };
}
