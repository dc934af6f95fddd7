import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { readInTurns } from '../../lists/readList';
import { finished } from '../../lists/turns';
import { listResult } from '../../nodes/MobileDataCampaign/listResult';
import { MobileDataCampaign } from '../../nodes/MobileDataCampaign/MobileDataCampaign.node';
import { accountAt, n8nWith } from '../support/platform';
import { fieldsOf, outputOf, runNode } from '../support/runNode';

const header = 'row,customer,name,phone,megabytes,operator,result,reason';
const report = { rows: 3, badRows: 1, unusedColumns: [] as string[] };
const gift = (outcome: string, msisdn = '33639980011') => ({ outcome, msisdn, amount: 5 });
const bad = { row: 4, customer: 'C-4', phone: '06 39', reason: 'Too short', nextStep: 'Fix it.' };
const failed = { row: 5, phone: '33639980012', error: { message: 'No data', description: 'Ask.' } };

const counts: [string, object[], string, string][] = [
	['gifts', [gift('given'), gift('given'), report], 'Gifts given: 2', '2 rows: 0 failed.'],
	[
		'duplicates',
		[gift('alreadyGiven'), gift('listedTwice')],
		'Gifts given: 0',
		'2 rows: 1 had the gift already, 1 duplicate, 0 failed.',
	],
	[
		'failed rows',
		[bad, failed, report],
		'Gifts given: 0',
		'2 rows: 1 left out, 1 failed.<br /><br />Your browser now downloads your list with its results.',
	],
	['an unclear answer', [gift('unknown')], 'Gifts given: 0', '0 failed, 1 unclear'],
	[
		'a check',
		[gift('checked')],
		'Only a check: nobody got anything',
		'1 row: 1 would get the gift, 0 failed.<br /><br />Your browser',
	],
	[
		'a check',
		[gift('checked')],
		'Only a check: nobody got anything',
		'To give, set Mode to Send and submit the',
	],
	[
		'a check',
		[gift('checked'), bad],
		'Only a check: nobody got anything',
		'To give to a row below, fix it there. To give, set Mode to Send',
	],
];

it.each(counts)('Write Result counts %s', (_, items, title, words) => {
	const result = listResult(items as Record<string, unknown>[], 'spring');
	expect(result.title).toBe(title);
	expect(result.message).toContain(words);
});

it('Write Result shows the failed rows under the fields of their columns', () => {
	const { message } = listResult([bad, failed], 'spring');
	const shown = message.replace(/<[^>]*>/g, ' ').replace(/ +/g, ' ');
	expect(shown).toContain(
		'2 rows left out or failed Row Customer Phone Reason 4 C-4 06 39 Too short. Fix it. 5 +33639980012 No data. Ask.',
	);
});

it('Write Result leaves out advice for the builder of the workflow', () => {
	const error = {
		message: 'Not sent',
		description: 'Retry later.',
		setting: "Add 'Skip Look-Up'.",
	};
	const { message, file } = listResult([{ ...failed, error }], 'spring');
	expect(message).toContain('Not sent. Retry later.');
	expect(message + file.text).not.toContain('Skip Look-Up');
});

it('Write Result names a customer without a number by their name', () => {
	const { message } = listResult([{ ...bad, customer: '', name: 'Ada' }], 'spring');
	expect(message.replace(/<[^>]*>/g, ' ').replace(/ +/g, ' ')).toContain(' 4 Ada 06 39 ');
});

it('Write Result writes rows without a gift with the next step, and shows them as they are', () => {
	const evil = { ...bad, customer: '<img src=x>', reason: 'a & b' };
	const { message, file } = listResult([gift('given'), failed, evil], '<b>spring');
	expect(message).not.toMatch(/<img|<b>|\n/);
	expect(message).toContain('a &#38; b. Fix it.');
	expect(file).toMatchObject({
		name: 'result',
		text: `\uFEFF${header}\r\n,,,'+33639980011,5,,Given,5 MB to +33639980011\r\n4,<img src=x>,,06 39,,,Left out,a & b. Fix it.\r\n5,,,'+33639980012,,,Failed,No data. Ask.\r\n`,
	});
});

it('Write Result writes the gifts where no row failed, and shows at most 100 rows that did', () => {
	expect(listResult([gift('given')], '').file).toMatchObject({
		name: 'result',
		text: `\uFEFF${header}\r\n,,,'+33639980011,5,,Given,5 MB to +33639980011\r\n`,
	});
	const { message, file } = listResult(Array<typeof bad>(101).fill(bad), '');
	expect(message.match(/C-4/g)).toHaveLength(100);
	expect(message).toContain('<h2>The first 100 of 101 rows left out or failed</h2>');
	expect(file.text.match(/C-4/g)).toHaveLength(101);
});

