import { PhoneCounter } from '../../lists/phoneCounter';
import type { INodeParameters } from 'n8n-workflow';
import { MobileDataCampaign } from '../../nodes/MobileDataCampaign/MobileDataCampaign.node';
import { accountAt, n8nWith } from '../support/platform';
import { errorOf, fieldsOf, outputOf, runNode, type NodeRun } from '../support/runNode';
import { nothing } from '../support/stub';

const list = 'phone;MB\n+33 6 39 98 00 11;500\n06 39 98 00 12;250\n+33 6 39 98 00 13;\n';
const reader = new MobileDataCampaign();

const fileOf = (text: string, encoding: BufferEncoding = 'utf8') => {
	const data = Buffer.from(text, encoding).toString('base64');
	return { data: { data, fileName: 'list.csv', mimeType: 'text/csv' } };
};

const run = async (parameters: INodeParameters, more: Partial<NodeRun> = {}) =>
	await runNode({
		node: reader,
		parameters: {
			resource: 'list',
			operation: 'readList',
			reading: { country: 'international' },
			...parameters,
		},
		items: [{ order: 17 }],
		credentials: n8nWith(accountAt('https://billing.example.com')),
		files: [fileOf(list)],
		...more,
	});

it('Read List gives the good rows of a file, the bad ones, and a report of it', async () => {
	const done = await run({ source: 'file' }, { files: [fileOf(`\uFEFF${list}`, 'utf16le')] });
	expect(fieldsOf(done)).toMatchObject([{ row: 2, phone: '33639980011', megabytes: 500 }]);
	expect(fieldsOf(done, 1)).toMatchObject([
		{ row: 3, phone: '06 39 98 00 12', field: 'phone', nextStep: /./ },
		{ row: 4, field: 'megabytes', reason: "'Amount (MB)' is required" },
	]);
	expect(fieldsOf(done, 2)).toEqual([
		{
			rows: 1,
			badRows: 2,
			columns: { phone: 'phone', megabytes: 'MB' },
			unusedColumns: [],
			numbers: { ...new PhoneCounter().counts, international: 1 },
			countries: 'The number is of France (+33)',
			fileName: 'list.csv',
			encoding: 'UTF-16',
			separator: 'semicolon',
		},
	]);
});

it('Read List takes an empty field of a form for one that nobody filled in', async () => {
	const reading = { country: 'international', unit: nothing, decimal: nothing };
	const done = await run({ source: 'file', defaultAmount: nothing, reading });
	expect(fieldsOf(done)).toMatchObject([{ phone: '33639980011', megabytes: 500 }]);
});

it('Read List reads each of several files, and pairs each row with its file', async () => {
	const other = { other: fileOf(list.replace('00 11', '00 21')).data };
	const files = [{ other: fileOf(list).data }, other];
	const items = [{ order: 17 }, { order: 18 }];
	const done = await run({ source: 'file', binaryPropertyName: 'other' }, { items, files });
	const pairs = outputOf(done).map(({ json, pairedItem }) => [json.phone, pairedItem]);
	expect(pairs).toEqual([
		['33639980011', { item: 0 }],
		['33639980021', { item: 1 }],
	]);
	expect(fieldsOf(done, 2)).toHaveLength(2);
});

it('Read List takes all items for one list, and pairs each row with its item', async () => {
	const items = [{ mobile: 'x' }, {}, { mobile: 33639980011 }];
	const done = await run({ source: 'items', defaultAmount: 100 }, { items });
	expect(outputOf(done)).toMatchObject([
		{ json: { row: 3, phone: '33639980011', megabytes: 100 }, pairedItem: { item: 2 } },
	]);
	expect(outputOf(done, 1)).toMatchObject([
		{ json: { row: 1, value: 'x' }, pairedItem: { item: 0 } },
	]);
	expect(fieldsOf(done, 2)).toMatchObject([{ rows: 1, badRows: 1 }]);
});

it('Read List refuses a file that is no list by a bad row, and not by an error', async () => {
	const done = await run({ source: 'file' }, { files: [fileOf('PK\x03\x04\0\0\0\0')] });
	expect(fieldsOf(done)).toEqual([]);
	expect(fieldsOf(done, 1)).toMatchObject([{ row: 0, reason: "The workbook can't be read" }]);
	expect(fieldsOf(done, 2)).toMatchObject([{ rows: 0, badRows: 1, fileName: 'list.csv' }]);
});

it.each([
	[{ defaultAmount: -5 }, "'Default Amount (MB)' must be a positive number"],
	[{ defaultAmount: '1,5' }, "'Default Amount (MB)' must be a positive number"],
	[{ source: 'file', binaryPropertyName: 'attachment' }, 'The item has no binary field'],
])('Read List is stopped by %j, or gives that to the error output', async (parameters, words) => {
	const fields = { source: 'items', ...parameters };
	expect(errorOf(await run(fields))?.message).toContain(words);
	const continued = await run(fields, { settings: { onError: 'continueErrorOutput' } });
	expect(errorOf(continued)).toBeUndefined();
	const [failed, ...others] = fieldsOf(continued, 3);
	expect(failed).toMatchObject({
		order: 17,
		error: { message: expect.stringContaining(words) as string },
	});
	expect([others, ...[0, 1, 2].map((output) => fieldsOf(continued, output))].flat()).toEqual([]);
});
