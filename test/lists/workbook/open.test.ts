import { strToU8, zipSync } from 'fflate';
import { isWorkbook } from '../../../lists/workbook/open';
import { openWorkbook } from '../../support/readLists';
import { gives, refuses } from '../../support/examples';
import {
	partsOf,
	relation,
	relationsXml,
	sheetXml,
	stringsXml,
	stylesXml,
	workbookXml,
	written,
	zipped,
} from './written';

const rowsOf = (bytes: Uint8Array, sheet?: string) =>
	Array.from(openWorkbook(bytes, sheet).records, ({ row, cells }) => [row, ...cells]);

const strings = stringsXml(
	'<si><t>phone</t></si><si><r><t xml:space="preserve">Zoé </t></r><r><rPr><b/></rPr><t>Example</t></r></si>' +
		'<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t>a_x000D_&amp;&#233;</t></si><si/>',
);

const styles = stylesXml(
	'<numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="0 &quot;MB&quot;"/></numFmts>' +
		'<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
		'<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>',
);
const shared = { 'xl/sharedStrings.xml': strings, 'xl/styles.xml': styles };
const row = (cells: string) => rowsOf(written(`<row r="1">${cells}</row>`, shared))[0]?.slice(1);

gives('a row of a workbook', row, [
	['<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>', ['phone', 'Zoé Example']],
	['<c t="s"><v>2</v></c><c t="s"><v>3</v></c><c t="s"><v>4</v></c>', ['東京', 'a\r&é', '']],
	['<c t="inlineStr"><is><t> +49 151 </t></is></c>', [' +49 151 ']],
	['<c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r><rPh><t>c</t></rPh></is></c>', ['ab']],
	['<c t="inlineStr"><is><t><![CDATA[<a>]]></t></is></c>', ['<a>']],
	[
		'<c t="inlineStr"><is><t>&#128512;&#x1F600;&#55357;&#56832;&#9731;&lt;</t></is></c>',
		['😀😀😀☃<'],
	],
	['<c t="inlineStr"><is><t>&#65584;&#1114160;&#x30;</t></is></c>', ['\u{10030}\uFFFD0']],
	['<c><v>4915112345678</v></c><c><v>4.915112345678E12</v></c>', [4915112345678, 4915112345678]],
	['<c><v>0.5</v></c><c t="n"><v>-1</v></c>', [0.5, -1]],
	// Digits that JavaScript would round.
	['<c><v>12345678901234567890</v></c>', ['12345678901234567890']],
	['<c s="1"><v>45658</v></c><c s="2"><v>45658.5</v></c>', ['2025-01-01', '2025-01-01T12:00:00']],
	['<c s="3"><v>500</v></c><c s="9"><v>500</v></c>', ['500 MB', 500]],
	// A phone number in a column of dates.
	['<c s="1"><v>4915112345678</v></c>', [4915112345678]],
	[
		'<c t="d"><v>2025-01-31T00:00:00</v></c><c t="d"><v>2025-01-31</v></c>',
		['2025-01-31', '2025-01-31'],
	],
	['<c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="e"><v>#N/A</v></c>', ['TRUE', 'FALSE', '#N/A']],
	['<c><f>250*2</f><v>500</v></c><c t="str"><f>A1&amp;"x"</f><v>x</v></c>', [500, 'x']],
	['<c><f>250*2</f></c><c t="str"><f>""</f><v></v></c>', ['=250*2', '']],
	['<c><f>250*2</f><v/></c><c t="str"><f>A1</f><v></v></c>', ['=250*2', '']],
	// A text as a formula: with its result, without it, or with a result that isn't computed yet.
	['<c t="str"><f>"0151"</f><v>0151</v></c><c><f>"+49151"</f></c>', ['0151', '+49151']],
	['<c><f>"0151 ""1"""</f><v>0</v></c><c><f>"a"&amp;"b"</f></c>', ['0151 "1"', '="a"&"b"']],
	// An empty text isn't the first one of the workbook.
	['<c t="s"><v></v></c><c t="s"><v/></c><c t="s"/><c t="s"><v>0</v></c>', ['', '', '', 'phone']],
	['<c t="inlineStr"><v>5</v><is><t>a</t></is></c><c><v>5</v><is><t>a</t></is></c>', ['a', 5]],
	['<c t="inlineStr"><v>5</v></c><c t="inlineStr"/><c><v>1</v></c>', ['', '', 1]],
	[
		'<c r="B1"><v>1</v></c><c><v>2</v></c><c r="AA1"><v>3</v></c>',
		['', 1, 2, ...Array<string>(23).fill(''), 3],
	],
	['<c r="A1" s="1"/><c r="B1"><v/></c><c r="C1"><v>1</v></c>', ['', '', 1]],
	['<c r="A1" s="1"/>', undefined],
]);

