import fc from 'fast-check';
import { zipSync } from 'fflate';
import { openWorkbook } from '../../support/readLists';
import { partsOf, sheetXml, stringsXml, stylesXml, workbookXml, written, zipped } from './written';

const filled = (part: string, size: number) => part.repeat(Math.ceil(size / part.length));

const laughs =
	'<!DOCTYPE x [<!ENTITY a "ha">' +
	Array.from(
		{ length: 9 },
		(_, at) =>
			`<!ENTITY ${'abcdefghij'[at + 1] ?? ''} "${`&${'abcdefghij'[at] ?? ''};`.repeat(10)}">`,
	).join('') +
	']>';
const cell = '<row><c t="inlineStr"><is><t>&j;</t></is></c></row>';
const sheet = (text: string) => zipped({ ...partsOf(text) });

/** Declares another size than it has, in the last record of a part. @param at 24 for the size, 20 for the packed one */
function withSize(bytes: Uint8Array, path: string, size: number, at = 24): Uint8Array {
	const copy = Buffer.from(bytes);
	copy.writeUInt32LE(size, copy.lastIndexOf(path) - 46 + at);
	return copy;
}

/** A workbook with a part that stands twice, as no library writes it: the second one has another name at first. */
function withTwice(path: string): Uint8Array {
	const other = path.replace('1', '2');
	const bytes = Buffer.from(zipped({ ...partsOf(sheetXml('')), [other]: sheetXml('') }));
	for (let at = bytes.indexOf(other); at >= 0; at = bytes.indexOf(other)) bytes.write(path, at);
	return bytes;
}

const manyParts = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`${at}`, '']));

test('a number whose format is longer than Excel allows is read as it is stored', () => {
	const styles = '<xf numFmtId="164"/>'.repeat(1_000);
	const format = `<numFmts><numFmt numFmtId="164" formatCode="${'[x'.repeat(200_000)}"/></numFmts>`;
	const cells = Array.from({ length: 1_000 }, (_, at) => `<row><c s="${at}"><v>1</v></c></row>`);
	const bytes = written(cells.join(''), {
		'xl/styles.xml': stylesXml(`${format}<cellXfs>${styles}</cellXfs>`),
	});
	expect(Array.from(openWorkbook(bytes).records, (record) => record.cells[0])).toEqual(
		Array<number>(1_000).fill(1),
	);
});

/** As a list does, it keeps no cells. */
const rowsOf = (bytes: Uint8Array) => Array.from(openWorkbook(bytes).records, ({ row }) => row);

const sheetPath = 'xl/worksheets/sheet1.xml';
const million = filled('<row/>', 10_000_000);

const hostile: [what: string, words: string, bytes: () => Uint8Array][] = [
	['a billion laughs', "can't be read", () => sheet(laughs + sheetXml(cell))],
	[
		'a billion laughs in the shared strings',
		"can't be read",
		() => written('', { 'xl/sharedStrings.xml': laughs + stringsXml('<si><t>&j;</t></si>') }),
	],
	['a bomb of rows', 'too large', () => sheet(sheetXml(million))],
	[
		'a bomb of texts',
		'too large',
		() => written('', { 'xl/sharedStrings.xml': stringsXml(filled('<si/>', 10_000_000)) }),
	],
	[
		'a bomb in the workbook',
		'too large',
		() =>
			zipped({ ...partsOf(''), 'xl/workbook.xml': workbookXml(filled('<sheet/>', 10_000_000)) }),
	],
	[
		'a bomb that declares less',
		"can't be read",
		() => withSize(sheet(sheetXml(million)), sheetPath, 1000),
	],
	[
		'a workbook that declares more than a file can have',
		"can't be read",
		() => withSize(sheet(sheetXml('')), sheetPath, 0xfffffffe),
	],
	['two parts of one name', "can't be read", () => withTwice(sheetPath)],
	[
		'two parts of names that differ in case',
		"can't be read",
		() => zipped({ ...partsOf(''), 'XL/Workbook.xml': '' }),
	],
	[
		'a part behind the end of the file',
		"can't be read",
		() => withSize(sheet(sheetXml('')), sheetPath, 100_000, 20),
	],
	['more parts than a workbook has', 'too large', () => zipped(manyParts)],
	[
		'a cell without an end',
		'too large',
		() =>
			zipSync(
				{
					...Object.fromEntries(
						Object.entries(partsOf('')).map(([path, text]) => [path, Buffer.from(text)]),
					),
					[sheetPath]: Buffer.from('<a>' + filled('x', 3_000_000)),
				},
				{ level: 0 },
			),
	],
	[
		'wide rows',
		'too large',
		() =>
			sheet(
				sheetXml(
					Array.from(
						{ length: 2000 },
						(_, at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>${at * 7919}</v></c></row>`,
					).join(''),
				),
			),
	],
	[
		'a long text that many cells share',
		'too large',
		() =>
			written(
				Array.from(
					{ length: 10_000 },
					(_, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>0</v></c></row>`,
				).join(''),
				{ 'xl/sharedStrings.xml': stringsXml(`<si><t>${'x'.repeat(32_767)}</t></si>`) },
			),
	],
];

// Speed is measured by `npm run bench -- stall`.
test.each(hostile)('%s ends in an error in words', (_what, words, make) => {
	const bytes = make();
	expect(() => rowsOf(bytes)).toThrow(`The workbook`);
	expect(() => rowsOf(bytes)).toThrow(words);
});

test('a workbook that declares a million rows has those that are in it', () => {
	const bytes = written(
		'<row r="1"><c><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
	);
	expect(rowsOf(bytes)).toEqual([1, 1_048_576]);
});

test('a workbook with a changed byte gives rows or an error in words', () => {
	const bytes = written('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', {
		'xl/sharedStrings.xml': stringsXml('<si><t>phone</t></si>'),
	});
	const change = fc.record({
		at: fc.nat({ max: bytes.length - 1 }),
		by: fc.integer({ min: 1, max: 255 }),
	});
	fc.assert(
		fc.property(change, ({ at, by }) => {
			const copy = Uint8Array.from(bytes, (byte, place) => (place === at ? byte ^ by : byte));
			const error = thrownBy(() => rowsOf(copy));
			expect([undefined, 'InputError']).toContain(error?.name);
		}),
		{ numRuns: 1000 },
	);
});

function thrownBy(act: () => unknown): Error | undefined {
	try {
		act();
		return undefined;
	} catch (error) {
		return error as Error;
	}
}
