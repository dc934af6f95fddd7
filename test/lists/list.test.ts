import { openCsv, type ListRecord } from '../../lists/csv';
import { readInTurns } from '../../lists/readList';
import { PhoneCounter } from '../../lists/phoneCounter';
import type { List } from '../../lists/list';
import { alike, gives } from '../support/examples';
import { finished } from '../../lists/turns';
import { readRows } from '../support/readLists';
import { inEnglish, phrase } from '../../platform/say';
import { placeOfCode } from '../../lists/countryWords';

const listIn = ({ rows, bad, questions, refusal, report }: List): List => {
	return { rows, bad, questions, report, ...(refusal && { refusal }) };
};

/** The whole list; its numbers have their country code. */
const read = (
	all: Iterable<ListRecord | undefined>,
	defaultAmount?: number,
	amountColumn?: string,
): List => {
	const said = { country: 'international', defaultAmount, amountColumn };
	return listIn(readRows(all, said));
};

const listOf = (text: string, defaultAmount?: number, amountColumn?: string): List => {
	return read(openCsv([text]).records, defaultAmount, amountColumn);
};

const ofItems = (items: Record<string, unknown>[], defaultAmount?: number): List => {
	return listIn(finished(readInTurns({ rows: items, country: 'international', defaultAmount })));
};

const otherUnit = (name: string) =>
	`'Amount Column' can't be “${name}”, whose unit is neither MB nor GB`;

const none = new PhoneCounter().counts;
const header = 'customer,name,phone,megabytes,operator';
const good = 'C-1,Ada,+33 6 39 98 00 11,500,FR_DEMOTEL';
const ada = {
	row: 2,
	customer: 'C-1',
	name: 'Ada',
	phone: '33639980011',
	megabytes: 500,
	operator: 'FR_DEMOTEL',
	zone: '',
};

/** The result of each row, in short. */
const endsOf = ({ rows, bad }: List) => [
	...rows.map(({ row, phone, megabytes }) => [row, phone, megabytes]),
	...bad.map(({ row, reason }) => [row, reason]),
];

test('a row of a list is read as Data Gift: Assign takes it', () => {
	expect(listOf(`${header}\n${good}\n`)).toEqual({
		rows: [ada],
		bad: [],
		questions: [],
		report: {
			rows: 1,
			badRows: 0,
			columns: {
				customer: 'customer',
				name: 'name',
				phone: 'phone',
				megabytes: 'megabytes',
				operator: 'operator',
			},
			unusedColumns: [],
			numbers: { ...none, international: 1 },
			countries: phrase`The number is of ${placeOfCode('33')}`,
		},
	});
});

test('a refused row keeps its cells as they are written, and says what is wrong and what to do', () => {
	const { rows, bad } = listOf(`${header}\n C-1 ,Ada,06 39 98 00 11,500 kB,FR_DEMOTEL\n${good}`);
	expect(rows).toEqual([{ ...ada, row: 3 }]);
	expect(bad).toMatchObject([
		{
			row: 2,
			customer: 'C-1',
			name: 'Ada',
			phone: '06 39 98 00 11',
			megabytes: '500 kB',
			operator: 'FR_DEMOTEL',
			zone: '',
			field: 'phone',
			value: '06 39 98 00 11',
			reason: "'Phone Number' must include the country code. 'Amount (MB)' must be in MB or GB",
			nextStep:
				'Write “06 39 98 00 11” with its country code in front, such as that of France (+33). Write 0.5 MB in place of “500 kB”.',
		},
	]);
	const [{ texts, reason, nextStep } = { texts: [], reason: '', nextStep: '' }] = bad;
	expect(texts.map(inEnglish)).toEqual([reason, nextStep]);
});

test('a time zone of the list is kept, and one that is not known is refused', () => {
	const rows = ['Europe/Paris', '', 'Paris'].map((zone) => `33639980011,5,${zone}`);
	const list = listOf(['phone,mb,Time zone', ...rows].join('\n'));
	expect(list.rows.map(({ zone }) => zone)).toEqual(['Europe/Paris', '']);
	expect(list.bad).toMatchObject([
		{ row: 4, zone: 'Paris', field: 'zone', reason: "'Time Zone' must be a time zone" },
	]);
});

