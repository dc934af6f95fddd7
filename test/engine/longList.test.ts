import { readLongList } from '../../nodes/engine/longList';
import { giveTo, loggedIn, recipients } from '../support/gifting';
import { looks, Platform } from '../support/platform';
import { outputOf } from '../support/runNode';

const records = [{ id: 1, note: 'x"}]\\' }, { id: 2, note: 'ü€😀', more: [{ id: 9 }] }, { id: 3 }];
const list = JSON.stringify(records);
const isWanted = ({ id }: Record<string, unknown>) => id !== 3;

async function* piecesOf(text: string, size: number) {
	const bytes = Buffer.from(text);
	await Promise.resolve();
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe.each([1, 2, 7, 1000])('a list that comes in pieces of %i bytes', (size) => {
	it.each([
		['a list', list, records.filter(isWanted)],
		['a formatted list', JSON.stringify(records, null, 2), records.filter(isWanted)],
		['an empty list', ' [ ]', []],
		['an object', '{"status":"ERROR"}', { status: 'ERROR' }],
		['a page', '<!doctype html>', '<!doctype html>'],
		['nothing', '', ''],
	])('%s', async (_what, text, expected) => {
		expect(await readLongList(piecesOf(text, size), isWanted)).toEqual(expected);
	});

	it('that is cut off is text', async () => {
		expect(typeof (await readLongList(piecesOf(list.slice(0, -3), size), isWanted))).toBe('string');
	});
});

it('a campaign of more than 200 numbers is looked up by one list', async () => {
	const platform = await Platform.start();
	const n8n = await loggedIn(platform);
	const people = recipients(201).map(({ phone, megabytes }) => ({ phone, megabytes }));
	const give = async (count: number) =>
		outputOf(
			await giveTo(n8n, people.slice(0, count), {
				parameters: { campaign: 'spring', skipAlreadyGifted: true, clientId: '' },
			}),
		).map(({ json }) => json.outcome);
	expect(new Set(await give(150))).toEqual(new Set(['given']));
	expect(platform.requestsTo(`GET ${looks}`)).toEqual({ '200': 150 });
	const again = await give(201);
	expect(again.slice(0, 150).every((outcome) => outcome === 'alreadyGiven')).toBe(true);
	expect(again.slice(150).every((outcome) => outcome === 'given')).toBe(true);
	expect(platform.requestsTo(`GET ${looks}`)).toEqual({ '200': 151 });
	expect(platform.gifts()).toHaveLength(201);
	await platform.close();
});
