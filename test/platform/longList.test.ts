import { readLongList } from '../../platform/longList';

/** The first ten are kept in any case. */
const first = Array.from({ length: 10 }, (_, id) => ({ id, status: 'ASSIGNED' }));
const records = [
	...first,
	{ id: 11, note: 'x"}]\\' },
	{ id: 12, note: 'ü€😀', more: [{ id: 9 }] },
	{ id: 13 },
];
const list = JSON.stringify(records);
const isWanted = ({ id }: Record<string, unknown>) => Number(id) > 10 && id !== 13;
const kept = records.slice(0, -1);

async function* piecesOf(text: string, size: number) {
	const bytes = Buffer.from(text);
	await Promise.resolve();
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe.each([1, 1000])('a list that comes in pieces of %i bytes', (size) => {
	it.each([
		['a list', list, kept],
		['a formatted list', JSON.stringify(records, null, 2), kept],
		['an empty list', ' [ ]', []],
		['an object', '{"status":"ERROR"}', { status: 'ERROR' }],
		['a page', '<!doctype html>', '<!doctype html>'],
		['nothing', '', ''],
	])('%s', async (_what, text, expected) => {
		expect(await readLongList(piecesOf(text, size), isWanted)).toEqual(expected);
	});

	it.each([
		['cut off within a record', list.slice(0, -3)],
		['cut off after a record', list.slice(0, -1)],
		['holds something else between records', '[{"id":1},2,{"id":3}]'],
		['has a record that is nested too deep', '[{"id":1},{"a":[{"b":[{"c":1}]}]}]'],
		['goes on after its end', '[{"id":1}]]'],
	])('that %s is text', async (_what, text) => {
		expect(typeof (await readLongList(piecesOf(text, size), isWanted))).toBe('string');
	});
});

it('a list is cut where its budget ends', async () => {
	let sent = 0;
	async function* endless() {
		yield Buffer.from('[');
		for (; sent < 1000; sent++) yield await Promise.resolve(Buffer.from('{"id":1},'));
	}
	const budget = { bytes: 100 };
	const kept = await readLongList(endless(), () => true, budget);
	expect(kept).toHaveLength(12);
	expect(sent).toBe(11);
	expect(budget.bytes).toBeLessThan(0);
});
