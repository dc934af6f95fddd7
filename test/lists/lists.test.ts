import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reading } from '../../lists/reading';
import { titleRowsAmong } from '../../lists/header';
import { openFile, proposeReading, readAnyhow, readRows } from '../support/readLists';
import { isFictional } from '../../platform/phoneNumber';

const each = { defaultAmount: 500 };

/** Lists as systems export them, in test/support/lists; people and numbers are invented. */
const examples: [name: string, declared: Partial<Reading>, asks: string[], ...rows: string[]][] = [
	['hubspot', each, ['phoneColumn'], '2 33639980101 500', '3 33639980102 500'],
	['shopify', each, [], '2 33639980101 500', '3 33639980102 500'],
	[
		'google',
		each,
		[],
		'2 33639980101 500',
		"3 'Phone Number' must be one phone number and nothing else",
	],
	[
		'fr',
		{ country: 'FR', decimal: ',', gigabyte: 1024 },
		[],
		'2 33639980101 1536',
		'3 33639980102 2048',
	],
	['de', { country: 'DE' }, [], '2 4915123456789 1024', '3 4915123456780 500'],
	['rs', { country: 'RS' }, [], '2 381641234567 500', '3 381641234568 500'],
	['es', { country: 'ES' }, [], '2 34612345678 500', '3 34612345679 500'],
	['pt', { country: 'BR', decimal: ',' }, [], '2 5511912345678 1024', '3 5511912345679 512'],
	['ke', { country: 'KE' }, [], '2 254712345678 1024', '3 254712345679 500', '4 254712345670 250'],
	['us', { country: 'US' }, [], '2 12025550123 1024', '3 12025550124 2048'],
	[
		'nohead',
		{ hasHeader: false, columns: { phone: 0, megabytes: 1 } },
		['country', 'unit'],
		'1 33639980101 500',
		'2 33639980102 500',
	],
	[
		'woocommerce',
		{ ...each, country: 'GB' },
		[],
		'2 447700900123 500',
		'3 447700900124 500',
		'4 447700900125 500',
	],
	[
		'salesforce',
		{ country: 'US' },
		['phoneColumn'],
		'2 12025550151 1024',
		'3 12025550152 512',
		"4 'Phone Number' is required",
	],
	[
		'outlook',
		{ ...each, country: 'FR' },
		['phoneColumn'],
		'2 33639980101 500',
		'3 33639980102 500',
	],
	['mailchimp', { ...each, country: 'IE' }, [], '2 353850123456 500', '3 353850123457 500'],
	['it', { country: 'IT' }, [], '2 393470000001 1536', '3 393470000002 500'],
	['nl', { country: 'NL' }, [], '2 31612345678 1536', '3 31612345679 2048'],
	['pl', { country: 'PL' }, [], '2 48512000001 512', '3 48512000002 1024'],
	['ro', { country: 'RO' }, [], '2 40722000001 1024', '3 40722000002 500'],
	['hu', { country: 'HU' }, [], '2 36201234567 1024', '3 36201234568 500'],
	['cs', { country: 'CZ' }, [], '2 420601123456 1536', '3 420601123457 1024'],
	['tr', { country: 'TR' }, [], '2 905320000001 1536', '3 905320000002 500'],
	['ar', { country: 'SA' }, [], '2 966501234567 1024', '3 966501234568 500'],
	['sw', { country: 'TZ' }, [], '2 255712345678 500', '3 255712345679 250'],
	['hr', { country: 'HR' }, [], '2 385912345678 1024', '3 385912345679 512'],
	['sr', { country: 'RS' }, [], '2 381641234567 1024', '3 381641234568 500'],
	[
		'in',
		{ country: 'IN' },
		[],
		'2 919876543210 1024',
		'3 919876543211 1536',
		'4 919876543212 2048',
	],
	[
		'ng',
		{ country: 'NG' },
		[],
		'2 2348030000001 1536',
		'3 2348030000002 500',
		'4 2348030000003 1024',
	],
	[
		'excel-de',
		{ country: 'DE', decimal: ',' },
		[],
		'2 4915112345678 1024',
		'3 4915112345679 512',
		'4 4915112345670 2048',
	],
	[
		'two-ways',
		{ country: 'DE', twoWays: 'international' },
		[],
		'2 4915112345678 500',
		'3 33612345678 500',
	],
	['usage', { country: 'KE' }, [], '2 254712345678 500', '3 254712345679 250'],
	['two-amounts', { columns: { megabytes: 2 } }, [], '2 33639980101 1000', '3 33639980102 500'],
	[
		'nohead-de',
		{ country: 'DE' },
		['firstRow', 'phoneColumn', 'amountColumn'],
		'1 4915123456789 1536',
		'2 4915123456780 500',
	],
	[
		'nohead-fr',
		{ country: 'FR' },
		['firstRow', 'phoneColumn', 'amountColumn'],
		'1 33639980101 1536',
		'2 33639980102 500',
	],
	['split-code', { country: 'GB' }, [], '2 447700900123 500', '3 447700900124 250'],
	[
		'thousands-us',
		{ country: 'US', decimal: '.' },
		['unit'],
		'2 12025550123 1024',
		'3 12025550124 512',
	],
	['ids', {}, ['country'], '2 33639980101 1024', '3 33639980102 2048'],
	['mx', { country: 'MX' }, [], '2 525512345678 500', '3 525512345679 1000'],
	[
		'klaviyo',
		{ defaultAmount: 500 },
		[],
		'2 12025550141 500',
		'3 447700900341 500',
		"4 'Phone Number' is required",
	],
	[
		'zoho',
		{ country: 'GB', defaultAmount: 500 },
		['phoneColumn'],
		'2 447700900301 500',
		'3 447700900302 500',
	],
	[
		'magento',
		{ country: 'FR', defaultAmount: 500 },
		[],
		'2 33639980301 500',
		'3 33639980302 500',
		'4 33639980303 500',
	],
	[
		'odoo',
		{ country: 'BE', defaultAmount: 500 },
		['phoneColumn'],
		'2 32470000123 500',
		'3 32470000124 500',
	],
	[
		'sap',
		{ country: 'DE' },
		['phoneColumn'],
		'2 491713920011 1024',
		'3 491713920012 512',
		'4 491713920013 2048',
	],
	['prefix-it', { country: 'IT' }, [], '2 393470000011 1536', '3 393470000012 2048'],
	[
		'titles-pl',
		{ country: 'PL' },
		[],
		'4 48601000011 2048',
		'5 48601000012 512',
		'6 48601000013 2560',
		'7 The row is a total, and no customer',
	],
	['utf16-nl', { country: 'NL' }, [], '2 31612345611 1536', '3 31612345612 500'],
	[
		'apostrophes-ro',
		{ country: 'RO', decimal: ',' },
		[],
		'2 40722000011 1024',
		'3 40722000012 512',
	],
	['two-phones-hu', { country: 'HU' }, ['phoneColumn'], '2 36201234571 1024', '3 36201234572 512'],
	['windows1250-cs', { country: 'CZ' }, [], '2 420601123471 1536', '3 420601123472 500'],
	[
		'total-tr',
		{ country: 'TR' },
		[],
		'2 905320000011 1024',
		'3 905320000012 2048',
		'4 The row is a total, and no customer',
	],
	[
		'digits-ar',
		{ country: 'SA' },
		[],
		'2 966501234571 1024',
		'3 966501234572 500',
		'4 966501234573 2048',
	],
	[
		'floats-sw',
		{ country: 'KE' },
		[],
		'2 254712345681 1024',
		'3 254712345682 500',
		'4 254712345683 250',
	],
	[
		'iphone',
		{ country: 'GB', defaultAmount: 500 },
		['phoneColumn'],
		'2 447700900311 500',
		"3 'Phone Number' is required",
		'4 447700900313 500',
	],
	['lead-ads', { defaultAmount: 500 }, [], '2 33639980311 500', '3 33639980312 500'],
	[
		'exponents-us',
		{ country: 'US', columns: { megabytes: 2 } },
		[],
		'2 12025550131 1024',
		'3 12025550132 2048',
		"4 'Phone Number' must not have decimals",
		'5 12025550134 512',
	],
	[
		'sql',
		{},
		[],
		'2 22890123456 1024',
		"3 'Amount (MB)' must be an amount of data",
		"4 'Amount (MB)' must be an amount of data",
		'5 22890123459 512',
	],
	[
		'report-de',
		{ country: 'DE', decimal: ',' },
		[],
		'6 491713920021 1024',
		'7 491713920022 512',
		'8 The row is a total, and no customer',
	],
	[
		'country-code-mx',
		{ country: 'MX' },
		['phoneColumn'],
		'2 525512345681 1024',
		'3 525512345682 500',
	],
	[
		'country-codes',
		{ country: 'FR' },
		[],
		'2 33639980321 1024',
		'3 32470000125 2048',
		'4 33639980323 512',
	],
	[
		'country-names',
		{ country: 'FR' },
		[],
		'2 33639980321 1024',
		'3 32470000125 2048',
		'4 447700900123 512',
		"5 'Phone Number' must not have a country that is unknown",
	],
	[
		'gibibytes-gh',
		{ country: 'GH' },
		[],
		'2 233240000011 1024',
		'3 233240000012 2048',
		'4 233240000013 512',
	],
	[
		'contact-fr',
		{ country: 'FR' },
		['phoneColumn'],
		"2 'Phone Number' must include the country code, or be a number of the declared country",
		'3 33639980332 2048',
		'4 33639980333 1024',
	],
	[
		'shopify-addresses',
		{ defaultAmount: 500 },
		['phoneColumn'],
		'2 33639980341 500',
		'3 33639980342 500',
	],
	[
		'three-phones-de',
		{ country: 'DE', decimal: ',' },
		['phoneColumn', 'unit'],
		'2 491713920031 500',
		'3 491713920032 1000',
	],
	['area-code-br', { country: 'BR' }, [], '2 5511912345681 1024', '3 5521912345682 500'],
	[
		'form-answers',
		{ country: 'KE' },
		['amountColumn'],
		'2 254712345701 1024',
		'3 254712345702 500',
	],
	['ch', { country: 'CH' }, [], '2 41795550101 1024', '3 41795550102 2560'],
	[
		'ph',
		{ country: 'PH' },
		['amountColumn'],
		'2 639171234501 2048',
		'3 639171234502 500',
		'4 639171234503 1024',
	],
	[
		'sms-gateway',
		{ defaultAmount: 500 },
		['phoneColumn'],
		'2 33639980401 500',
		'3 33639980402 500',
	],
	[
		'line-breaks-gb',
		{ country: 'GB' },
		[],
		'2 447700900411 500',
		'3 447700900412 250',
		"4 'Phone Number' must be one phone number and nothing else",
	],
	['warehouse', {}, [], '2 254712345711 1024', '3 254712345712 512'],
	[
		'calling-codes-fr',
		{ country: 'FR' },
		[],
		'2 33639980151 1536',
		'3 33639980152 2048',
		'4 32470000153 1024',
	],
	['windows1254-tr', { country: 'TR' }, [], '2 905320000101 1024', '3 905320000102 1536'],
	[
		'pages-de',
		{ country: 'DE' },
		[],
		"4 'Phone Number' is required. 'Amount (MB)' is required",
		'5 491713920101 500',
		'6 491713920102 1024',
		"7 'Phone Number' is required. 'Amount (MB)' is required",
		"8 'Phone Number' must be a phone number. 'Amount (MB)' must be an amount of data",
		"9 'Phone Number' is required. 'Amount (MB)' is required",
		'10 491713920103 1024',
	],
	['stripe', { defaultAmount: 500 }, ['amountColumn'], '2 33639980501 500', '3 33639980502 500'],
	[
		'country-column',
		{ defaultAmount: 500 },
		['phoneColumn'],
		'2 33639980511 500',
		'3 32470000512 500',
	],
	['windows1251-sr', { country: 'RS' }, [], '2 381641234701 1024', '3 381641234702 500'],
	['windows1256-ar', { country: 'SA' }, [], '2 966501234701 1024', '3 966501234702 500'],
	// Other people's numbers, other units, and rows that say to give nothing.
	[
		'opt-out',
		{ ...each, markedRows: 'leaveOut' },
		[],
		'2 447700900321 500',
		'3 “HasOptedOutOfSMS” says to give nothing to the row',
		'4 447700900323 500',
	],
	[
		'status-de',
		{ country: 'DE', markedRows: 'leaveOut' },
		[],
		'2 4915123456701 1024',
		'3 “Kundenstatus” says to give nothing to the row',
		'4 “Kundenstatus” says to give nothing to the row',
	],
	[
		'consent-fr',
		{ markedRows: 'leaveOut' },
		[],
		'2 33639980701 1024',
		'3 “Consentement” says to give nothing to the row',
	],
	['consent-fr', { markedRows: 'give' }, [], '2 33639980701 1024', '3 33639980702 2048'],
	['guardian', { columns: { phone: 1 } }, [], '2 447700900331 500', '3 447700900332 250'],
	[
		'technician',
		{},
		['phoneColumn'],
		"2 'Phone Number' is required",
		"3 'Phone Number' is required",
	],
	[
		'kilobytes',
		{ columns: { megabytes: 1 } },
		[],
		"1 'Amount Column' can't be “Data (KB)”, whose unit is neither MB nor GB",
	],
	[
		'rounded-de',
		{ country: 'DE' },
		[],
		"2 'Phone Number' must not be rounded",
		'3 4917604069001 250',
		"4 'Phone Number' must not have decimals",
	],
	// Prefixes as people dial them.
	[
		'trunk-zeros',
		{},
		[],
		'2 4917604069001 500',
		'3 4915123456781 250',
		'4 447700900361 100',
		'5 4917604069002 100',
	],
	[
		'dial-out-us',
		{ country: 'US' },
		[],
		"2 'Phone Number' must include the country code, or be a number of the declared country",
		'3 12025550161 250',
		'4 18765550162 100',
	],
	[
		'trunk-8-ru',
		{ country: 'RU' },
		[],
		'2 79161234501 500',
		'3 79161234502 250',
		'4 79161234503 100',
	],
	[
		'prefixes-in',
		{ country: 'IN' },
		[],
		'2 919876543201 500',
		'3 919876543202 250',
		'4 919876543203 100',
		'5 919876543204 100',
	],
	[
		'prefixes-ng',
		{ country: 'NG' },
		[],
		'2 2348030000011 500',
		'3 2348030000012 250',
		"4 'Phone Number' must include the country code, or be a number of the declared country",
	],
	[
		'nine-digits-pl',
		{ country: 'PL' },
		[],
		'2 48512000011 500',
		'3 48512000012 250',
		'4 48601000013 100',
	],
	['two-countries', {}, [], '2 4915123456791 1024', '3 436641234567 2048', '4 41795550111 1024'],
	[
		'sub-headers',
		{},
		[],
		"2 'Phone Number' is required. 'Amount (MB)' is required",
		'3 447700900371 500',
		"4 'Phone Number' must be a phone number. 'Amount (MB)' must be an amount of data",
		"5 'Phone Number' is required. 'Amount (MB)' is required",
		'6 447700900372 250',
		'7 The row is a total, and no customer',
	],
	[
		'two-in-a-cell',
		{},
		[],
		"2 'Phone Number' must be one phone number and nothing else",
		"3 'Phone Number' must be one phone number and nothing else",
		"4 'Phone Number' must be one phone number and nothing else",
		'5 4915123456705 100',
	],
	[
		'reversed-ar',
		{ country: 'SA' },
		[],
		"2 'Phone Number' must be one phone number and nothing else",
		'3 966501234511 250',
	],
	[
		'old-mobiles-br',
		{ country: 'BR' },
		[],
		'2 5511912345611 500',
		"3 'Phone Number' must be a phone number",
		'4 5511912345613 100',
	],
];