test('rows keep their numbers and are as wide as the widest before them', () => {
	const cell = (reference: string) => `<c r="${reference}"><v>1</v></c>`;
	const rows = `<row r="2">${cell('A2')}${cell('C2')}</row><row/><row r="5" ht="15"/><row>${cell('A6')}</row>`;
	expect(rowsOf(written(rows))).toEqual([
		[2, 1, '', 1],
		[6, 1, '', ''],
	]);
});

test('hidden rows and struck-out cells are told', () => {
	const font = (within: string) => `<font>${within}</font>`;
	const fonts = ['', '<strike/>', '<strike val="0"/>', '<b/><strike val="true"/>'].map(font);
	const shown = [0, 1, 2, 3].map((id) => `<xf numFmtId="0" fontId="${id}"/>`).join('');
	const bytes = written(
		'<row r="1" hidden="0"><c s="1"><v>1</v></c><c><v>1</v></c><c s="3"><v>1</v></c></row>' +
			'<row r="2" hidden="1"/><row hidden="true"><c s="2"><v>1</v></c></row><row><c s="1"/></row>',
		{
			'xl/styles.xml': stylesXml(
				`<fonts>${fonts.join('')}</fonts><cellStyleXfs><xf fontId="1"/></cellStyleXfs>` +
					`<cellXfs>${shown}</cellXfs><dxfs><dxf>${font('<strike/>')}</dxf></dxfs>`,
			),
		},
	);
	expect([...openWorkbook(bytes).records]).toEqual([
		{ row: 1, cells: [1, 1, 1], struck: [0, 2] },
		{ row: 3, cells: [1, '', ''], isHidden: true },
	]);
});

test('a merged cell stands for all rows that it covers, and for no other column', () => {
	const cells = (row: number, ...columns: string[]) =>
		columns.map((column) => `<c r="${column}${row}"><v>${row}</v></c>`).join('');
	const rows =
		`<row r="1">${cells(1, 'A', 'B')}</row><row r="2">${cells(2, 'A')}<c r="B2"/></row>` +
		`<row r="3">${cells(3, 'A', 'C')}</row><row r="4"><c r="A4" s="1"/></row><row r="5">${cells(5, 'A')}</row>`;
	const behind = (...ranges: string[]) =>
		`<mergeCells>${ranges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`;
	const read = (...ranges: string[]) => rowsOf(zipped(partsOf(sheetXml(rows, behind(...ranges)))));
	expect(read('B1:B4', 'C3:D3', 'D1:D5')).toEqual([
		[1, 1, 1],
		[2, 2, 1],
		[3, 3, 1, 3],
		[5, 5, '', ''],
	]);
	expect(read('B1:C3')[1]).toEqual([2, 2, 1]);
	expect(read('C3:C5')[3]).toEqual([5, 5, '', 3]);
});

describe('the sheets', () => {
	const sheet = (value: number) => sheetXml(`<row><c><v>${value}</v></c></row>`);
	const names =
		'<sheet name="Old &amp; gone" state="hidden" r:id="r1"/><sheet name="Chart" r:id="r4"/>' +
		'<sheet name="Kunden" r:id="r2"/><sheet name="Notes" state="visible" r:id="r3"/>';
	const bytes = zipped({
		...partsOf(sheet(1)),
		'xl/workbook.xml': workbookXml(`<sheets>${names}</sheets>`),
		'xl/_rels/workbook.xml.rels': relationsXml(
			relation('r1', 'worksheet', 'worksheets/sheet1.xml'),
			relation('r2', 'worksheet', './worksheets/../worksheets/Sheet2.xml'),
			relation('r3', 'worksheet', '/xl/worksheets/sheet3.xml'),
			relation('r4', 'chartsheet', 'chartsheets/sheet1.xml'),
		),
		'xl/worksheets/sheet2.xml': sheet(2),
		'xl/worksheets/sheet3.xml': sheet(3),
		'xl/chartsheets/sheet1.xml': sheet(4),
	});

	test('are known by name, and the first that is not hidden is read', () => {
		expect(openWorkbook(bytes).sheet).toBe('Kunden');
	});

	gives('the first cell', (name?: string) => rowsOf(bytes, name)[0]?.[1], [
		[undefined, 2],
		['Notes', 3],
		['Old & gone', 1],
	]);

	test('one that does not exist is refused with the names of those that do', () => {
		expect(() => openWorkbook(bytes, 'notes')).toThrow('The workbook has no sheet “notes”');
	});
});

const cells = '<row><c><v>1</v></c></row>';
const parts = partsOf(sheetXml(cells));

