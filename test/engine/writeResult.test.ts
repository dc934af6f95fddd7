import { listResult } from '../../nodes/MobileDataCampaign/listResult';
import { MobileDataCampaign } from '../../nodes/MobileDataCampaign/MobileDataCampaign.node';
import { skipLookUpAdvice } from '../../nodes/engine/core/result';
import { accountAt, n8nWith } from '../support/platform';
import { fieldsOf, outputOf, runNode } from '../support/runNode';

const header = 'row,customer,name,phone,megabytes,operator,reason';
const report = { rows: 3, badRows: 1, unusedColumns: [] as string[] };
const gift = (outcome: string) => ({ outcome, msisdn: '33639980011' });
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
		'2 rows: 2 failed.<br /><br />Fix the rows in failed.csv',
	],
	['an unclear answer', [gift('unknown')], 'Gifts given: 0', '0 failed, 1 unclear'],
	[
		'a check',
		[gift('checked')],
		'Checked: 1. Nothing was sent',
		'To give, set Mode to Send and submit the',
	],
	[
		'a check',
		[gift('checked'), bad],
		'Checked: 1. Nothing was sent',
		'Fix the rows below in your list',
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
		'2 failed rows Row Customer Phone Reason 4 C-4 06 39 Too short. Fix it. 5 +33639980012 No data. Ask.',
	);
});

it('Write Result leaves out advice for the builder of the workflow', () => {
	const error = { message: 'Not sent', description: `Retry later. ${skipLookUpAdvice}` };
	const { message, file } = listResult([{ ...failed, error }], 'spring');
	expect(message).toContain('Not sent. Retry later.');
	expect(message + file.text).not.toContain('Skip Look-Up');
});

it('names a customer without a number by their name', () => {
	const { message } = listResult([{ ...bad, customer: '', name: 'Ada' }], 'spring');
	expect(message.replace(/<[^>]*>/g, ' ').replace(/ +/g, ' ')).toContain(' 4 Ada 06 39 ');
});

it('Write Result writes the failed rows with the next step, and shows them as they are', () => {
	const evil = { ...bad, customer: '<img src=x>', reason: 'a & b' };
	const { message, file } = listResult([gift('given'), failed, evil], '<b>spring');
	expect(message).not.toMatch(/<img|<b>|\n/);
	expect(message).toContain('a &#38; b. Fix it.');
	expect(file).toEqual({
		fileName: 'failed.csv',
		text: `\uFEFF${header}\r\n4,<img src=x>,,06 39,,,a & b. Fix it.\r\n5,,,'+33639980012,,,No data. Ask.\r\n`,
	});
});

it('Write Result writes the gifts where no row failed, and shows at most 100 rows that did', () => {
	expect(listResult([gift('given')], '').file).toEqual({
		fileName: 'given.csv',
		text: '\uFEFFoutcome,msisdn\r\ngiven,33639980011\r\n',
	});
	const { message, file } = listResult(Array<typeof bad>(101).fill(bad), '');
	expect(message.match(/C-4/g)).toHaveLength(100);
	expect(message).toContain('<h2>The first 100 of 101 failed rows</h2>');
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

it('names the columns that are not used', () => {
	const unread = { ...report, unusedColumns: ['Kunde', '<Name>'] };
	const { message } = listResult([unread], '');
	expect(message).toContain('Columns that aren&#39;t used: Kunde, &#60;Name&#62;.');
});

it('Write Result gives one item with the file, whatever comes in', async () => {
	const run = await runNode({
		node: new MobileDataCampaign(),
		parameters: { resource: 'list', operation: 'writeResult', listName: 'spring' },
		items: [bad, report],
		credentials: n8nWith(accountAt('https://billing.example.com')),
	});
	expect(fieldsOf(run)).toMatchObject([{ given: 0, skipped: 0, failed: 1 }]);
	expect(outputOf(run)[0]?.binary).toMatchObject({ data: { fileName: 'failed.csv' } });
});