it.each([
	['=HYPERLINK("https://example.com")', `"'=HYPERLINK(""https://example.com"")"`],
	['+1;=1+1 | @SUM(1)', `"'+1;'=1+1 | @SUM(1)"`],
	['x;=1+1;"', `"x;'=1+1;"""`],
	['\t@x', `"\t'@x"`],
	['＝1', `'＝1`],
	['\u200B-1', '\u200B-1'],
])('Write Result writes no cell that a spreadsheet would run: %j', (name, cell) => {
	const { text } = listResult([{ ...bad, name }], '').file;
	expect(text).toContain(`4,C-4,${cell},06 39,`);
});

it.each([
	['semicolon', ';'],
	['tab', '\t'],
	[undefined, ','],
])('Write Result separates cells as the list does: %s', (separator, sign) => {
	const { text } = listResult([bad, { ...report, separator }], '').file;
	expect(text).toContain(`row${sign}customer${sign}name${sign}phone`);
	expect(text).toContain(`4${sign}C-4${sign}${sign}06 39${sign}`);
});

it('Write Result names the columns without a meaning for gifts, but not its own', () => {
	const unread = { ...report, unusedColumns: ['Kunde', '<Name>', 'reason'] };
	const { message } = listResult([unread], '');
	expect(message).toContain('Other columns: Kunde, &#60;Name&#62;.');
});

async function write(items: object[], files: IBinaryKeyData[] = []) {
	const run = await runNode({
		node: new MobileDataCampaign(),
		parameters: { resource: 'list', operation: 'writeResult', listName: 'spring' },
		items: items as IDataObject[],
		files,
		credentials: n8nWith(accountAt('https://billing.example.com')),
	});
	const { fileName, data = '' } = outputOf(run)[0]?.binary?.data ?? {};
	return { fields: fieldsOf(run), fileName, text: Buffer.from(data, 'base64').toString() };
}

it('Write Result gives one item with the file, whatever comes in', async () => {
	const { fields, fileName } = await write([bad, report]);
	expect(fields).toMatchObject([{ given: 0, skipped: 0, failed: 1 }]);
	expect(fileName).toBe('result.csv');
});

/** Writes the result of a list whose numbers end in the order of the gifts. */
async function writeFor(list: string, gifts: object[]) {
	const bytes = Buffer.from(list);
	const read = finished(readInTurns({ country: 'DE', file: { fileName: 'list.csv', bytes } }));
	const items = [...gifts, ...read.rows, ...read.bad, { ...read.report, ...read.file }];
	const file = { data: bytes.toString('base64'), mimeType: 'text/csv', fileName: 'list.csv' };
	return await write(items, [...Array<IBinaryKeyData>(items.length - 1).fill({}), { list: file }]);
}

const [ada, bo] = ['4917604069001', '4917604069002'];
const list = 'Kunde;Ort;Handy;MB\nÄnne;Köln;0176 04069001;500\nBo;Ulm;0176 04069002;250\n';
const error = { message: 'No data', description: 'Ask.', outcomeUnknown: true };

it.each<[string, string, object[], string, string]>([
	[
		'all rows beside what became of them',
		`${list}Änne;Köln;017604069001;500\n`,
		[gift('given', ada), gift('alreadyGiven', bo), gift('listedTwice', ada)],
		'result.csv',
		[
			'Kunde;Ort;Handy;MB;result;reason',
			`Änne;Köln;0176 04069001;500;Given;500 MB to +${ada}`,
			'Bo;Ulm;0176 04069002;250;Given before;',
			'Änne;Köln;017604069001;500;Left out;Duplicate of an earlier row',
		].join('\r\n'),
	],
	[
		'failed rows among the others, as the list has them',
		`Liste vom Mai\n${list}Cem;Bonn;12;5\n`,
		[gift('given', ada), { row: 4, phone: bo, error }],
		'result.csv',
		[
			'Liste vom Mai',
			'Kunde;Ort;Handy;MB;result;reason',
			`Änne;Köln;0176 04069001;500;Given;500 MB to +${ada}`,
			'Bo;Ulm;0176 04069002;250;In doubt;No data. Ask.',
			`Cem;Bonn;12;5;Left out;"'Phone Number' is too short for a number of Germany. Check “12”: numbers of Germany are written like 01512 3456789, and others need their country code in front."`,
		].join('\r\n'),
	],
	[
		'a check',
		list,
		[{ outcome: 'checked', wouldSend: {} }, { outcome: 'listedTwice' }],
		'checked.csv',
		[
			'Kunde;Ort;Handy;MB;result;reason',
			'Änne;Köln;0176 04069001;500;Not sent;Only a check',
			'Bo;Ulm;0176 04069002;250;Left out;Duplicate of an earlier row',
		].join('\r\n'),
	],
])('Write Result writes into the columns of the list: %s', async (_, own, gifts, name, text) => {
	const written = await writeFor(own, gifts);
	expect(written.fileName).toBe(name);
	expect(written.text).toBe(`\uFEFF${text}\r\n`);
});
