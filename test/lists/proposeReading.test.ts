import { inEnglish } from '../../platform/say';
import fc from 'fast-check';
import { openCsv } from '../../lists/csv';
import { readInTurns } from '../../lists/readList';
import type { Reading } from '../../lists/reading';
import { finished } from '../../lists/turns';
import { alike, gives } from '../support/examples';
import { proposeReading, readAnyhow, readRows } from '../support/readLists';

const proposalOf = (text: string, declared: Partial<Reading> = {}) =>
	proposeReading([...openCsv([text]).records], declared);

/** The settings that are asked about, each with its proposal. */
const questionsOf = (text: string, declared: Partial<Reading> = {}) =>
	proposalOf(text, declared).questions.map(({ field, proposed = '?' }) => `${field} ${proposed}`);

const [p, q] = ['+33639980101', '+33639980102'];
const de = { country: 'DE' };
const gifts = { defaultAmount: 5 };

gives('what is asked', questionsOf, [
	...alike<string>([], `phone,mb\n${p},1`, `Handy;GB\n${p};1,5`, `Handy;Paket\n${p};1 GB`).map(
		([text, asks]): [string, Partial<Reading>, unknown] => [text, {}, asks],
	),
	// Of two phones the one with more mobile numbers.
	['Phone,Tel,mb\n+49301234567,+4915112345678,1', {}, ['phoneColumn 2']],
	[`Mobile,Phone,mb\n${p},${q},1`, {}, ['phoneColumn 1']],
	[`Mobile,Phone,mb\n${p},,1`, {}, []],
	[`Mobile,Phone,mb\n${p},${q},1`, { columns: { phone: 1 } }, []],
	[`x,y\n${p},1 GB`, {}, ['phoneColumn 1', 'amountColumn 2']],
	['x,mb\nAda,1', {}, ['phoneColumn ?']],
	[`Called number,mb\n${p},1`, {}, ['phoneColumn ?']],
	['Order ID,Sold,mb\n1000000001,2026-11-27,1', {}, ['phoneColumn ?']],
	[`phone,Total\n${p},1`, {}, ['amountColumn ?']],
	[`phone,Total\n${p},1`, { defaultAmount: 5 }, []],
	[`phone,GB,MB\n${p},1,1000`, {}, ['amountColumn ?']],
	[`phone,Data used,Gift\n${p},3 GB,1 GB`, {}, []],
	[`phone,Data used\n${p},3 GB`, {}, ['amountColumn ?']],
	// Units.
	[`phone,Data\n${p},500`, {}, ['unit ?']],
	[`phone,Data\n${p},2`, {}, ['unit ?']],
	[`phone,Data\n${p},2`, { unit: 'GB' }, []],
	[`phone,Data\n${p},2 GB\n${q},500`, {}, ['unit ?']],
	[`phone,GB\n${p},2`, { unit: 'MB' }, []],
	// Nobody gives 500 GB.
	[`phone,GB\n${p},500`, {}, ['unit ?']],
	[`phone,GB\n${p},500`, { unit: 'GB' }, []],
	[`phone,Amount\n${p},25`, {}, ['unit ?']],
	// That's money.
	[`phone,Amount\n${p},25.00`, { defaultAmount: 5 }, []],
	[`phone,Data (GB)\n${p},2.50`, {}, []],
	// A cell without a number needs no unit.
	[`phone,Data\n${p},1 GB\n${q},1.5O GB\n,2 GB\n,unbegrenzt`, {}, []],
	[`phone,Volume (GB or MB)\n${p},1 GB`, {}, []],
	[`phone,Volume (GB or MB)\n${p},500`, {}, ['unit ?']],
	[`phone,Volume (GB or MB)\n${p},500`, { unit: 'MB' }, []],
	// Decimal signs.
	[`phone,mb\n${p},1.500`, {}, ['decimal ?']],
	[`phone;mb\n${p};1.500\n${q};2,5`, {}, ['decimal comma']],
	[`phone,mb\n${p},1.500\n${q},2.5`, {}, ['decimal point']],
	[`phone,mb\n${p},1.500`, { decimal: ',' }, []],
	// Countries.
	['phone,mb\n0151 12345678,1', {}, ['country ?']],
	['phone,mb\n0170 1234567,1\n0151 12345678,1\n+4915112345679,1', {}, ['country DE']],
	// China has such numbers, too.
	['phone,mb\n0151 12345678,1\n+4915112345679,1', {}, ['country ?']],
	['phone,mb\n0151 12345678,1\n+33612345678,1', {}, ['country ?']],
	['phone,mb\n202-555-0124,1', {}, ['country ?']],
	['phone,mb\n0151 12345678,1', { country: '' }, []],
	['phone,mb\n0151 12345678,1', de, []],
	['phone,mb\n33612345678,1', de, ['twoWays ?']],
	['phone,mb\n33612345678,1\n0151 12345678,1', de, ['twoWays ?']],
	['phone,mb\n33612345678,1\n+4915112345678,1', de, ['twoWays ?']],
	['phone,mb\n33612345678,1', { ...de, twoWays: 'national' }, []],
	// Headers.
	[`${p},1 GB`, {}, ['firstRow customer', 'phoneColumn 1', 'amountColumn 2']],
	[`${p},1 GB`, { hasHeader: false }, ['phoneColumn 1', 'amountColumn 2']],
	// A customer without a number, or unknown names.
	[`Ada,,\nBo,${p},VIP`, gifts, ['firstRow ?', 'phoneColumn 2']],
	[`C-1000,unknown,1 GB\nC-1001,${p},1 GB`, {}, ['firstRow ?', 'phoneColumn 2', 'amountColumn 3']],
	[`iPhone 13,n/a,\nPixel 7,${p},1 GB`, {}, ['firstRow ?', 'phoneColumn 2', 'amountColumn 3']],
	[`GB,\nFR,${p}`, gifts, ['firstRow ?', 'phoneColumn 2', 'amountColumn ?']],
	[`VIP,n/a\nVIP,${p}`, gifts, ['firstRow ?', 'phoneColumn 2']],
	[`Ada,n/a,1 GB\nBo,${p},1.5 GB`, {}, ['firstRow ?', 'phoneColumn 2', 'amountColumn 3']],
	[
		`a@shop.example,n/a\nb2@shop.example,${p}\nc@shop.example,${p}`,
		gifts,
		['firstRow ?', 'phoneColumn 2'],
	],
	[`Line,Bonus 2026\n${p},1 GB`, {}, ['phoneColumn 1', 'amountColumn 2']],
	[`Name,\nAda,${p}`, gifts, ['phoneColumn 2']],
	[`VIP,n/a\nVIP,${p}`, { ...gifts, hasHeader: true }, ['phoneColumn 2']],
	[`${p},5`, { hasHeader: false, columns: { phone: 0, megabytes: 1 }, unit: 'MB' }, []],
	...alike<string>(['phoneColumn ?', 'amountColumn ?'], '', '\n,\n').map(
		([text, asks]): [string, Partial<Reading>, unknown] => [text, {}, asks],
	),
]);