const wasGiven = "'Result' says that the gift was given before";

gives('a list that a campaign gave back', (text: string) => endsOf(listOf(text)), [
	[
		`phone,mb,result,reason\n${good.split(',')[2]},5,Given,x\n33639980012,5,Failed,\n33639980013,6,,`,
		[
			[3, '33639980012', 5],
			[4, '33639980013', 6],
			[2, wasGiven],
		],
	],
	[
		'phone,mb,Result\n33639980011,5, given before \n33639980012,5,Left out',
		[
			[3, '33639980012', 5],
			[2, wasGiven],
		],
	],
	[
		'phone,mb,Result\n33639980011,5,Given\n33639980012,5,won\n33639980013,5,lost',
		[[1, '1 row may be marked to get nothing: “Result” says “lost”. Leave them out?']],
	],
]);

const [p, q] = ['33639980011', '33639980012'];
const noFormula = 'must not be the error of a formula';

gives('a list', (text: string) => endsOf(listOf(text)), [
	// The rows are those of the spreadsheet.
	[
		`\n,\nphone,mb\n\n${p},1\n,,\n${q},2`,
		[
			[5, p, 1],
			[7, q, 2],
		],
	],
	[
		`name,phone,mb\n"Ada\nB",${p},1\nBen,${q},2`,
		[
			[2, p, 1],
			[3, q, 2],
		],
	],
	// Spreadsheets add and leave out empty cells at the end of a line.
	...alike<string>(
		[[2, p, 1]],
		`phone,mb,,\n${p},1`,
		`phone,mb\n${p},1,, ,`,
		`mb,phone,name\n1,${p}`,
	),
	[`phone,mb\n${p},1,x`, [[2, 'The line has 3 cells, and the header has 2 cells']]],
	// 1,024 without quotes; not where the header is as long.
	[`phone,mb,note\n${p},1,024,`, [[2, 'The line has 4 cells, and the header has 3 cells']]],
	...alike<string>(
		[[2, p, 1]],
		`phone,mb,age,\n${p},1,24,`,
		`phone,mb,note\n${p},1,vip,`,
		`phone,mb,note\n${p},1,1024,`,
	),
	// Units in a column of their own aren't read.
	...alike<string>(
		[[1, 'The amounts have no unit, and “Unit” has different ones']],
		`phone,data,Unit\n${p},500,MB\n${q},2,GB`,
		`phone,mb,Unit\n${p},2,GB`,
	),
	...alike<string>([[2, p, 1]], `phone,mb,Unit\n${p},1,MB`, `phone,mb,Unit\n${p},1 MB,GB`),
	// A title is no country, such as Mauritania.
	[`Prefix,phone,mb\nMr,${p},1`, [[2, p, 1]]],
	[
		`phone,mb\n${p}\n${q},1`,
		[
			[3, q, 1],
			[2, 'The line has 1 cell, and the header has 2 cells'],
		],
	],
	[
		`phone,mb\n"${p},1\n${q},1`,
		[
			[3, q, 1],
			[2, 'The line has a quote that is not closed'],
		],
	],
	[
		`phone,mb\n,1\n${p},`,
		[
			[2, "'Phone Number' is required"],
			[3, "'Amount (MB)' is required"],
		],
	],
	[`phone,mb\n${p},"1,5"`, [[2, p, 1.5]]],
	[`phone,mb\n${p},-5`, [[2, "'Amount (MB)' must be more than 0"]]],
	...['-5', '(5)', '5-'].map((back): [string, unknown] => [
		`phone,mb\n${p},5\n00${p},${back}\n${q},5`,
		[
			[4, q, 5],
			[2, "'Amount (MB)' is taken back by another row of the number"],
			[3, "'Amount (MB)' must be more than 0"],
		],
	]),
	[`phone,mb\n=${p},1`, [[2, "'Phone Number' must be a phone number"]]],
	...['#N/A', '#BEZUG!', '#DIV/0!', 'Err:502'].flatMap((error): [string, unknown][] => [
		[`phone,mb\n${error},1`, [[2, `'Phone Number' ${noFormula}`]]],
		[
			`phone,mb,operator\n${p},1,${error}\n${q},1,FR_A`,
			[
				[3, q, 1],
				[2, `'Operator' ${noFormula}`],
			],
		],
	]),
	[`customer,name,phone,mb\n#VALUE!,#A-17,${p},1`, [[2, `'Customer' ${noFormula}`]]],
	[`customer,phone,mb\n#A17,${p},1`, [[2, p, 1]]],
	// A total is told as one; a customer of that name with a number is a customer.
	...['Summe', 'Total:', 'ukupno'].map((word): [string, unknown] => [
		`name,phone,mb\nAda,${p},1\n${word},,1`,
		[
			[2, p, 1],
			[3, 'The row is a total, and no customer'],
		],
	]),
	[
		`phone,mb\n${p},1\nSumme,1`,
		[
			[2, p, 1],
			[3, 'The row is a total, and no customer'],
		],
	],
	[`name,phone,mb\nTotal,${p},1`, [[2, p, 1]]],
]);