/** As Java writes it: a part's sizes are in its extra field 1, and the directory has a long end, too. */
function withLongSizes(): Uint8Array {
	const files = Object.entries(parts).map(([path, text]) => {
		const long = Buffer.alloc(16);
		for (const at of [0, 8]) long.writeBigUInt64LE(BigInt(text.length), at);
		const extra = { 0x5455: new Uint8Array(5), 1: new Uint8Array(long) };
		return [path, [strToU8(text), { extra, level: 0 }]] as const;
	});
	const bytes = Buffer.from(zipSync(Object.fromEntries(files) as never));
	for (const path of Object.keys(parts)) {
		const entry = bytes.lastIndexOf(path) - 46;
		for (const at of [20, 24]) bytes.writeUInt32LE(0xffffffff, entry + at);
	}
	const end = bytes.subarray(-22);
	const [count, start] = [end.readUInt16LE(10), end.readUInt32LE(16)];
	const longEnd = Buffer.alloc(76);
	longEnd.writeUInt32LE(0x06064b50, 0);
	longEnd.writeUInt32LE(count, 32);
	longEnd.writeUInt32LE(start, 48);
	longEnd.writeUInt32LE(0x07064b50, 56);
	longEnd.writeUInt32LE(bytes.length - end.length, 64);
	return Buffer.concat([bytes.subarray(0, -22), longEnd, end]);
}

/** As programs write it that don't know a part's sizes before they have written it. */
function withLateSizes(): Uint8Array {
	const bytes = Buffer.from(zipped(parts));
	for (const path of Object.keys(parts))
		bytes.fill(0, bytes.indexOf(path) - 12, bytes.indexOf(path) - 4);
	return bytes;
}

gives('a workbook as others write it', (_what: string, bytes: Uint8Array) => rowsOf(bytes), [
	['with nothing packed', zipped(parts, 0), [[1, 1]]],
	['with long sizes', withLongSizes(), [[1, 1]]],
	['with late sizes', withLateSizes(), [[1, 1]]],
	[
		'with paths of Windows and in capitals',
		zipped(
			Object.fromEntries(
				Object.entries(parts).map(([path, text]) => [
					path.replace('xl/worksheets/', 'XL\\Worksheets\\'),
					text,
				]),
			),
		),
		[[1, 1]],
	],
	[
		'with prefixes',
		zipped(
			partsOf(
				'<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>',
			),
		),
		[[1, 1]],
	],
	[
		'whose days count from 1904',
		written('<row><c s="1"><v>0</v></c><c s="1"><v>1</v></c></row>', {
			...shared,
			'xl/workbook.xml': (parts['xl/workbook.xml'] ?? '').replace(
				'<sheets>',
				'<workbookPr date1904="1"/><sheets>',
			),
		}),
		[[1, '00:00:00', '1904-01-02']],
	],
]);

gives('isWorkbook', (start: string) => isWorkbook(Buffer.from(start, 'latin1')), [
	['PK\x03\x04\x14\0', true],
	['\xd0\xcf\x11\xe0\xa1\xb1', true],
	['PK;phone', false],
	['', false],
]);

const container = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
const read = (bytes: unknown) => rowsOf(bytes as Uint8Array);
const damaged = (path: string, text: string) => zipped({ ...parts, [path]: text });

refuses('openWorkbook', read, [
	[
		'The workbook has a password',
		Buffer.concat([Buffer.from(container, 'latin1'), Buffer.from('EncryptedPackage', 'utf16le')]),
	],
	[
		'The file is not an .xlsx workbook',
		Buffer.from(`${container}${'\0'.repeat(500)}Workbook`, 'latin1'),
		zipped({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<a/>' }),
		zipped({
			'_rels/.rels': relationsXml(relation('r1', 'officeDocument', 'xl/workbook.bin')),
			'xl/workbook.bin': '',
		}),
		damaged('xl/workbook.xml', workbookXml('<sheets/>')),
	],
	[
		"The workbook can't be read",
		Buffer.from('PK\x03\x04'),
		zipped(parts).subarray(0, 900),
		damaged('xl/worksheets/sheet1.xml', sheetXml(cells).slice(0, -20)),
		damaged('xl/worksheets/sheet1.xml', '<worksheet><sheetData></worksheet>'),
		damaged('xl/worksheets/sheet1.xml', ''),
		...[
			'<row r="0"><c><v>1</v></c></row>',
			'<row r="1048577"><c><v>1</v></c></row>',
			'<row r="1048576"/><row/>',
			'<row r="x"><c><v>1</v></c></row>',
			'<row><c r="XFE1"><v>1</v></c></row>',
			'<row><c r="1"><v>1</v></c></row>',
			'<row><c t="s"><v>5</v></c></row>',
			'<row><c t="s"><v>-1</v></c></row>',
		].map((rows) => written(rows, shared)),
	],
]);
