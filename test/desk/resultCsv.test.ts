import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { resultFile } from '../../desk/resultFile';
import type { Piece, StoredList } from '../../campaign/types';
import { badRows, running } from '../support/campaign/pages';

const [piece, ...others] = running().pieces;
if (!piece) throw new Error('No piece');
const pieces = [piece, ...others];

/** The parts of the CSV of a list that came without a file. @param separator as a report names it */
function* resultCsv(own: Piece[], lists: StoredList[], separator = 'comma') {
	const check = JSON.stringify({ list: { separator }, chosen: {} });
	const all = { pieces: own, lists, toCorrect: false };
	for (const part of resultFile({ check }, all)) yield String(part);
}

const rowsOf = (parts: Iterable<string>) =>
	parse([...parts].join(''), { bom: true, columns: true }) as Record<string, string>[];

const listOf = (number: number, rows: object[]) => {
	return { planId: 'plan-1', number, list: JSON.stringify(rows) };
};

/** The row of a list with one row. */
function rowWith(fields: object): Record<string, string> {
	const row = { row: 2, phone: '33639980001', megabytes: 1.5, ...fields };
	const one = { ...piece, results: 'f', reasons: '{"A, \\"b\\"":[0]}' } as Piece;
	return rowsOf(resultCsv([one], [listOf(1, [row])]))[0] ?? {};
}

it('each row stands in the CSV with its result and reason, a part for each list', () => {
	const parts = [...resultCsv(pieces, pieces)];
	expect(parts).toHaveLength(pieces.length + 1);
	const rows = rowsOf(parts);
	expect(rows).toHaveLength(12);
	const results = new Set(rows.map(({ result }) => result));
	const all = ['Given', 'Given before', 'Failed', 'In doubt', 'Opted out', 'Not sent'];
	expect([...results].sort()).toEqual(all.sort());
	expect(rowWith({ customer: 'C-1' })).toEqual({
		row: '2',
		customer: 'C-1',
		name: '',
		phone: '33639980001',
		megabytes: '1.5',
		operator: '',
		result: 'Failed',
		reason: 'A, "b"',
		value: '',
		'next step': '',
	});
});

it('the rows that were left out are the last ones, in their order', () => {
	const [first, second, ...rest] = badRows();
	const lists = [
		listOf(-1, rest),
		...[...pieces].reverse(),
		listOf(0, [first, second] as object[]),
	];
	const rows = rowsOf(resultCsv(pieces, lists));
	expect(rows).toHaveLength(16);
	expect(rows.map(({ row }) => row).slice(-4)).toEqual(['4', '5', '6', '7']);
	expect(rows.findIndex(({ result }) => result === 'Left out')).toBe(12);
	expect(rows[12]).toEqual({
		row: '4',
		customer: 'Ada',
		name: '',
		phone: 'Ada',
		megabytes: '',
		operator: '',
		result: 'Left out',
		reason: "'Amount (MB)' must be a number: “Ada”",
		value: 'Ada',
		'next step': 'Write “Ada” in MB',
	});
});

it('a list without its piece has no rows', () => {
	expect(rowsOf(resultCsv([], pieces))).toEqual([]);
});

it.each([
	['=1+1', `'=1+1`],
	['@SUM(A1)', `'@SUM(A1)`],
	['\t=1', `\t'=1`],
	['\0=1', `\0'=1`],
	['=-1', `'=-1`],
	['＝1', `'＝1`],
	['a|b\t@x', `a|b\t'@x`],
	['two\r\n-1', `two\r\n'-1`],
])('a spreadsheet does not run %j, however it splits the lines', (name, safe) => {
	expect(rowWith({ name }).name).toBe(safe);
});

it.each([
	'Ada, "the first"',
	'a;b',
	'two\r\nlines',
	"O'Neil",
	'a=b',
	'Zoë ＝',
	' =1',
	'Ada "=1"',
	'\u200B=1',
	'x, -1',
])('the CSV keeps %j as it is', (name) => {
	expect(rowWith({ name }).name).toBe(name);
});

it('a spreadsheet runs nothing of a row that was left out', () => {
	const row = { row: 4, phone: '-1', value: '=1', reason: '@A', nextStep: '+1', customer: '' };
	const [read] = rowsOf(resultCsv([], [listOf(0, [{ ...row, name: '=2' }])]));
	expect(read).toMatchObject({ phone: "'-1", value: "'=1", reason: "'@A", 'next step': "'+1" });
});

it('a list is read when its part is written', () => {
	const broken = { planId: 'plan-1', number: 2, list: '' };
	const parts = resultCsv([piece, { ...piece, number: 2 }], [piece, broken]);
	expect([parts.next().done, parts.next().done]).toEqual([false, false]);
	expect(() => parts.next()).toThrow('JSON');
});

it('any text is read back as it was, with apostrophes before what would begin a formula', () => {
	const texts = fc.string({ unit: fc.constantFrom(...'a1=-@＝,;|"\'\t\r\n ') });
	fc.assert(
		fc.property(texts, (customer) => {
			const { customer: read = '' } = rowWith({ customer });
			expect(read.replaceAll("'", '')).toBe(customer.replaceAll("'", ''));
			expect(read.split(/[,;|\t\r\n]/).filter((part) => /^[=@＝-]/.test(part))).toEqual([]);
		}),
	);
});

type Named = Record<string, string>;

it.each([
	['comma', ','],
	['semicolon', ';'],
	['tab', '\t'],
])('cells separated by a %s are read again as they are', (separator, delimiter) => {
	const cells = fc.string({ unit: fc.constantFrom(...',;\t|"\r\n a1') });
	const names = fc.array(cells, { minLength: 1, maxLength: 20 });
	fc.assert(
		fc.property(names, (all) => {
			const rows = all.map((name, at) => ({ row: at + 2, phone: '33639980001', name }));
			const left = rows.map((row) => ({ ...row, reason: 'a;b,c', nextStep: '' }));
			const text = [...resultCsv([], [listOf(0, left)], separator)].join('');
			const read = parse(text, { bom: true, columns: true, delimiter }) as Named[];
			expect(read.map(({ name, reason }) => [name, reason])).toEqual(
				all.map((name) => [name, 'a;b,c']),
			);
		}),
	);
});
