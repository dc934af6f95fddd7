import { questionError } from '../../lists/readingSettings';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { gives } from '../support/examples';
import { openFile } from '../support/readLists';
import { withSheets } from './workbook/written';

const list = [
	['Customer', 'Mobile', 'MB'],
	['Ada', '+33639980101', 500],
];
const titled = [['Gifts in November'], [], ...list];
const nohead = [
	['+33639980101', 500],
	['+33639980102', 500],
];
const summary = [
	['Sheet Name', 'Numbers Table Name', 'Excel Worksheet Name'],
	['Sheet 1', 'Table 1', 'Sheet 1 - Table 1'],
];
const readMe = [['Read me'], ['Please fill in all rows.'], ['Version', 3]];
const prices = [
	['Plan', 'Price'],
	['Small', 9.99],
];

type Sheets = Record<string, unknown[][]>;
const opened = (sheets: Sheets, ...hidden: string[]) => {
	const { sheet, question } = openFile(withSheets(sheets, ...hidden));
	return [sheet, question?.choices];
};

gives('the sheet that is read, and those that are asked about,', opened, [
	[{ A: list }, ['A', undefined]],
	[{ A: prices }, ['A', undefined]],
	[{ 'Export Summary': summary, B: list }, ['B', undefined]],
	[{ 'Read me': readMe, Prices: prices, C: titled }, ['C', undefined]],
	[{ A: list, B: prices }, ['A', undefined]],
	[{ A: prices, B: nohead }, ['B', undefined]],
	[{ A: [], B: prices, C: list, D: nohead }, ['C', ['C', 'D']]],
	// The numbers that a spreadsheet damaged are refused row by row.
	[{ A: list, B: [['Mobile'], ['9.71501E+11']] }, ['A', ['A', 'B']]],
	[{ A: list, B: [['Billing phone'], ['9.71501E+11']] }, ['A', ['A', 'B']]],
	[{ A: list, B: [['Store phone'], ['n/a']] }, ['A', undefined]],
	// None has a list: the first one tells why.
	[{ A: readMe, B: prices }, ['A', undefined]],
	[{ A: readMe, B: list }, 'B', ['A', undefined]],
	[{ A: list, B: list }, 'A', ['B', undefined]],
	[{ A: prices, B: list, C: list }, 'B', 'C', ['A', undefined]],
]);

test('a declared sheet is read, and nothing is asked', () => {
	const bytes = withSheets({ A: list, B: prices, C: list }, 'C');
	for (const name of ['A', 'B', 'C']) {
		expect(openFile(bytes, name)).toMatchObject({ sheet: name, question: undefined });
	}
	expect(() => openFile(bytes, 'D')).toThrow('The workbook has no sheet “D”');
});

test('the question names the sheets, and the next step', () => {
	const { question } = openFile(withSheets({ A: list, B: titled }));
	expect(question).toMatchObject({ field: 'sheet', choices: ['A', 'B'] });
	expect(question && questionError(question)).toMatchObject({
		message: 'The workbook has more than one sheet with phone numbers: “A”, “B”',
		nextStep: "Choose the 'Sheet'.",
	});
});

test('a damaged sheet is none with a list', () => {
	const parts = unzipSync(withSheets({ A: list, B: prices, C: list }));
	const damaged = zipSync({ ...parts, 'xl/worksheets/0.xml': strToU8('<worksheet><a>') });
	expect(openFile(damaged)).toMatchObject({ sheet: 'C', question: undefined });
	expect(() => [...openFile(damaged, 'A').records]).toThrow("The workbook can't be read");
});
