import { strToU8, unzipSync, zipSync } from 'fflate';
import { inEnglish } from '../../platform/say';
import { openCsv } from '../../lists/csv';
import { markTestOf } from '../../lists/markTests';
import { recognize } from '../../lists/recognize';
import type { ChosenSettings } from '../../lists/readingSettings';
import { readInTurns } from '../../lists/readList';
import { finished } from '../../lists/turns';
import { alike, gives } from '../support/examples';
import { readRows } from '../support/readLists';
import { partsOf, sheetXml, stylesXml, withSheets, written, zipped } from './workbook/written';

const marks = (name: string, cell: unknown) =>
	markTestOf(name, recognize(name).field)?.(cell) ?? false;

gives('whether a cell marks its row to get nothing', marks, [
	['Opt-out', 'yes', true],
	['Opt-out', 'no', false],
	['opt_out_flag', 'TRUE', true],
	['HasOptedOutOfSMS', '1', true],
	['Do not contact', 'x', true],
	['DNC', '✓', true],
	['Is blocked', 'Y', true],
	['Unsubscribed at', '2026-01-05', true],
	['Date of death', '03.01.2025', true],
	['Kontaktsperre', 'Ja', true],
	['Verstorben', 'nein', false],
	['Désinscrit', 'Oui', true],
	['No contactar', 'sí', true],
	['Não contatar', 'sim', true],
	['Deceduta', 'sì', true],
	['Consent', 'No', true],
	['Consent', 'yes', false],
	['SMS opt-in', 'FALSE', true],
	['OPTIN_TIME', '2026-01-05 10:11:12', false],
	['Einwilligung', 'nein', true],
	['Active', 'no', true],
	['Inactive', 'no', false],
	['Inactive', 'yes', true],
	['is_active', 'f', true],
	['Opt-in', '☐', true],
	['Cancelled at', '2026-02-11 09:12:44', true],
	['Consent to receive gifts', 'No - asked us to stop', true],
	['Status', 'Cancelled (non-payment)', true],
	['Vertragsstatus', 'gekündigt zum 31.12.2025', true],
	['Tags', 'vip, dnc', true],
	['Info', 'gesperrt', true],
	['', 'DO NOT CONTACT', true],
	['Phone type', 'Work Fax', true],
	['Phone type', 'Home', false],
	['Customer type', 'Business', false],
	['Place', 'reserve', true],
	['Platz', 'Ersatzgewinner', true],
	['OK?', '❌', false],
	['Eligible', '❌', true],
	['Eligible', '✔️', false],
	['Consent', 'No, thanks', true],
	['Last reply', 'STOP', true],
	['Group', 'control', true],
	['Lifecycle stage', 'Churned', true],
	['Flag', 'FRAUD', true],
	['Booking type', 'Refund', true],
	['Buchungsart', 'Storno', true],
	['GDPR', 'withdrawn', true],
	['Bemerkung', 'alte Karte gesperrt, neue aktiv', false],
	['Comments', 'Great service, do not stop!', false],
	['Company', 'Stop & Shop', false],
	['Status', 'Cancelled', true],
	['Status', 'active', false],
	['Account status', 'suspended', true],
	['Kundenstatus', 'gekündigt', true],
	['Statut du client', 'résiliée', true],
	['Notes', 'DO NOT CONTACT', true],
	['Notes', 'please do call', false],
	// They are about something else.
	['Email opt-out', 'yes', false],
	['Opt-out link', 'https://shop.example/x', false],
	['Order status', 'canceled', true],
	['Last order status', 'canceled', false],
	['Accepts SMS Marketing', 'no', false],
	['Blocked', 'card', false],
	['City', 'Stop', false],
]);

