import { readInTurns } from '../../lists/readList';
import { finished } from '../../lists/turns';
import { withinLimits } from '../../lists/csv';
import { gives } from '../support/examples';
import { openFile } from '../support/readLists';
import { withSheets } from './workbook/written';

const checked = (cells: unknown[]) => {
	const [record] = withinLimits([{ row: 1, cells }]);
	return [record?.cells.length, record?.problem?.message];
};
const filled = (count: number, cell: unknown) => Array<unknown>(count).fill(cell);

gives('how many cells a row has, and its problem,', checked, [
	[
		['a', '', ''],
		[3, undefined],
	],
	[filled(1000, 'a'), [1000, undefined]],
	[
		[...filled(1000, 'a'), ...filled(15_000, ' ')],
		[1000, undefined],
	],
	[['x'.repeat(32_767)], [1, undefined]],
	[
		['a', 'x'.repeat(32_768)],
		[2, 'The line has a cell of more than 32,767 characters, as many as a spreadsheet takes'],
	],
]);

gives(
	'the cells of a row',
	(cells: unknown[]) => [...withinLimits([{ row: 1, cells }])][0]?.cells,
	[
		[
			['="0151 1"', '="0151 "&A1'],
			['0151 1', '="0151 "&A1'],
		],
		[
			['="+49 ""1"""', '=A1', 5],
			['+49 "1"', '=A1', 5],
		],
	],
);

test('a row that is wider than a list is refused', () => {
	expect(() => [...withinLimits([{ row: 1, cells: filled(1001, 1) }])]).toThrow(
		'The list has more than 1000 columns',
	);
});

const csv = (text: string) => ({ file: { fileName: 'x.csv', bytes: Buffer.from(text) } });
const read = (text: string) =>
	finished(readInTurns({ ...csv(text), country: 'international', defaultAmount: 500 }));
const refusalOf = (text: string) => read(text).refusal?.message;
const row = '+33639980101';

gives('why a file is refused', (_what: string, text: string) => refusalOf(text), [
	['a million columns', `phone${',a'.repeat(1_000_000)}\n`, 'The list has more than 1000 columns'],
	[
		'a wide row below the first ones',
		`phone\n${`${row}\n`.repeat(600)}${',a'.repeat(2_000)}\n`,
		'The list has more than 1000 columns',
	],
	[
		'a line that is longer than any',
		`phone,name\n${row},${'x '.repeat(1_000_000)}\n`,
		'A line of the file has more than 1,000,000 characters',
	],
	['16,000 empty columns', `phone${','.repeat(16_000)}\n${row}${','.repeat(16_000)}\n`, undefined],
]);

test('a row with a long cell is refused, and the others are read', () => {
	const { rows, bad } = read(`phone,name\n${row},Ada\n+33639980102,${'x'.repeat(40_000)}\n`);
	expect(rows.map(({ phone }) => phone)).toEqual(['33639980101']);
	expect(bad.map(({ row: number }) => number)).toEqual([3]);
	expect(bad[0]?.reason).toMatch(/a cell of more than 32,767 characters/);
});

test('a file of several pieces is read as in one', () => {
	const line = `${row},"Zoé, ""€"""\r\n`;
	const text = `phone,name\r\n${line.repeat(100_000)}`;
	const cells = Array.from(openFile(Buffer.from(text)).records, (record) => record.cells);
	expect(cells).toHaveLength(100_001);
	expect(new Set(cells.slice(1).map((one) => JSON.stringify(one))).size).toBe(1);
	expect(cells.at(-1)).toEqual([row, 'Zoé, "€"']);
});

test('the sheet is asked about alone, before any column', () => {
	const list = [
		['phone', 'MB'],
		['0639980101', 500],
	];
	const bytes = withSheets({ A: list, B: list });
	const asked = finished(readInTurns({ file: { fileName: 'x.xlsx', bytes } }));
	expect(asked.refusal?.message).toMatch(/more than one sheet with phone numbers: “A”, “B”/);
	expect(asked).toMatchObject({ opened: { columns: [] }, questions: [{ field: 'sheet' }] });
	const said = finished(readInTurns({ file: { fileName: 'x.xlsx', bytes }, sheet: 'B' }));
	expect(said.questions.map(({ field }) => field)).not.toContain('sheet');
	expect(said.file).toMatchObject({ sheet: 'B' });
});