test('the names of items are no customer', () => {
	const { questions } = finished(
		readInTurns({ rows: [{ 'line 1': p, 'note 2': 'VIP' }], ...gifts }),
	);
	expect(questions.map(({ field }) => field)).toEqual(['phoneColumn']);
});

gives(
	'what is asked of stored amounts',
	(...amounts: (number | string)[]) => {
		const rows = [['Phone', 'MB'], ...amounts.map((amount) => [p, amount])];
		const records = rows.map((cells, at) => ({ row: at + 1, cells }));
		const { questions } = proposeReading(records, {});
		return questions.map(({ text, proposed }) => `${inEnglish(text)} ${proposed ?? ''}`.trim());
	},
	[
		[1.5, 500, 0.512, []],
		[1.024, 500, ['1 amount could be read in two ways: is “1.024” 1.024 (Point) or 1024 (Comma)?']],
		[
			1.024,
			'2,5',
			['1 amount could be read in two ways: is “1.024” 1.024 (Point) or 1024 (Comma)? comma'],
		],
	],
);

test('a question counts the whole list', () => {
	const rows = (count: number) => ['phone,Data', ...Array.from({ length: count }, () => `${p},5`)];
	const textOf = (count: number) => proposalOf(rows(count).join('\n')).questions[0]?.text ?? '';
	expect(inEnglish(textOf(3))).toBe('3 amounts have no unit, such as “5”: MB or GB?');
	expect(inEnglish(textOf(600))).toBe('600 amounts have no unit, such as “5”: MB or GB?');
});

test.each([
	['2 GB', '5', 'unit'],
	['2 MB', '"1.500"', 'decimal'],
])('of 700 amounts %s and one of %s far down the %s is asked', (usual, one, field) => {
	const rows = Array.from({ length: 700 }, (_, at) => `${p},${at === 600 ? one : usual}`);
	const { questions } = proposalOf(['phone,Data', ...rows].join('\n'));
	expect(questions.map((question) => question.field)).toContain(field);
	expect(questions.every(({ text }) => inEnglish(text).startsWith('1 amount '))).toBe(true);
});

