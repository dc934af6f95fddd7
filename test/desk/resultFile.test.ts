import { strFromU8, unzipSync } from 'fflate';
import { keptFile } from '../../desk/keptFile';
import type { ListSettings } from '../../lists/propose';
import { speech } from '../../platform/say';
import { planCampaign } from '../support/campaign/plan';
import { resultFile } from '../../desk/resultFile';
import { Results, type State } from '../../campaign/results';
import type { Piece, Row, StoredList } from '../../campaign/types';
import { writeWorkbook } from '../../lists/workbook/write';
import { keys, now, running } from '../support/campaign/pages';
import { gives } from '../support/examples';
import { openFile, openWorkbook, readRows } from '../support/readLists';

/** A list as it is stored after its campaign: rows end in these states, by their order. */
function ended(bytes: Uint8Array, chosen: ListSettings, ...states: State[]) {
	const { records, sheet, separator } = openFile(bytes);
	const read = readRows(records, { country: 'international', ...chosen });
	const { rows, bad, report, refusal, file } = read;
	if (refusal) throw refusal;
	const settings = { ...running().campaign, country: '' };
	const list = { ...report, sheet, separator, rowsAbove: file.rowsAbove };
	const optOuts = ['33639980199'];
	const plan = planCampaign({
		settings,
		rows,
		bad,
		list,
		optOuts,
		givenBefore: new Set(),
		keys,
		now,
	});
	const pieces = plan.pieces.map((piece, at): Piece => {
		const results = new Results(piece);
		const own = JSON.parse(plan.lists[at]?.list ?? '[]') as Row[];
		for (const row of own.keys()) {
			const state = states[row] ?? 'given';
			results.set(row, state, state === 'failed' ? 'The data pool is empty' : undefined);
		}
		return { ...piece, id: at + 1, ...results.columns(own) };
	});
	const none = { pools: [], similar: [], columns: [], columnsKey: '' };
	const check = { ...plan.check, ...none, chosen };
	const lists = [...plan.lists, ...keptFile(keys.planId, bytes)];
	return { check: JSON.stringify(check), pieces, lists };
}

function fileOf({ check, ...rows }: ReturnType<typeof ended>, toCorrect = false) {
	const parts: Uint8Array[] = [];
	const writing = resultFile({ check }, { ...rows, toCorrect, language: speech() });
	let next = writing.next();
	for (; !next.done; next = writing.next()) parts.push(next.value ?? new Uint8Array());
	return { ...next.value, bytes: Buffer.concat(parts) };
}

/** The lines of a list in CSV that comes back. */
function comesBack(text: string | Buffer, settings: ListSettings, ...states: State[]): string[] {
	const { extension, bytes } = fileOf(ended(Buffer.from(text as string), settings, ...states));
	const back = bytes.toString();
	expect([extension, back.startsWith('\uFEFF'), back.endsWith('\r\n')]).toEqual([
		'csv',
		true,
		true,
	]);
	return back.slice(1, -2).split('\r\n');
}

const german = { unit: 'GB', gigabyte: '1000', decimal: 'comma' } as const;

gives('a CSV list', comesBack, [
	[
		'Kunde;Handy;Volumen (GB)\nAda;+33 6 39 98 01 01;1,5\nBo;33639980102;0,0005\n',
		german,
		[
			'Kunde;Handy;Volumen (GB);result;reason',
			'Ada;+33 6 39 98 01 01;"1,5";Given;1500 MB to +33639980101',
			'Bo;33639980102;"0,0005";Given;"0,5 MB to +33639980102"',
		],
	],
	[
		'phone\tMB\tcity\n33639980101\t500.5\tLyon\n\n33639980102\t5\t\n',
		{},
		'failed',
		[
			'phone\tMB\tcity\tresult\treason',
			'33639980101\t500.5\tLyon\tFailed\tThe data pool is empty',
			'',
			'33639980102\t5\t\tGiven\t5 MB to +33639980102',
		],
	],
	[
		'Customers of May;;\nAda Sample\n\nName;Phone;MB\nAda;+33639980101;5\n',
		{},
		[
			'Customers of May;;',
			'Ada Sample',
			'',
			'Name;Phone;MB;result;reason',
			'Ada;+33639980101;5;Given;5 MB to +33639980101',
		],
	],
	// Without a header, and with columns that are empty throughout.
	[
		'33639980101,5,,\n33639980102,6,,\n',
		{ firstRow: 'customer', unit: 'MB', phoneColumn: '1', amountColumn: '2' },
		'notSent',
		['33639980101,5,Not sent,', '33639980102,6,Given,6 MB to +33639980102'],
	],
	// Left out: an amount, a duplicate, an opt-out, a line with a cell too many, and one with a wrong quote.
	[
		'phone,MB,note\n33639980101,5,"two\nlines"\n33639980102,x,\n+33639980101,6,\n33639980199,5,\n33639980103,5,a,b\n33639980104,5,"a\n',
		{},
		[
			'phone,MB,note,,result,reason',
			'33639980101,5,"two\nlines",,Given,5 MB to +33639980101',
			expect.stringMatching(/^33639980102,x,,,Left out,.*'Amount \(MB\)'/) as unknown as string,
			'+33639980101,6,,,Left out,Duplicate of row 2',
			'33639980199,5,,,Left out,Opted out',
			expect.stringMatching(
				/^33639980103,5,a,b,Left out,.*The line has 4 cells/,
			) as unknown as string,
			expect.stringMatching(
				/^"33639980104,5,""a",,,,Left out,"The line has a quote/,
			) as unknown as string,
		],
	],
	// A spreadsheet would run a formula, and shows a number.
	[
		'phone;MB;note\n+33 6 39 98 01 01;5;=1+1\n33639980102;5;-1,5\n33639980103;5;+1-1\n',
		{},
		[
			'phone;MB;note;result;reason',
			"+33 6 39 98 01 01;5;'=1+1;Given;5 MB to +33639980101",
			'33639980102;5;"-1,5";Given;5 MB to +33639980102',
			"33639980103;5;'+1-1;Given;5 MB to +33639980103",
		],
	],
	// Another separator that the file declares, and another encoding.
	[
		Buffer.from('\uFEFFsep=^\r\nphone^MB^name\r\n33639980101^5^"Zoë ^"\r\n', 'utf16le'),
		{},
		['phone^MB^name^result^reason', '33639980101^5^"Zoë ^"^Given^5 MB to +33639980101'],
	],
]);

