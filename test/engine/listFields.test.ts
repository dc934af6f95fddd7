import { fieldLabelOf } from '../../lists/settingChoices';
import {
	fieldOf,
	isOfColumns,
	keptFields,
	listFieldNames,
	otherFile,
	chosenIn,
	type Answers,
	type ListFieldName,
} from '../../nodes/MobileDataCampaign/listFields';
import { gives } from '../support/examples';

gives('what a form says', (answers: Answers) => chosenIn(answers), [
	[{}, {}],
	[{ country: 'Germany' }, { country: 'DE' }],
	[{ country: 'All have their code (leave out those without)' }, { country: 'international' }],
	[
		{ country: 'DE', unit: 'GB', decimal: 'Comma' },
		{ country: 'DE', unit: 'GB', decimal: 'comma' },
	],
	[
		{ gigabyte: '1,000 MB', firstRow: 'A Customer' },
		{ gigabyte: '1000', firstRow: 'customer' },
	],
	[{ twoWays: 'Of the Country' }, { twoWays: 'national' }],
	[{ country: 'Find out', unit: '', decimal: null }, {}],
	[
		{ phoneColumn: '2: Handy', amountColumn: '3: Guthaben: GB' },
		{ phoneColumn: '2', amountColumn: '3' },
	],
	[
		{ amountColumn: 'None: each row gets the MB for rows without an amount' },
		{ amountColumn: '-' },
	],
	// A column by its name, and a sheet as it's named.
	[
		{ phoneColumn: 'Handy', sheet: '2: März' },
		{ phoneColumn: 'Handy', sheet: '2: März' },
	],
	// n8n's forms send 0 for a number that is empty.
	[{ megabytes: 0 }, {}],
	[{ megabytes: '' }, {}],
	[{ megabytes: 500 }, { megabytes: '500' }],
	[{ megabytes: -1 }, { megabytes: '-1' }],
	// Other fields of the form, and what is no text.
	[{ campaign: 'spring', list: {}, submittedAt: 'x', country: { DE: 1 } }, {}],
]);

gives('the label of a field', (name: ListFieldName) => fieldLabelOf(name), [
	['megabytes', 'MB for rows without an amount'],
	['country', 'Country of Numbers'],
	['phoneColumn', 'Phone Column'],
	['twoWays', 'Ambiguous Numbers, such as 17604069001 of Germany or the US'],
	['sheet', 'Sheet of the workbook'],
]);

it('a list has a label for each field, and each label once', () => {
	const labels = listFieldNames.map(fieldLabelOf);
	expect(new Set(labels).size).toBe(listFieldNames.length);
	expect(labels.filter((label) => label === '')).toEqual([]);
});

gives('whether an answer is of one list', (name: string) => isOfColumns(name), [
	['phoneColumn', true],
	['amountColumn', true],
	['sheet', true],
	['country', false],
	['megabytes', false],
]);

interface Shown {
	fieldName: string;
	fieldLabel: string;
	fieldType: string;
	defaultValue: string;
	fieldOptions?: { values: { option: string }[] };
}

const header = ['Name', 'Handy', ''];
const shownIn = (name: ListFieldName, answers: Answers = {}) =>
	fieldOf(name, { answers, header }) as Shown;
const optionsOf = ({ fieldOptions }: Shown) => fieldOptions?.values.map(({ option }) => option);

it.each<[ListFieldName, Answers, string, string]>([
	['megabytes', {}, 'number', ''],
	['megabytes', { megabytes: '-1' }, 'number', '-1'],
	['unit', {}, 'dropdown', 'Find out'],
	['unit', { unit: 'GB' }, 'dropdown', 'GB'],
	['country', { country: 'Germany' }, 'dropdown', 'Germany'],
	['phoneColumn', { phoneColumn: '2: Handy' }, 'dropdown', '2: Handy'],
	[
		'amountColumn',
		{ amountColumn: '-' },
		'dropdown',
		'None: each row gets the MB for rows without an amount',
	],
	// A column that this list doesn't have.
	['phoneColumn', { phoneColumn: '9' }, 'dropdown', ''],
])('%s with %j is a %s of %j', (name, answers, fieldType, defaultValue) => {
	expect(shownIn(name, answers)).toMatchObject({ fieldName: name, fieldType, defaultValue });
});

it('a form names columns by number and name, even without a name', () => {
	const columns = ['1: Name', '2: Handy', expect.stringMatching(/^3: \S/) as string];
	expect(optionsOf(shownIn('phoneColumn'))).toEqual(['Find out', ...columns]);
	expect(optionsOf(shownIn('amountColumn'))?.at(-1)).toMatch(/^None: /);
});

it('each choice of a drop-down is understood when a form sends it back', () => {
	for (const name of listFieldNames) {
		for (const option of optionsOf(shownIn(name)) ?? []) {
			const chosen = chosenIn({ [name]: option });
			const again = shownIn(name, chosen);
			expect([name, again.defaultValue]).toEqual([name, option]);
		}
	}
});

it('a form asks a question in its own words, with the answer that the list proves, and without “Find out”', () => {
	const question = {
		field: 'unit' as const,
		text: '2 amounts: MB or GB?',
		nextStep: '',
		proposed: 'GB',
	};
	const asked = fieldOf('unit', { answers: {}, header }, question) as Shown;
	expect(asked).toMatchObject({ fieldLabel: '2 amounts: MB or GB?', defaultValue: 'GB' });
	expect(optionsOf(asked)).toEqual(['MB', 'GB']);
	const said = fieldOf('unit', { answers: { unit: 'MB' }, header }, question) as Shown;
	expect(said.defaultValue).toBe('MB');
});

it('a form asks for the sheet among those of the workbook', () => {
	const question = {
		field: 'sheet' as const,
		text: 'Which sheet',
		nextStep: '',
		choices: ['Mai', 'Juni'],
	};
	const asked = fieldOf('sheet', { answers: {}, header }, question) as Shown;
	expect([asked.fieldLabel, optionsOf(asked)]).toEqual(['Which sheet.', ['Mai', 'Juni']]);
});

it('a form keeps the answers, in words that programs use', () => {
	const answers = { country: 'Germany', unit: 'GB', megabytes: 5, campaign: 'spring' };
	const kept = keptFields(answers, (name) => name !== 'unit');
	expect(kept).toMatchObject([
		{ fieldName: 'megabytes', fieldType: 'hiddenField', fieldValue: '5' },
		{ fieldName: 'country', fieldType: 'hiddenField', fieldValue: 'DE' },
	]);
});

gives('the field for a file', (isRequired: boolean) => otherFile(isRequired) as Shown, [
	[true, expect.objectContaining({ fieldLabel: 'List', requiredField: true })],
	[false, expect.objectContaining({ fieldLabel: 'Another list in place of this one' })],
]);