gives(
	'the next step of a cell',
	(cells: string, country?: string) => {
		const text = `phone,mb\n+4915123456788,1\n${cells}`;
		return readRows(openCsv([text]).records, { country }).bad[0]?.nextStep;
	},
	[
		[',1', 'international', 'Fill in the cell, or remove the row.'],
		[`+4915123456789,500 kB`, 'international', 'Write 0.5 MB in place of “500 kB”.'],
		[`+4915123456789,"1,5 To"`, 'international', 'Write 1500 GB in place of “1,5 To”.'],
		['+4915123456789,3 pcs', 'international', 'Write “3 pcs” in MB or GB: “pcs” is neither.'],
		[
			'0151 23456789,1',
			'international',
			'Write “0151 23456789” with its country code in front, such as that of Germany (+49).',
		],
		// A British number in a German list, and in one with both countries.
		['07911 123456,1', 'international', 'Write “07911 123456” with its country code in front.'],
		[
			'07911 123456,1\n+447911123457,1',
			'international',
			'Write “07911 123456” with its country code in front, such as that of the United Kingdom (+44).',
		],
		[
			'0171 23,1',
			'DE',
			'Check “0171 23”: numbers of Germany are written like 01512 3456789, and others need their country code in front.',
		],
	],
);

const noRows = 'The list has no rows';

gives('a list with amounts and a default one', (text: string) => endsOf(listOf(text, 100, '2')), [
	[`phone,MB\n${p},x`, [[2, "'Amount (MB)' must be an amount of data"]]],
	// A line that was cut off is no row without an amount.
	[`phone,mb\n${p}`, [[2, 'The line has 1 cell, and the header has 2 cells']]],
	[
		`phone,volume\n${p},\n${q},5 MB`,
		[
			[2, p, 100],
			[3, q, 5],
		],
	],
	[`phone,GB\n${p},৫`, [[2, "'Amount (MB)' must be an amount of data"]]],
	// Shown as 4.91761E+12, and saved as it was shown.
	[
		`phone,mb\n4917610000000,5\n+4917610000000,5\n4917601000000,5\n33601000000,5`,
		[
			[3, '4917610000000', 5],
			[5, '33601000000', 5],
			[2, "'Phone Number' must not be rounded"],
			[4, "'Phone Number' must not be rounded"],
		],
	],
]);

gives(
	'a list whose columns were said',
	(phoneColumn: string | undefined, amountColumn: string) => {
		const { records } = openCsv([`Name,phone,mb\nAda,${p},1`]);
		return endsOf(readRows(records, { country: 'international', phoneColumn, amountColumn }));
	},
	[
		['2', '3', [[2, p, 1]]],
		[undefined, '2', [[1, "'Amount Column' can't be “phone”, which has the phone numbers"]]],
		['2', '2', [[1, "'Amount Column' can't be “phone”, which has the phone numbers"]]],
		['3', '3', [[1, "'Phone Column' can't be “mb”, which has the amounts"]]],
	],
);

gives(
	'a list whose amounts are said to be in',
	(header: string, cell: string) => {
		const said = { country: 'international', amountColumn: header, unit: 'MB' };
		return endsOf(readRows(openCsv([`phone,${header}\n${p},${cell}`]).records, said));
	},
	[
		['Data (KB)', '512000', [[1, otherUnit('Data (KB)')]]],
		['Volume To', '1', [[1, otherUnit('Volume To')]]],
		['Bundle size (bytes)', '5000', [[1, otherUnit('Bundle size (bytes)')]]],
		// Its cells have their unit.
		['Data (KB)', '5 MB', [[2, p, 5]]],
		['Data (KB or MB)', '5', [[2, p, 5]]],
	],
);