/** The questions on a list, or its rows; each gets 5 MB. */
const endOf = (text: string, markedRows?: string): string[] => endBy(text, { markedRows });
const endBy = (text: string, settings: ChosenSettings): string[] => {
	const list = readRows(openCsv([text]).records, { defaultAmount: 5, ...settings });
	if (list.questions.length > 0) return list.questions.map((question) => inEnglish(question.text));
	return [...list.rows.map(({ phone }) => phone), ...list.bad.map(({ reason }) => reason)];
};

const [p, q] = ['33639980101', '33639980102'];
const left = 'says to give nothing to the row';
const list = (head: string, one: string, other: string) =>
	`Phone,${head}\n+${p},${one}\n+${q},${other}`;

const optOuts = list('Opt-out,Status', 'no,active', 'yes,active');

gives('a list with marked rows', endOf, [
	[
		optOuts,
		undefined,
		['1 row may be marked to get nothing: “Opt-out” says “yes”. Leave them out?'],
	],
	[optOuts, 'leaveOut', [p, '“Opt-out” says to give nothing to the row']],
	[optOuts, 'give', [p, q]],
	[
		list('Deceased,Notes', ',vip', ',deceased'),
		'leaveOut',
		[p, '“Notes” says to give nothing to the row'],
	],
	...alike<string>(
		['1 row may be marked to get nothing: “Status” says “Archived”. Leave them out?'],
		`Phone,Status\n+${p},Active\n+${q},Archived\n+33639980103,active since May`,
		`Phone,Status\n+${p},Aktiv\n+${q},Archived\n+33639980103,Neu`,
	).map(([text, end]): [string, undefined, string[]] => [
		text as string,
		undefined,
		end as string[],
	]),
	[
		`Phone,Name\n+${p},Ada\n00 33 639999999,Bo`,
		undefined,
		['1 row may be marked to get nothing: “Phone” says “00 33 639999999”. Leave them out?'],
	],
	// Nobody knows the words of this status, and of a part of a country.
	[
		list('Status', 'A', 'C'),
		undefined,
		['2 rows may be marked to get nothing: “Status” says “A”, “Status” says “C”. Leave them out?'],
	],
	[list('Consent', 'SMS', 'Email only'), 'leaveOut', [`“Consent” ${left}`, `“Consent” ${left}`]],
	[list('Ergebnis', 'Gewinn', 'Niete'), 'leaveOut', [p, `“Ergebnis” ${left}`]],
	[list('Status', 'customer', 'customer (cancelled)'), 'leaveOut', [p, `“Status” ${left}`]],
	[list('Type', 'Mobile', 'Fax'), 'leaveOut', [p, `“Type” ${left}`]],
	[list('Type', 'Private', 'Business'), undefined, [p, q]],
	[list('Channel', 'Mobile', 'Store'), undefined, [p, q]],
	[list('Estado', 'Jalisco', 'Puebla'), undefined, [p, q]],
	[list('Status', 'C', 'C'), undefined, [p, q]],
	[list('Employment status', 'Full-time', 'Part-time'), undefined, [p, q]],
	[
		list('Employment status', 'Full-time', 'Terminated'),
		'leaveOut',
		[p, `“Employment status” ${left}`],
	],
	[list('Lead Status', 'NEW', 'IN_PROGRESS'), undefined, [p, q]],
	[list('Status', 'wc-completed', 'wc-processing'), undefined, [p, q]],
	[list('Status', 'active', 'On hold'), 'leaveOut', [p, `“Status” ${left}`]],
	[list('Status', 'wc-completed', 'wc-cancelled'), 'leaveOut', [p, `“Status” ${left}`]],
	...alike<string>(
		[p, q],
		list('Opt-out,Status', 'no,active', ',new'),
		// Any word may stand among tags.
		`Phone,Tags,Status\n+${p},vip,active\n+${q},a; b,active`,
		list('Name,City', 'Stop,x', 'Dead,yes'),
	).map(([text, end]): [string, undefined, string[]] => [
		text as string,
		undefined,
		end as string[],
	]),
]);

