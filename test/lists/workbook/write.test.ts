import fc from 'fast-check';
import type { ListRecord } from '../../../lists/csv';
import { openWorkbook } from '../../support/readLists';
import { writeWorkbook } from '../../../lists/workbook/write';
import { partsOf, sheetXml, stylesXml, workbookXml, zipped } from './written';

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

const written = (name: string, rows: unknown[][]) =>
	Buffer.concat([
		...writeWorkbook(
			name,
			rows.map((cells, at) => ({ row: 3 * at + 1, cells })),
		),
	]);

test('a workbook is read as it was written', () => {
	fc.assert(
		fc.property(table, (rows) => {
			const workbook = openWorkbook(written('Zoé & "Co" <1>', rows));
			const read = new Map(Array.from(workbook.records, ({ row, cells }) => [row, cells]));
			expect(workbook.sheet).toBe('Zoé & "Co" <1>');
			for (const [at, cells] of rows.entries()) {
				const found = read.get(3 * at + 1) ?? [];
				expect(cells.map((_, column) => found[column] ?? '')).toEqual(
					cells.map((one) => one ?? ''),
				);
			}
		}),
	);
});

test('a text is no longer than a spreadsheet takes', () => {
	const [record] = openWorkbook(written('List', [['x'.repeat(40_000)]])).records;
	expect(record?.cells).toEqual(['x'.repeat(32_767)]);
});

/** A workbook whose days count from 1904, with a date, a percentage, a flag and a text that looks like a date. */
const original = zipped({
	...partsOf(
		sheetXml(
			'<row r="2"><c s="1"><v>44196</v></c><c s="2"><v>0.155</v></c><c s="3"><v>44196.5</v></c>' +
				'<c t="b"><v>1</v></c><c t="inlineStr"><is><t>2025-01-01</t></is></c><c><v>12345678901234567890</v></c></row>',
		),
	),
	'xl/workbook.xml': workbookXml(
		'<workbookPr date1904="1"/><sheets><sheet name="L" r:id="r1"/></sheets>',
	),
	'xl/styles.xml': stylesXml(
		'<numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy &quot;&amp;&quot; hh:mm"/></numFmts>' +
			'<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="164"/></cellXfs>',
	),
});

test('numbers and dates keep their formats, and text stays text', () => {
	const stored = (bytes: Uint8Array) => {
		const { numberFormats, records } = openWorkbook(bytes, undefined, true);
		return { numberFormats, records: [...records] };
	};
	const { numberFormats, records } = stored(original);
	const again = Buffer.concat([...writeWorkbook('L', records, numberFormats)]);
	expect(stored(again)).toEqual({ numberFormats, records });
	const cellsOf = (bytes: Uint8Array) => [...openWorkbook(bytes).records] as ListRecord[];
	expect(cellsOf(again)).toEqual(cellsOf(original));
	expect(records[0]?.cells).toEqual([
		{ value: '44196', style: 1 },
		{ value: '0.155', style: 2 },
		{ value: '44196.5', style: 3 },
		true,
		'2025-01-01',
		{ value: '12345678901234567890', style: 0 },
	]);
});