const day = { value: '45658', style: 1 };
const rows = [
	{ row: 2, cells: ['Kunde', 'Handy', 'Volumen (GB)', 'Seit', 'Code'] },
	{ row: 3, cells: ['Ada', 33639980101, 1.5, day, '007'] },
	{ row: 5, cells: ['=1+1', '+33 6 39 98 01 02', '0,5', '2025-01-01'] },
	{ row: 6, cells: ['Cy', 33639980101, 1.5, { ...day, value: '45658.5' }, true] },
];
const look = { formats: [{ id: 0 }, { id: 14 }], is1904: false };
const workbook = Buffer.concat([...writeWorkbook('Kunden & Co', rows, look)]);

it('a list comes back with the cells that were corrected at the desk', () => {
	const bytes = Buffer.from('phone,MB,note\n33639980101,5,a\n33639980102,6,b\n');
	const { check, ...rows } = ended(bytes, {});
	const columns = [
		{ number: 1, field: 'phone' },
		{ number: 2, field: 'megabytes' },
	];
	const corrected = { phone3: '33639980103', megabytes3: '7,5', onlyCorrected: 'true' };
	const changed = JSON.stringify({ ...(JSON.parse(check) as object), columns, corrected });
	const lines = fileOf({ ...rows, check: changed })
		.bytes.toString()
		.split('\r\n');
	expect(lines.slice(1, 3)).toEqual([
		'33639980101,5,a,Given,5 MB to +33639980101',
		'33639980103,"7,5",b,Given,6 MB to +33639980102',
	]);
});

it('a workbook comes back as one, with its sheet, numbers, dates and texts', () => {
	const { extension, bytes } = fileOf(ended(workbook, german, 'inDoubt'));
	expect(extension).toBe('xlsx');
	const back = openWorkbook(bytes, 'Kunden & Co', true);
	const number = (value: number) => ({ value: String(value), style: 0 });
	expect([...back.records].map(({ row, cells }) => [row, ...cells])).toEqual([
		[2, 'Kunde', 'Handy', 'Volumen (GB)', 'Seit', 'Code', 'result', 'reason'],
		[3, 'Ada', number(33639980101), number(1.5), day, '007', 'In doubt', ''],
		[5, '=1+1', '+33 6 39 98 01 02', '0,5', '2025-01-01', '', 'Given', '500 MB to +33639980102'],
		[
			6,
			'Cy',
			number(33639980101),
			number(1.5),
			{ value: '45658.5', style: 1 },
			true,
			'Left out',
			'Duplicate of row 3',
		],
	]);
	expect(back.numberFormats.formats).toEqual(look.formats);
	expect(
		strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array(0)),
	).not.toContain('<f>');
});