const named = (name: string) => `Name,Phone\nAda,+${p}\n${name},+${q}`;
const rowsOf = (...rows: string[]) => `Name,Phone\nAda,+${p}\n${rows.join('\n')}`;
const below = 'The row stands below other column names';

gives('a list with marked names and parts', endOf, [
	...['† Bo', 'ZZ Bo', 'Bo (deceased)', 'Bo - do not call', 'Example: Bo'].map(
		(name): [string, string, string[]] => [named(name), 'leaveOut', [p, `“Name” ${left}`]],
	),
	[named('Dead Sea Spa'), undefined, [p, q]],
	[
		rowsOf('Opted out:,', `Bo,+${q}`),
		undefined,
		['1 row may be marked to get nothing: “Opted out:” stands above. Leave them out?'],
	],
	[
		`Opt-out list,\n${named('Bo')}`,
		'leaveOut',
		[`“Opt-out list” ${left}`, `“Opt-out list” ${left}`],
	],
	[
		rowsOf('Nicht gewonnen:,', `Bo,+${q}`),
		undefined,
		['1 row may be marked to get nothing: “Nicht gewonnen:” stands above. Leave them out?'],
	],
	[rowsOf('Berlin,', `Bo,+${q}`), 'leaveOut', [p, q, "'Phone Number' is required"]],
	[rowsOf('Name,Phone', `Bo,+${q}`), 'leaveOut', [p, q, "'Phone Number' must be a phone number"]],
	[
		rowsOf('Agent,Phone', `Bo,+${q}`),
		'give',
		[p, `${below}: “Agent”, “Phone”`, `${below}: “Agent”, “Phone”`],
	],
]);

const leftOutBy = (...names: string[]) => names.map((name) => `“${name}” ${left}`);
const flag = (name: string, ...cells: string[]) =>
	`Phone,${name}\n${cells.map((own, at) => `+3363998010${at + 1},${own}`).join('\n')}`;
const asked = (name: string) => [
	`“${name}” has yes or a date in 1 row, and no or nothing in the others. Which rows get gifts by this: those with yes, those with no, or all?`,
];

gives(
	'a list with a column of yes and no',
	(text: string, flags?: string) => endBy(text, { flags }),
	[
		[flag('Winner', 'yes', 'no', ''), undefined, asked('Winner')],
		[
			flag('Winner', 'yes', 'no', ''),
			'Winner: yes',
			[p, ...Array<string>(2).fill(`“Winner” ${left}`)],
		],
		[flag('OK', '✅', '❌'), undefined, asked('OK')],
		[flag('Do you want 1 GB?', 'Yes', '"No, thanks"'), undefined, asked('Do you want 1 GB?')],
		[
			flag('Consent given on', '2026-01-05', '2026-01-06', ''),
			'2: yes',
			[p, q, `“Consent given on” ${left}`],
		],
		[flag('Winner', 'no', 'yes'), '2: no', [p, `“Winner” ${left}`]],
		[flag('Winner', 'no', 'yes'), '-', [p, q]],
		[flag('Left', '2026-01-05', '', ''), undefined, asked('Left')],
		[flag('Birthday', '1990-01-05', ''), undefined, [p, q]],
		[flag('Consent', 'yes', '', ''), undefined, asked('Consent')],
		[flag('Bottles', '1', ''), undefined, [p, q]],
		[flag('VIP', 'yes', 'no'), undefined, [p, q]],
		[flag('Newsletter', 'yes', 'no'), undefined, [p, q]],
		[flag('Accepts SMS Marketing', 'yes', 'no'), undefined, [p, q]],
	],
);

test('a column of yes and no is asked about in a list without names, too', () => {
	const settings = { firstRow: 'customer', phoneColumn: '2' };
	expect(endBy(`Ada,+${p},yes\nBo,+${q},no`, settings)).toEqual(asked('column 3'));
});

const opposite = flag('Winner,Left', 'yes,no', 'no,no', 'yes,yes', ',');
const ofBoth = `“Winner” has yes or a date in 2 rows, “Left” has yes or a date in 1 row`;

