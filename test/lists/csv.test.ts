import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { openCsv, readRecords, type ListRecord } from '../../lists/csv';
import { finished } from '../../lists/turns';
import { readText } from '../../lists/text';
import { alike, gives, refuses } from '../support/examples';

const text = 'name;phone\nZoé – “Ł”;1\n';
const latin = 'name;phone\nZoé – “€”;1\n';

/** Windows-1252, written down by hand for the text above. */
const windows1252 = Buffer.from(
	latin.replace('–', '\x96').replace('“', '\x93').replace('”', '\x94').replace('€', '\x80'),
	'latin1',
);
const littleEndian = (of: string) => Buffer.from(of, 'utf16le');
const bigEndian = (of: string) => littleEndian(of).swap16();
const cyrillic = 'Имя;Телефон\nАнна;79001234567\n';

const textOf = (bytes: Uint8Array, known?: (head: string) => number) => {
	const { encoding, pieces } = finished(readText(bytes, known));
	return { text: [...pieces].join(''), encoding };
};

gives('readText', (_what: string, bytes: Uint8Array) => textOf(bytes), [
	['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`), { text, encoding: 'UTF-8' }],
	['UTF-16 LE with a mark', littleEndian(`\uFEFF${text}`), { text, encoding: 'UTF-16' }],
	['UTF-16 BE with a mark', bigEndian(`\uFEFF${text}`), { text, encoding: 'UTF-16' }],
	['UTF-16 LE', littleEndian(text), { text, encoding: 'UTF-16' }],
	['UTF-16 BE', bigEndian(text), { text, encoding: 'UTF-16' }],
	[
		'UTF-16 LE without Latin letters',
		littleEndian(cyrillic),
		{ text: cyrillic, encoding: 'UTF-16' },
	],
	['UTF-16 BE without Latin letters', bigEndian(cyrillic), { text: cyrillic, encoding: 'UTF-16' }],
	['Windows-1252', windows1252, { text: latin, encoding: 'Windows-1252' }],
	['nothing', Buffer.alloc(0), { text: '', encoding: 'UTF-8' }],
]);

const readAs = (bytes: Uint8Array, known: RegExp) =>
	textOf(bytes, (head) => (known.test(head) ? 1 : 0));
const central = Buffer.from([0xe8]);

gives('a text with a known word', readAs, [
	[central, /x/, { text: 'è', encoding: 'Windows-1252' }],
	[central, /č/, { text: 'č', encoding: 'Windows-1250' }],
	[central, /и/, { text: 'и', encoding: 'Windows-1251' }],
	[Buffer.from([0xfd]), /ı/, { text: 'ı', encoding: 'Windows-1254' }],
	[Buffer.from([0xc8]), /\u0628/, { text: '\u0628', encoding: 'Windows-1256' }],
]);

refuses('readText', (bytes) => textOf(bytes as Uint8Array), [
	[
		'The file is not a workbook or CSV file',
		Buffer.from('504b030414000600080000002100', 'hex'),
		Buffer.from(`PK\x03\x04${'\0'.repeat(600)}`, 'latin1'),
		Buffer.from('phone\0,megabytes\n'),
	],
]);

test('readText refuses a file of more than 200 MB', () => {
	expect(() => textOf(new Uint8Array(200 * 1024 * 1024 + 1))).toThrow('more than 200 MB');
});

gives(
	'openCsv',
	(file: string) => {
		const { separator, records } = openCsv([file]);
		return [separator, ...Array.from(records, ({ row, cells }) => [row, ...cells])];
	},
	[
		['phone,mb\n1,2', [',', [1, 'phone', 'mb'], [2, '1', '2']]],
		['phone\tmb\n1\t2', ['\t', [1, 'phone', 'mb'], [2, '1', '2']]],
		['\n;;\nphone;mb\n', [';', [1, ''], [2, '', '', ''], [3, 'phone', 'mb']]],
		// More commas than semicolons, and fewer names that are known.
		['phone;MB;a,b,c,d\n', [';', [1, 'phone', 'MB', 'a,b,c,d']]],
		[
			'Volume MB;x\n1,000;tel:+33639980101',
			[';', [1, 'Volume MB', 'x'], [2, '1,000', 'tel:+33639980101']],
		],
		['phone;x;used, MB\n', [';', [1, 'phone', 'x', 'used, MB']]],
		['"phone;x,y";mb\n', [';', [1, 'phone;x,y', 'mb']]],
		['phone\n1;2', [',', [1, 'phone'], [2, '1;2']]],
		...alike<string>(
			[';', [1, 'phone', 'a,b'], [2, '1', '2']],
			'sep=;\nphone;a,b\n1;2',
			'SEP=;\r\nphone;a,b\r\n1;2',
			'"sep=;"\nphone;a,b\n1;2',
			'sep=;;;\nphone;a,b\n1;2',
		),
		['sep=,\nphone,a;b;c', [',', [1, 'phone', 'a;b;c']]],
		['phone|mb\n1|2', ['|', [1, 'phone', 'mb'], [2, '1', '2']]],
		['A list, for b, c\nphone;mb\n', [';', [1, 'A list, for b, c'], [2, 'phone', 'mb']]],
		['sep=\t\nphone\tmb', ['\t', [1, 'phone', 'mb']]],
		['sep=;', [';']],
		['', [',']],
	],
);

const recordsOf = (file: string): ListRecord[] => [...readRecords([file], ',')];
const long = (lines: number) => `"${'\n'.repeat(lines)}"`;

const open = 'The line has a quote that is not closed';
const behind = 'The line has text behind a closing quote';

gives(
	'readRecords',
	(file: string) => recordsOf(file).map(({ cells, problem }) => problem?.message ?? cells),
	[
		...alike<string>(
			[
				['a', 'b'],
				['c', 'd'],
			],
			'a,b\nc,d',
			'a,b\r\nc,d\r\n',
			'a,b\rc,d\r',
		),
		['a,b\r\n\r\n\n,\n', [['a', 'b'], [''], [''], ['', '']]],
		[
			'a,\n,b',
			[
				['a', ''],
				['', 'b'],
			],
		],
		['"a,b","c ""d""",""\n', [['a,b', 'c "d"', '']]],
		['"a\nb\r\nc",d\ne', [['a\nb\r\nc', 'd'], ['e']]],
		['Tom "TJ" J,"x"\n', [['Tom "TJ" J', 'x']]],
		['a,"b\nc\nd', [open, ['c'], ['d']]],
		['a,"b" c\nd', [behind, ['d']]],
		// The next quote ends the cell that was left open, and what follows it shows that.
		['"a,b\n"c",d\n"e"\n', [behind, ['c', 'd'], ['e']]],
		[`${long(49)},b`, [['\n'.repeat(49), 'b']]],
		[long(50), [open, ...Array.from({ length: 49 }, () => ['']), open]],
	],
);

const lineEnd = fc.constantFrom('\r\n', '\n', '\r');
const separator = fc.constantFrom(',', ';', '\t');
const sign = fc.constantFrom(
	'a',
	'é',
	'€',
	'0',
	'"',
	',',
	';',
	'\t',
	' ',
	'\n',
	'\r\n',
	'\r',
	'\uFEFF',
);
const cell = fc.record({
	value: fc.array(sign, { maxLength: 6 }).map((signs) => signs.join('')),
	isQuoted: fc.boolean(),
});

/** A file as some program may write it: cells in quotes where they must be, and at random. */
const written = fc
	.record({
		separator,
		rows: fc.array(fc.record({ cells: fc.array(cell, { minLength: 1, maxLength: 5 }), lineEnd })),
		endsWithLine: fc.boolean(),
	})
	.map(({ separator, rows, endsWithLine }) => {
		const lines = rows.map(({ cells, lineEnd }) => {
			const texts = cells.map(({ value, isQuoted }) => {
				const mustBe = /^"|[\r\n]/.test(value) || value.includes(separator);
				return isQuoted || mustBe ? `"${value.replaceAll('"', '""')}"` : value;
			});
			return texts.join(separator) + lineEnd;
		});
		const file = lines.join('');
		return { separator, file: endsWithLine ? file : file.replace(/(\r\n|\r|\n)$/, '') };
	});

test('a file as programs write it is read as csv-parse reads it', () => {
	fc.assert(
		fc.property(written, ({ file, separator: delimiter }) => {
			const record_delimiter = ['\r\n', '\n', '\r'];
			const options = { delimiter, record_delimiter, relax_column_count: true, relax_quotes: true };
			const cells = [...readRecords([file], delimiter)].map((record) => record.cells);
			expect(cells).toEqual(parse(file, options));
		}),
		{ numRuns: 2000 },
	);
});

test('a line with wrong quotes among others is its own trouble only', () => {
	const plain = fc.stringMatching(/^[a-z0-9 ]{1,8}$/);
	const lines = fc.array(fc.array(plain, { minLength: 1, maxLength: 4 }), { minLength: 1 });
	const wrong = fc.constantFrom('"a', 'a,"b', '"a"b,c', 'a,"b""', '"a" ,b');
	fc.assert(
		fc.property(lines, lines, wrong, (before, after, line) => {
			const file = [...before.map(String), line, ...after.map(String)].join('\n');
			const records = recordsOf(file);
			expect(records.filter(({ problem }) => problem)).toEqual([
				expect.objectContaining({ row: before.length + 1, cells: [line] }),
			]);
			expect(records.filter(({ problem }) => !problem).map(({ cells }) => cells)).toEqual([
				...before,
				...after,
			]);
		}),
	);
});
