import fc from 'fast-check';
import { dateText, serialOf } from '../../../campaign/workbook/dates';
import { openWorkbook } from '../../../campaign/workbook/open';
import { writeWorkbook } from '../../../campaign/workbook/write';
import { gives } from '../../support/examples';

gives('serialOf', serialOf, [
	['2025-01-01', { serial: 45658, kind: 'date' }],
	['2025-01-01T18:00:00', { serial: 45658.75, kind: 'dateTime' }],
	['12:00:00', { serial: 0.5, kind: 'time' }],
	['1900-02-28', { serial: 59, kind: 'date' }],
	['1900-03-01', { serial: 61, kind: 'date' }],
	...[
		'2025-02-29',
		'2025-01-01T',
		'2025-01-01T24:00:00',
		'25:00:00',
		'1899-12-31',
		'',
		'2025-01-0112:00:00',
		'on 2025-01-01',
	].map((text): [string, undefined] => [text, undefined]),
]);

test('each day and second is the number it came from', () => {
	const second = fc.integer({ min: 0, max: 2_958_466 * 86_400 - 1 });
	fc.assert(
		fc.property(second, (seconds) => {
			const text = dateText(seconds / 86_400, false);
			fc.pre(text !== undefined);
			expect(serialOf(text)?.serial).toBeCloseTo(seconds / 86_400, 6);
		}),
	);
});

const cell = fc.oneof(
	fc.string({ unit: 'grapheme', maxLength: 8 }),
	fc.string({ unit: 'binary-ascii', maxLength: 8 }),
	fc.constantFrom('=1+1', '+49 151 1', '007', '1e5', '_x000D_', '_x_x0041_', ' a\r\nb ', '<&>"'),
	fc.constantFrom('2025-01-31', '2025-01-31T13:05:00', '23:59:59'),
	fc.maxSafeInteger(),
	fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).map((one) => one + 0),
	fc.constantFrom(null, undefined, ''),
);
const table = fc.array(fc.array(cell, { maxLength: 30 }), { maxLength: 20 });

test('a workbook is read as it was written', () => {
	fc.assert(
		fc.property(table, (rows) => {
			const workbook = openWorkbook(writeWorkbook('Zoé & "Co" <1>', rows));
			const read = new Map(Array.from(workbook.records, ({ row, cells }) => [row, cells]));
			expect(workbook.sheet).toBe('Zoé & "Co" <1>');
			for (const [at, cells] of rows.entries()) {
				const found = read.get(at + 1) ?? [];
				expect(cells.map((_, column) => found[column] ?? '')).toEqual(
					cells.map((one) => one ?? ''),
				);
			}
		}),
	);
});

test('a text is no longer than a spreadsheet takes', () => {
	const [record] = openWorkbook(writeWorkbook('List', [['x'.repeat(40_000)]])).records;
	expect(record?.cells).toEqual(['x'.repeat(32_767)]);
});