gives('a list with two columns of yes and no, by what is said of each', endBy, [
	[opposite, {}, [expect.stringContaining(ofBoth) as string]],
	[opposite, { flags: 'Winner: yes, Left: no' }, [p, ...leftOutBy('Winner', 'Left', 'Winner')]],
	[
		opposite,
		{ column2: 'onlyYes', column3: 'onlyNo' },
		[p, ...leftOutBy('Winner', 'Left', 'Winner')],
	],
	[
		opposite,
		{ column2: 'onlyNo', column3: 'allRows' },
		[q, '33639980104', ...leftOutBy('Winner', 'Winner')],
	],
	[opposite, { column2: 'allRows', column3: 'allRows' }, [p, q, '33639980103', '33639980104']],
	// Of the other column nobody has said anything.
	[
		opposite,
		{ column3: 'allRows' },
		[expect.stringMatching(/^“Winner” has yes or a date in 2/) as string],
	],
]);

test.each([
	[700, ', and no'],
	[10_001, ' of the first 10,000 rows, and no'],
])('a column of %d rows is asked about whose first no comes late', (length, within) => {
	const rows = Array.from({ length }, (_, at) => [
		`+336399${10_000 + at}`,
		at < 600 ? 'yes' : 'no',
	]);
	const text = ['Phone,Winner', ...rows].join('\n');
	expect(endBy(text, {})).toEqual([
		expect.stringContaining(`“Winner” has yes or a date in 600 rows${within}`),
	]);
	expect(endBy(text, { column2: 'onlyYes' }).filter((end) => /^\d/.test(end))).toHaveLength(600);
});

const styles = stylesXml(
	'<fonts><font/><font><strike/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs>',
);
const cell = (text: string, style = 0) =>
	`<c s="${style}" t="inlineStr"><is><t>${text}</t></is></c>`;
const line = (row: string, ...cells: string[]) => `<row ${row}>${cells.join('')}</row>`;
const header = line('', cell('Name'), cell('Phone'), cell('Old MB'), cell('MB'));
const first = line('', cell('Ada'), cell(`+${p}`), cell('4', 1), cell('5'));

describe.each([
	['hides', line('hidden="1"', cell('Bo'), cell(`+${q}`), cell('4', 1), cell('5'))],
	['strikes the number of', line('', cell('Bo'), cell(`+${q}`, 1), cell('4'), cell('5'))],
	['strikes the name of', line('', cell('Bo', 1), cell(`+${q}`), cell('4'), cell('5'))],
])('a row that the spreadsheet %s', (what, second) => {
	const bytes = written(header + first + second, { 'xl/styles.xml': styles });
	const readAs = (markedRows?: string) =>
		finished(
			readInTurns({ markedRows, amountColumn: 'MB', file: { fileName: 'list.xlsx', bytes } }),
		);
	const isHidden = what === 'hides';
	const reason = isHidden ? 'The spreadsheet hides the row' : 'The spreadsheet strikes the row out';

	test('is asked about', () => {
		const { questions, file } = readAs();
		expect(questions).toMatchObject([{ field: 'markedRows', proposed: 'leaveOut' }]);
		expect(inEnglish(questions[0]?.text ?? '')).toContain(
			`1 row may be marked to get nothing: ${reason.toLowerCase()}`,
		);
		expect(file.hiddenRows).toBe(isHidden ? 1 : undefined);
	});

	test('is left out as proposed', () => {
		const { rows, bad, file } = readAs('leaveOut');
		expect(rows.map(({ phone }) => phone)).toEqual([p]);
		expect(bad).toMatchObject([{ row: 3, reason }]);
		expect(file).not.toHaveProperty('hiddenRows');
	});

	test('is read where that was said', () => {
		expect(readAs('give').rows.map(({ phone }) => phone)).toEqual([p, q]);
	});
});

