import fc from 'fast-check';
import { parseJson } from '../../platform/json';
import { readLongList } from '../../platform/body';

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
		['an object', '{"status":"ERROR"}', { status: 'ERROR' }],
		['a page', '<!doctype html>', '<!doctype html>'],
		['nothing', '', ''],
	])('%s', async (_what, text, expected) => {
		expect(await readLongList(piecesOf(text, size), isWanted)).toEqual(expected);
	});

	it.each([
		['cut off within a record', list.slice(0, -3)],
		['holds something else between records', '[{"id":1},2,{"id":3}]'],
		['has no comma between records', '[{"id":1}{"id":2}]'],
		['has a comma too many', '[{"id":1},]'],
		['has a record that is nested too deep', `[{"a":${'['.repeat(100)}${']'.repeat(100)}}]`],
		['has a record that sets a prototype', '[{"id":1},{"__proto__":{"id":2}}]'],
		['goes on after its end', '[{"id":1}]]'],
	])('that %s is text', async (_what, text) => {
		const read = await readLongList(piecesOf(text, size), isWanted);
		expect(typeof read).toBe('string');
		expect(text).toContain(read);
	});
});

it('records of any depth are kept, however the list is cut into pieces', async () => {
	const values = fc.jsonValue({ maxDepth: 8 });
	const records = fc.array(fc.record({ id: fc.nat(20), value: values }), { maxLength: 25 });
	const isKept = ({ id }: Record<string, unknown>) => Number(id) > 10;
	await fc.assert(
		fc.asyncProperty(records, fc.boolean(), fc.nat(70), async (all, isPretty, size) => {
			const text = JSON.stringify(all, null, isPretty ? 2 : 0);
			const parsed = parseJson(text) as typeof all | undefined;
			fc.pre(parsed !== undefined);
			const read = await readLongList(piecesOf(text, size + 1), isKept);
			expect(read).toEqual(parsed.filter((one, at) => at < 10 || isKept(one)));
		}),
	);
});

describe('what is too long to be held', () => {
	const megabyte = 'x'.repeat(1_000_000);
	async function* endless(start: string, piece: string) {
		yield Buffer.from(start);
		for (;;) yield await Promise.resolve(Buffer.from(piece));
	}
	const never = () => false;
	test.each([
		['a record', endless('[{"a":"', megabyte), never],
		['records to keep', endless('[{}', `,{"a":"${megabyte}"}`), () => true],
		['space between records', endless('[', ' '.repeat(1_000_000)), never],
		['no list', endless('{"a":"', megabyte), never],
	])('is refused: %s', async (_what, chunks, keep) => {
		const message = 'sent a response of more than 16 MB';
		await expect(readLongList(chunks, keep)).rejects.toThrow(message);
	});
});

it('a list is cut once enough records are read', async () => {
	let sent = 0;
	async function* endless() {
		yield Buffer.from('[');
		for (; sent < 1000; sent++) yield await Promise.resolve(Buffer.from('{"id":1},'));
	}
	expect(await readLongList(endless(), () => true, 50)).toHaveLength(50);
	expect(sent).toBeLessThan(51);
});
