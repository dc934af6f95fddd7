import { openCsv } from '../../lists/csv';
import type { ListSettings } from '../../lists/propose';
import { readListSettings, type ChosenSettings } from '../../lists/readingSettings';
import { gives, refuses } from '../support/examples';
import { readRows } from '../support/readLists';

const names = ['Name', 'Handy-Nr.', '2', ''];
const declared = (chosen: ChosenSettings) => {
	const { status, columns, ...values } = readListSettings(chosen, names);
	const isChosen = ([name]: [string, unknown]) => status[name] === 'chosen';
	return { ...Object.fromEntries(Object.entries(values).filter(isChosen)), columns };
};

gives('what is declared', declared, [
	[{ country: '', unit: ' ', phoneColumn: '' }, { columns: {} }],
	[{ country: 'de' }, { country: 'DE', columns: {} }],
	[{ country: 'international' }, { country: '', twoWays: 'international', columns: {} }],
	[
		{ gigabyte: 1000, unit: 'GB' },
		{ gigabyte: 1000, unit: 'GB', columns: {} },
	],
	[{ decimal: 'comma' }, { decimal: ',', columns: {} }],
	[{ firstRow: 'customer' }, { hasHeader: false, columns: {} }],
	[{ twoWays: 'national' }, { twoWays: 'national', columns: {} }],
	[{ phoneColumn: 'handy nr' }, { columns: { phone: 1 } }],
	// A number goes before a name, but beyond the last column.
	[{ phoneColumn: '2' }, { columns: { phone: 1 } }],
	[{ phoneColumn: 4, amountColumn: '1' }, { columns: { phone: 3, megabytes: 0 } }],
	[{ amountColumn: '-' }, { columns: {} }],
	[{ column2: 'phone', column4: 'megabytes' }, { columns: { phone: 1, megabytes: 3 } }],
	[{ column1: 'unused', column2: 'phone', phoneColumn: '4' }, { columns: { phone: 3 } }],
	[{ column1: '' }, { columns: {} }],
]);
refuses('what is declared', (chosen) => declared(chosen as ChosenSettings), [
	['must be a country', { country: 'Germany' }, { country: 'XX' }],
	[
		'must be one of its choices',
		{ unit: 'TB' },
		{ gigabyte: 1500 },
		{ decimal: ';' },
		{ firstRow: 'toString' },
	],
	['must be the name or the number of a column', { phoneColumn: 'Mobile' }, { amountColumn: '0' }],
	["can't be the Phone Number, because column 2 is", { column2: 'phone', column3: 'phone' }],
	['must be in one of the columns', { column1: 'unused' }],
	['must not be the result of a broken expression', { country: 'undefined' }],
]);

/** How a list ends: its rows, or why it's refused. */
const endOf = (text: string, said: ListSettings) => {
	const { rows, bad } = readRows(openCsv([text]).records, said);
	return rows.length > 0 ? rows.map((row) => `${row.phone} ${row.megabytes}`) : bad[0]?.reason;
};

const each = { defaultAmount: 5 };