test.each([
	['some', list('Opt-out', 'yes', 'no'), 'leaveOut'],
	['all', list('Status', 'A', 'B'), undefined],
])('to leave out %s rows of a list is proposed: %s', (_, text, proposed) => {
	const { questions } = readRows(openCsv([text]).records, { defaultAmount: 5 });
	expect(questions).toMatchObject([{ field: 'markedRows', proposed }]);
});

test('a cell beyond the names is a fault of its row, and no yes', () => {
	const text = `Phone,MB\n+${p},5\n+${q},5,x`;
	const { questions, bad } = readRows(openCsv([text]).records, {});
	expect(questions).toEqual([]);
	expect(bad).toHaveLength(1);
});

const people = [
	['Name', 'Phone'],
	['Ada', `+${p}`],
	['Bo', `+${q}`],
];
const endBeside = (name: string, ...rows: unknown[][]) => {
	const bytes = withSheets({ Customers: people, [name]: rows }, name);
	const file = { fileName: 'list.xlsx', bytes };
	const { questions, rows: read } = finished(readInTurns({ file, defaultAmount: 5 }));
	const asked = questions.map(({ proposed, text }) => `${proposed}: ${inEnglish(text)}`);
	return questions.length > 0 ? asked : read.map(({ phone }) => phone);
};
const askedBy = (sheet: string) => [
	`leaveOut: 1 row may be marked to get nothing: “${sheet}” has its number. Leave them out?`,
];

gives('a list beside a hidden sheet', endBeside, [
	['Unsubscribed', ['Phone'], [`0033 ${q.slice(2)}`], askedBy('Unsubscribed')],
	['Opt-outs', ['As of May'], ['Phone'], [`0${q.slice(2)}`], askedBy('Opt-outs')],
	['Sheet 2', ['Do not contact'], ['Phone'], [Number(q)], askedBy('Do not contact')],
	['Unsubscribed', ['Phone'], ['33639980103'], [p, q]],
	['Old', ['Name', 'Opt-out', 'Phone'], ['Bo', 'no', q], [p, q]],
]);

test('a damaged sheet of people who get nothing refuses the list, and another one does not', () => {
	const endWith = (name: string) => {
		const parts = unzipSync(withSheets({ Customers: people, [name]: people }));
		const bytes = zipSync({ ...parts, 'xl/worksheets/1.xml': strToU8('<worksheet><a>') });
		return finished(readInTurns({ file: { fileName: '', bytes }, defaultAmount: 5 })).refusal;
	};
	expect(endWith('Opt-outs')).toMatchObject({ message: "The workbook can't be read" });
	expect(endWith('Old')).toBeUndefined();
});

test('the numbers of a column that the spreadsheet hides are not proposed', () => {
	const rows = [
		line('', cell('Mobile'), cell('Phone'), cell('MB')),
		line('', cell(`+${p}`), cell(`+${q}`), cell('5')),
	];
	const cols = '<cols><col min="1" max="1" hidden="1"/></cols>';
	const sheet = sheetXml(rows.join('')).replace('<sheetData>', `${cols}<sheetData>`);
	const bytes = zipped(partsOf(sheet));
	const { questions } = finished(readInTurns({ file: { fileName: 'list.xlsx', bytes } }));
	expect(questions).toMatchObject([{ field: 'phoneColumn', proposed: '2' }]);
});

it.each<[string, string, ChosenSettings, string[]]>([
	['the cell of a mark', optOuts, { markedRows: 'leaveOut' }, ['yes']],
	['the cell that was said to decide', optOuts, { flags: 'Opt-out: yes' }, ['no']],
	['the number', `Opt-out list,\n${named('Bo')}`, { markedRows: 'leaveOut' }, [`+${p}`, `+${q}`]],
])('a row that is left out shows %s', (_, text, settings, values) => {
	const { bad } = readRows(openCsv([text]).records, { defaultAmount: 5, ...settings });
	expect(bad.map(({ value }) => value)).toEqual(values);
});
