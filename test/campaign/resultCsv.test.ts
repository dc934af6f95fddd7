import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { BatchWithList } from '../../campaign/change';
import { resultCsv } from '../../campaign/resultCsv';
import { running } from '../support/campaign/pages';

async function partsOf(batches: Iterable<BatchWithList>): Promise<string[]> {
	const parts: string[] = [];
	for await (const part of resultCsv(batches)) parts.push(part);
	return parts;
}

/** The row of a list with one row. */
async function rowWith(fields: Record<string, unknown>): Promise<Record<string, string>> {
	const [batch] = running().batches;
	if (!batch) throw new Error('No batch');
	const row = { row: 2, phone: '33639980001', megabytes: 1.5, ...fields };
	const one = {
		...batch,
		list: JSON.stringify([row]),
		results: 'f',
		reasons: '{"A, \\"b\\"":[0]}',
	};
	const text = (await partsOf([one])).join('');
	return (parse(text, { bom: true, columns: true }) as Record<string, string>[])[0] ?? {};
}

it('each row stands in the CSV with its result and reason, a part for each batch', async () => {
	const { batches } = running();
	const parts = await partsOf(batches);
	expect(parts).toHaveLength(batches.length + 1);
	const rows = parse(parts.join(''), { bom: true, columns: true }) as Record<string, string>[];
	expect(rows).toHaveLength(12);
	expect(rows.map(({ result }) => result)).toEqual(
		expect.arrayContaining([
			'Given',
			'Given before',
			'Failed',
			'In doubt',
			'Opted out',
			'Not sent',
		]),
	);
	expect(await rowWith({ customer: 'C-1' })).toEqual({
		...{ row: '2', customer: 'C-1', name: '', phone: '33639980001', megabytes: '1.5' },
		...{ operator: '', result: 'Failed', reason: 'A, "b"' },
	});
});

it.each([
	'=1+1',
	'+1',
	'-1',
	'@SUM(A1)',
	'\t=1',
	'\r=1',
	'\n=1',
	' =1',
	'＝1',
	'＋1',
	'－1',
	'＠1',
])('a spreadsheet does not run %j', async (name) => {
	expect((await rowWith({ name })).name).toBe(`'${name}`);
});

it.each(['Ada, "the first"', 'a;b', 'two\r\nlines', "O'Neil", 'a=b', 'Zoë ＝'])(
	'the CSV keeps %j as it is',
	async (name) => {
		expect((await rowWith({ name })).name).toBe(name);
	},
);

it('a list of any length is written batch by batch', async () => {
	const [batch] = running().batches;
	if (!batch) throw new Error('No batch');
	let read = 0;
	const endless = (function* () {
		for (;;) {
			read += 1;
			yield batch;
		}
	})();
	const parts = resultCsv(endless);
	for (let part = 0; part < 3; part++) await parts.next();
	expect(read).toBe(2);
});

it('any text is read back as it was, or behind the apostrophe that makes it text', async () => {
	const texts = fc.string({ unit: fc.constantFrom(...'a1=-@＝,;"\'\t\r\n ') });
	await fc.assert(
		fc.asyncProperty(texts, async (customer) => {
			expect([customer, `'${customer}`]).toContain((await rowWith({ customer })).customer);
		}),
	);
});