function fileOf(name: string) {
	return readFileSync(join(__dirname, `../support/lists/${name}.csv`));
}

function recordsOf(name: string) {
	const records = [...openFile(fileOf(name)).records];
	return records.slice(titleRowsAmong(records));
}

/** Reads a list by the proposals under a declaration. */
function readBy(name: string, declared: Partial<Reading>) {
	const records = recordsOf(name);
	const proposal = proposeReading(records, declared);
	const { rows, bad, report } = readAnyhow(records, proposal.reading);
	return { rows, bad, report, asks: proposal.questions.map(({ field }) => field) };
}

/** Each row by its number, with the phone number and MB, or why it's refused. */
const endsOf = ({ rows, bad }: ReturnType<typeof readBy>) =>
	[
		...rows.map(({ row, phone, megabytes }) => `${row} ${phone} ${megabytes}`),
		...bad.map(({ row, reason }) => `${row} ${reason}`),
	].sort((one, other) => parseInt(one, 10) - parseInt(other, 10));

test.each(examples)('%s is read as declared', (name, declared, asks, ...rows) => {
	const read = readBy(name, declared);
	expect(endsOf(read)).toEqual(rows);
	expect(read.asks).toEqual(asks);
});

test.each(examples)('%s is never read wrongly without a declaration', (name, ...[, , ...rows]) => {
	const { rows: good, report } = readRows(openFile(fileOf(name)).records, each);
	const right = rows.map((row) => row.split(' ', 2).join(' '));
	const wrong = good.filter(({ row, phone }) => {
		return !right.includes(`${row} ${phone}`) && !isFictional(phone);
	});
	// Such a number doesn't exist.
	expect(report.numbers.notValidRows).toEqual(expect.arrayContaining(wrong.map(({ row }) => row)));
});