it.each<[string, ListSettings, string | RegExp | string[]]>([
	['Cell;GB\n(202) 555-0123;1', {}, /^1 number has no country code, such as/],
	['Handy;MB\n+15112345678;5', {}, ['15112345678 5']],
	[
		'Phone;MB;phone;mb\n+15112345678;1;+15112345679;5',
		{ phoneColumn: 'Phone', amountColumn: 'mb' },
		['15112345678 5'],
	],
	[
		'Phone;Mobile\n+33199001234;+33639980101',
		{ ...each, phoneColumn: 'Mobile' },
		['33639980101 5'],
	],
	['Phone;Volume\n+33639980101;2', { unit: 'GB', gigabyte: 1000 }, ['33639980101 2000']],
	['Phone;MB\n+33639980101;5\n+4915112345678;5', { notInPlan: 'leaveOut' }, ['4915112345678 5']],
	[
		'Phone;MB\n+33639980101;5\n+4915112345678;5',
		{ notInPlan: 'give' },
		['33639980101 5', '4915112345678 5'],
	],
	['Phone;MB\n+33639980101;5', { notInPlan: 'leaveOut' }, "'Phone Number' is in no numbering plan"],
	[
		'Phone;MB\n0176 0406;5',
		{ country: 'DE', notInPlan: 'give' },
		"'Phone Number' is too short for a number of Germany",
	],
	['Phone;MB\n0176 0406;5', { country: 'DE', sendAsEntered: true }, ['491760406 5']],
	['Phone;MB\n+33639980101;1.500', { decimal: 'comma' }, ['33639980101 1500']],
	['Country;Phone;MB\nBE;+33639980101;5', { country: 'DE' }, ['33639980101 5']],
	['Country;Phone;MB\n1;(604) 555-0123;5', {}, ['16045550123 5']],
	// A number of France, but not of the country that its row says.
	[
		'Country;Phone;MB\nBE;0639980101;5',
		{ country: 'FR' },
		/^'Phone Number' must be a number of the country/,
	],
	[
		'Area code;Phone;MB\n(202);555-0123;5\n;+33639980101;5',
		{ country: 'US' },
		['12025550123 5', '33639980101 5'],
	],
	['Area code;Phone;MB\n250;639980101;5', { country: 'FR' }, /^'Phone Number' must include/],
	// A number of a customer stands above it: it's no header.
	['Ada;+33639980101;5\nName;Phone;MB', {}, /^Does the first row name the columns/],
	['Phone;MB\n+33639980101;x', { ...each, amountColumn: '-' }, ['33639980101 5']],
	['Phone;MB\n+33639980101;7', { ...each, column1: 'phone' }, ['33639980101 5']],
])('the list %j declared as %j is read as %j', (text, chosen, end) => {
	expect(endOf(text, chosen)).toEqual(end instanceof RegExp ? expect.stringMatching(end) : end);
});

it('the name of two columns is refused for either', () => {
	const read = () => endOf('Phone;MB;mb\n+15112345678;1;5', { amountColumn: 'Mb' });
	expect(read).toThrow('must be the name or the number of a column');
});

it('numbers without a code far down in a list are asked about, too', () => {
	const rows = Array.from({ length: 1000 }, (_, n) =>
		n < 900 ? `+3363998${1000 + n};5` : `1511234${5000 + n};5`,
	);
	const text = ['Phone;MB', ...rows].join('\n');
	expect(endOf(text, {})).toMatch(/^100 numbers have no country code, such as/);
	expect(endOf(text, { country: 'DE' })).toHaveLength(1000);
});

it('numbers that could be two far down in a list are one question, too', () => {
	const rows = Array.from({ length: 1000 }, (_, n) =>
		n < 900 ? `0151 ${12_345_000 + n};5` : `3361234${5000 + n};5`,
	);
	const text = ['Phone;MB', ...rows].join('\n');
	const said = ['national', 'international'];
	expect(endOf(text, { country: 'DE' })).toMatch(/^100 numbers could be of two countries/);
	const last = said.map((twoWays) => endOf(text, { country: 'DE', twoWays })?.[999]);
	expect(last).toEqual(['4933612345999 5', '33612345999 5']);
});

it.each<[string, ChosenSettings, object | undefined]>([
	[
		'Phone;Data\n+33639980101;500 MB\n+33639980102;1,5 GB\n+33639980103;2 GB',
		{},
		{ row: 3, written: '1,5 GB', megabytes: 1536 },
	],
	['Phone;GB\n+33639980101;x\n+33639980102;2', {}, { row: 3, written: '2', megabytes: 2048 }],
	['Phone;GB\n+33639980101;2', { gigabyte: 1000 }, { row: 2, written: '2', megabytes: 2000 }],
	['Phone;GB\n+33639980101;500 MB', {}, undefined],
	['Phone;MB\n+33639980101;500', {}, undefined],
])('the report of %j under %j shows how GB were converted: %j', (text, said, example) => {
	const { report } = readRows(openCsv([text]).records, said);
	const megabytes = said.gigabyte ?? 1024;
	expect(report.gigabyte).toEqual(example && { megabytes, example });
});