it('a workbook comes back with its hidden and struck-out rows as such', () => {
	const formats = [{ id: 0 }, { id: 14, isStruck: true }, { id: 0, isStruck: true }];
	const old = [
		{ row: 1, cells: ['Phone', 'MB'] },
		{ row: 2, cells: ['+33639980101', 5], isHidden: true },
		{ row: 3, cells: ['+33639980102', { value: '6', style: 2 }], struck: [0, 1] },
		{ row: 4, cells: ['+33639980103', 7] },
	];
	const marked = Buffer.concat([...writeWorkbook('List', old, { formats, is1904: false })]);
	const marksIn = (bytes: Uint8Array) =>
		Array.from(openFile(bytes).records, ({ isHidden, struck }) => ({ isHidden, struck }));
	expect(marksIn(marked)).toEqual([{}, { isHidden: true }, { struck: [0, 1] }, {}]);
	expect(marksIn(fileOf(ended(marked, { markedRows: 'give' })).bytes)).toEqual(marksIn(marked));
	const { bytes } = fileOf(ended(marked, { markedRows: 'leaveOut' }), true);
	expect(marksIn(bytes)).toEqual(marksIn(marked).slice(0, 3));
});

/** The lines of the file with the rows to correct. */
function toCorrect(text: string, settings: ListSettings, ...states: State[]): string[] {
	const { bytes } = fileOf(ended(Buffer.from(text), settings, ...states), true);
	return bytes.toString().slice(1, -2).split('\r\n');
}

gives('the rows to correct of a CSV list', toCorrect, [
	// A failed row and a wrong amount; no duplicate, no opt-out and nothing between.
	[
		'May;;\nphone;MB;note\n33639980101;5;a\n\n33639980102;6;b\n33639980103;x;c\n33639980101;7;d\n33639980199;8;e\n',
		{},
		'given',
		'failed',
		[
			'May;;',
			'phone;MB;note;result;reason',
			'33639980102;6;b;Failed;The data pool is empty',
			expect.stringMatching(/^33639980103;x;c;Left out;.*'Amount \(MB\)'/) as unknown as string,
		],
	],
	// A file that came back before has its columns already. A gift stays one, for good.
	[
		'phone;MB;result;reason\n33639980101;5;Given;5 MB to +33639980101\n33639980102;6;Failed;The pool\n33639980103;7;Left out;Wrong\n',
		{},
		'failed',
		['phone;MB;result;reason', '33639980102;6;Failed;The data pool is empty'],
	],
]);

it('a file that comes back for the second time says of a gift what it said before', () => {
	const text =
		'phone;MB;result;reason\n33639980101;5;Given;5 MB to +33639980101\n33639980102;6;Failed;The pool\n';
	expect(comesBack(text, {}).slice(1)).toEqual([
		'33639980101;5;Given;5 MB to +33639980101',
		'33639980102;6;Given;6 MB to +33639980102',
	]);
});

it('the rows to correct of a workbook follow one another', () => {
	const { bytes } = fileOf(ended(workbook, german, 'inDoubt', 'failed'), true);
	const back = openWorkbook(bytes, 'Kunden & Co', true);
	expect([...back.records].map(({ row, cells }) => [row, cells[0], cells[5]])).toEqual([
		[1, 'Kunde', 'result'],
		[2, '=1+1', 'Failed'],
	]);
});

const twoRows = Buffer.from('phone;MB\n33639980101;5\n33639980102;6\n');
const isPiece = ({ number }: StoredList) => number < -1000;

it.each<[string, (lists: StoredList[]) => StoredList[]]>([
	['that came without a file', (lists) => lists.filter((one) => !isPiece(one))],
	[
		'whose file was changed',
		(lists) => [
			...lists.filter((one) => !isPiece(one)),
			...keptFile(keys.planId, Buffer.from('phone;MB\n33639980101;5\n')),
		],
	],
	[
		"whose file can't be read",
		(lists) => lists.map((one) => (isPiece(one) ? { ...one, list: '["AAAA",3]' } : one)),
	],
])('a list %s has its rows in columns of its own', (_, change) => {
	const all = ended(twoRows, {});
	const { extension, bytes } = fileOf({ ...all, lists: change(all.lists) });
	expect(extension).toBe('csv');
	const lines = bytes.toString().split('\r\n');
	expect(lines[0]).toBe(
		'\uFEFFrow;customer;name;phone;megabytes;operator;result;reason;value;next step',
	);
	expect(lines).toHaveLength(4);
});

it('a file of several chunks comes back whole, in whatever order they are read', () => {
	// More than the 250 kB of a chunk.
	const count = 9_000;
	const line = (n: number) => `3360${String(n + 1_000_000).padStart(7, '0')};5;${Math.sin(n)}`;
	const text = ['phone;MB;note', ...Array.from({ length: count }, (_, n) => line(n))].join('\n');
	const all = ended(Buffer.from(text), { sendAsEntered: true });
	expect(all.lists.filter(isPiece).length).toBeGreaterThan(1);
	const { bytes } = fileOf({ ...all, lists: [...all.lists].reverse() });
	const lines = bytes.toString().split('\r\n');
	expect(lines).toHaveLength(count + 2);
	expect(lines[count]).toMatch(/^33601008999;5;'?-?0\.\d+;/);
});