test('a long list that is asked about is read to row 10,000', () => {
	const rows = Array.from({ length: 12_000 }, (_, at) => [`0151${23_456_000 + at}`, 5]);
	const records = [['Phone', 'Data'], ...rows].map((cells, at) => ({ row: at + 1, cells }));
	const { questions } = readRows(records, {});
	expect(questions.map(({ text }) => inEnglish(text).replace(/, such as.*?”[.:]/, ''))).toEqual([
		'10,000 numbers of the first 10,000 rows have no country code Which country are they from? If they differ, add a column “country” to the list, or write + and the code in front.',
		'10,000 amounts of the first 10,000 rows have no unit MB or GB?',
	]);
	const { questions: none, rows: good } = readRows(records, { country: 'DE', unit: 'MB' });
	expect([none, good.length]).toEqual([[], 12_000]);
});

test('a list that is asked about counts no numbers', () => {
	const { report } = readRows(openCsv([`Phone,Data\n${p},5`]).records, {});
	expect(report).toMatchObject({ rows: 0, countries: '', numbers: { international: 0 } });
});

test('all questions of a list come at once', () => {
	const text = 'Handy,Data\n0151 23456789,500\n0151 23456788,"1.500"';
	expect(questionsOf(text)).toEqual(['country ?', 'unit ?', 'decimal ?']);
});

test('a proposal shows each column, its field, and its values as they are read', () => {
	const text = `Name;Handy;Datenvolumen (GB);Ort\nAda;0151 12345678;1,5;Wien\nBo;0151 x;2;Graz\nCy;;2;`;
	const { reading, columns } = proposalOf(text, { country: 'DE' });
	expect(reading).toEqual({
		hasHeader: true,
		notInPlan: 'give',
		columns: { name: 0, phone: 1, megabytes: 2 },
		columnStatus: { name: 'found', phone: 'found', megabytes: 'found' },
		status: { country: 'chosen', unit: 'found' },
		country: 'DE',
		twoWays: '',
		unit: 'GB',
		gigabyte: 1024,
		decimal: '',
		sendAsEntered: false,
		markedRows: '',
		flags: {},
	});
	expect(columns).toMatchObject([
		{ number: 1, name: 'Name', field: 'name', samples: [{ before: 'Ada', after: 'Ada' }, {}, {}] },
		{
			number: 2,
			name: 'Handy',
			field: 'phone',
			samples: [
				{ before: '0151 12345678', after: '+4915112345678' },
				{ before: '0151 x', after: 'must be a phone number' },
			],
		},
		{ number: 3, field: 'megabytes', samples: [{ before: '1,5', after: 1536 }, {}] },
		{ number: 4, name: 'Ort', samples: [{ before: 'Wien', after: '' }, { before: 'Graz' }] },
	]);
	expect(columns[3]).not.toHaveProperty('field');
});

test('declared columns stay, and columns declared as unused are not used', () => {
	const text = `Name,Mobile,Phone,mb\nAda,${p},${q},1`;
	const declared = { columns: { phone: 2, name: undefined }, gigabyte: 1000, unit: undefined };
	const { reading } = proposalOf(text, declared as Partial<Reading>);
	expect(reading).toMatchObject({
		columns: { phone: 2, megabytes: 3 },
		gigabyte: 1000,
		unit: 'MB',
	});
	expect(reading.columns).not.toHaveProperty('name');
});

test("an operator's name and a place are no operator and time zone", () => {
	const text = `phone,mb,Carrier,Time zone\n${p},1,Vodafone,Paris`;
	expect(proposalOf(text).reading.columns).toEqual({ phone: 0, megabytes: 1 });
	const coded = `phone,mb,Carrier,Time zone\n${p},1,FR_DEMOTEL,Europe/Paris`;
	expect(proposalOf(coded).reading.columns).toMatchObject({ operator: 2, zone: 3 });
});

test('whatever cells a list has, a proposal is made, and the list is read by it', () => {
	const cell = fc.oneof(
		fc.string(),
		fc.double(),
		fc.boolean(),
		fc.constantFrom(null, undefined, 'phone', 'GB', '1,5 Go', '1.500', 33639980101, '0639980101'),
	);
	const rows = fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 6 });
	const country = fc.constantFrom(undefined, '', 'FR', 'US');
	fc.assert(
		fc.property(rows, country, (cells, declared) => {
			const records = cells.map((row, at) => ({ row: at + 1, cells: row as unknown[] }));
			const { reading } = proposeReading(records, { country: declared });
			expect(readAnyhow(records, reading).report.rows).toBeLessThanOrEqual(records.length);
		}),
	);
});