const besideDefault = 'An amount is set for all rows, and the list may have amounts in';

gives('a list with an amount for all rows', (text: string) => endsOf(listOf(text, 100)), [
	[`phone,tier\n${p},gold`, [[2, p, 100]]],
	[`phone,GB validity (days)\n${p},30`, [[2, p, 100]]],
	[`phone,MB\n${p},5`, [[1, `${besideDefault} “MB”`]]],
	[`phone,tier,Data plus,\n${p},a,5 GB,7`, [[1, `${besideDefault} “Data plus”`]]],
	[`phone,volume,tier,\n${p},5,a,7`, [[1, `${besideDefault} “volume”`]]],
]);

gives('a list that is refused as a whole', (text: string) => endsOf(listOf(text)), [
	...alike<string>([[0, noRows]], '', '\n\n', 'sep=;\n'),
	...alike<string>([[1, noRows]], 'phone,mb', 'phone,mb\n\n,\n'),
	[
		`name,mb\nx,1`,
		[[1, 'The list has no column with phone numbers. Its columns are “name”, “mb”']],
	],
	[
		`\nphone,tier\n${p},1`,
		[[2, 'The list has no column with amounts. Its columns are “phone”, “tier”']],
	],
	[
		`Mobile,mb,phone\n${p},1,${q}`,
		[[1, 'The list has more than one column with phone numbers: “Mobile”, “phone”']],
	],
	[`phone,"mb\n${p},1`, [[1, 'The line has a quote that is not closed']]],
	[`phone,mb${',x'.repeat(1000)}\n${p},1`, [[0, 'The list has more than 1000 columns']]],
	[
		`${'a,'.repeat(12)}mb\n`,
		[
			[
				1,
				`The list has no column with phone numbers. Its columns are ${'“a”, '.repeat(9)}“a” and 3 more`,
			],
		],
	],
]);

test('a list says which columns it was read by, and which it was not', () => {
	const text = `Mobile,Name,notes,MB,full name,city,id\n${p},Ada,x,1,Ada B,y,1`;
	const { rows, report } = listOf(text);
	expect(rows).toMatchObject([{ name: 'Ada B' }]);
	expect(report).toEqual({
		rows: 1,
		badRows: 0,
		columns: { phone: 'Mobile', name: 'full name', megabytes: 'MB' },
		unusedColumns: ['Name', 'notes', 'city', 'id'],
		numbers: { ...none, international: 1 },
		countries: phrase`The number is of ${placeOfCode('33')}`,
	});
});

gives('items', (items: Record<string, unknown>[]) => endsOf(ofItems(items)), [
	[
		[{ phone: 33639980011, MB: 5 }, {}, { MB: '7', phone: `+${q}`, x: 1 }],
		[
			[1, p, 5],
			[3, q, 7],
		],
	],
	[[{ phone: p, mb: 1, row_number: 17 }], [[17, p, 1]]],
	[
		[{ phone: [p], mb: null }],
		[
			[
				1,
				"'Phone Number' must be text, not a list, an object or true/false. 'Amount (MB)' is required",
			],
		],
	],
	[
		[{ phone: p, mb: 1, operator: 'undefined' }],
		[[1, "'Operator' must not be the result of a broken expression"]],
	],
	[[{ contact: { phone: p, since: new Date(0) }, data: { mb: 1 }, status: {} }], [[1, p, 1]]],
	[
		[
			{ phone: p, mb: 1, consent: { sms: true } },
			{ phone: q, mb: 1, consent: { sms: false } },
		],
		[[0, '1 row may be marked to get nothing: “consent.sms” says “false”. Leave them out?']],
	],
	[[{ number: 'x' }], [[0, 'The list has no column with phone numbers. Its columns are “number”']]],
	[[{ number: p, mb: 1 }], [[0, 'The list may have phone numbers in “number”, or something else']]],
	[[{}], [[0, noRows]]],
]);
