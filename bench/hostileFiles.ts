import { strToU8, Zip, ZipDeflate, zipSync } from 'fflate';

/** Numbers from the first one that the United Kingdom reserves for fiction; nothing is sent to them. */
const msisdnOf = (at: number) => String(447_700_900_000 + at);

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006/relationships';

const relation = (id: string, type: string, target: string) =>
	`<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;

/** The parts of a workbook with one sheet. */
function partsOf(rows: string, more: Record<string, string> = {}): Record<string, string> {
	return {
		'_rels/.rels': `<Relationships xmlns="${packages}">${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
		'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="List" sheetId="1" r:id="r1"/></sheets></workbook>`,
		'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}">${relation('r1', 'worksheet', 'worksheets/sheet1.xml')}${relation('r2', 'styles', 'styles.xml')}${relation('r3', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
		'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`,
		...more,
	};
}

function workbook(rows: string, more: Record<string, string> = {}): Uint8Array {
	const parts = Object.entries(partsOf(rows, more));
	return zipSync(Object.fromEntries(parts.map(([path, text]) => [path, strToU8(text)])));
}

const times = (count: number, make: (at: number) => string) =>
	Array.from({ length: count }, (_, at) => make(at)).join('');

/** Two columns of numbers, with a header. */
const rowsOf = (count: number) =>
	'<row r="1"><c t="inlineStr"><is><t>phone</t></is></c><c t="inlineStr"><is><t>megabytes</t></is></c></row>' +
	times(
		count,
		(at) =>
			`<row r="${at + 2}"><c r="A${at + 2}"><v>${msisdnOf(at)}</v></c><c r="B${at + 2}"><v>500</v></c></row>`,
	);

/** A zip file that has the same part many times. */
function withDuplicates(count: number): Uint8Array {
	const pieces: Uint8Array[] = [];
	const zip = new Zip((_error, piece) => pieces.push(piece));
	const add = (path: string, text: string) => {
		const part = new ZipDeflate(path);
		zip.add(part);
		part.push(strToU8(text), true);
	};
	const parts = partsOf(rowsOf(2));
	for (const [path, text] of Object.entries(parts)) add(path, text);
	const sheet = `<worksheet>${times(100_000, () => '<row/>')}</worksheet>`;
	for (let n = 0; n < count; n++) add('xl/worksheets/sheet1.xml', sheet);
	zip.end();
	return Buffer.concat(pieces);
}

const csvOf = (count: number) =>
	Buffer.from(`phone,megabytes\n${times(count, (at) => `${msisdnOf(at)},500\n`)}`);

/** A list with a phone number, an amount, and many more columns. */
const wide = (columns: number, rows: number, cell: (at: number) => string) => {
	const name = (at: number) => (cell(0) === '' && cell(1) === '' ? '' : `c${at}`);
	const more = (row: number) => times(columns, (at) => `,${row < 0 ? name(at) : cell(row + at)}`);
	const lines = Array.from({ length: rows }, (_, row) => `${msisdnOf(row)},500${more(row)}`);
	return Buffer.from([`phone,megabytes${more(-1)}`, ...lines, ''].join('\n'));
};

const someText = (at: number) => ['Paris', '2026-11-27', `${at * 7919}`, 'yes', ''][at % 5] ?? '';

/** Files that once froze n8n, and ordinary lists. */
export const files: Record<string, () => Uint8Array> = {
	'a format of 400 kB, 1,000 styles': () =>
		workbook(
			times(1_000, (at) => `<row><c s="${at}"><v>${msisdnOf(at)}</v></c></row>`),
			{
				'xl/styles.xml': `<styleSheet ${main}><numFmts><numFmt numFmtId="164" formatCode="${'[x'.repeat(200_000)}"/></numFmts><cellXfs>${times(1_000, () => '<xf numFmtId="164"/>')}</cellXfs></styleSheet>`,
			},
		),
	'50 entries of one name': () => withDuplicates(50),
	'a text of 900 kB in 40 cells': () =>
		workbook(
			times(40, () => '<row><c t="s"><v>0</v></c></row>'),
			{
				'xl/sharedStrings.xml': `<sst ${main}><si><t>${'1 '.repeat(450_000)}</t></si></sst>`,
			},
		),
	'texts of 32,767 characters in 500 cells': () =>
		workbook(
			times(500, () => '<row><c t="s"><v>0</v></c></row>'),
			{
				'xl/sharedStrings.xml': `<sst ${main}><si><t>${'1 '.repeat(16_383)}</t></si></sst>`,
			},
		),
	'1,000,000 columns': () => wide(1_000_000, 1, () => '1'),
	'16,384 columns, 500 rows': () => wide(16_382, 500, () => '1'),
	'20,000 columns, 500 rows': () => wide(19_998, 500, () => '1'),
	'16,000 empty columns, 500 rows': () => wide(16_000, 500, () => ''),
	'60 columns, 2,000 rows': () => wide(58, 2_000, someText),
	'300 columns, 2,000 rows': () => wide(298, 2_000, someText),
	'900 columns, 2,000 rows': () => wide(898, 2_000, someText),
	'20,000 rows': () => csvOf(20_000),
	'200,000 rows': () => csvOf(200_000),
	'1,000,000 rows': () => csvOf(1_000_000),
	'20,000 rows of a workbook': () => workbook(rowsOf(20_000)),
	'200,000 rows of a workbook': () => workbook(rowsOf(200_000)),
};
