import fc from 'fast-check';
import { giveTo } from '../support/gifting';
import { giftRoute, looks, n8nWith, Platform } from '../support/platform';
import { outputOf } from '../support/runNode';

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());
const anew = async () => {
	await platform.close();
	platform = await Platform.start();
};

interface Row {
	campaign: string;
	reference: string;
}

const rowsOf = (list: string): Row[] =>
	list.split(' ').map((row) => {
		const [campaign = '', reference = ''] = row.split(':');
		return { campaign, reference };
	});

/** Gives one customer what stands in these rows. */
const run = async (rows: Row[]) => {
	const items = rows.map((row) => ({ ...row, phone: '999000001000', megabytes: 1 }));
	const parameters = { campaign: '={{ $json.campaign }}', clientId: '={{ $json.reference }}' };
	return await giveTo(n8nWith(platform.account), items, { parameters });
};
const give = async (rows: Row[]) => outputOf(await run(rows)).map(({ json }) => json);
const outcomes = async (list: string) =>
	(await give(rowsOf(list))).map(({ outcome }) => String(outcome)).join(' ');

const given = 'given';
const before = 'alreadyGiven';
const twice = 'listedTwice';

test.each([
	['its reference is another row’s', 'a:1 b:1', [given, twice]],
	['its campaign is another row’s', 'a:1 a:2', [given, twice]],
	['only a row that was left out is like it', 'a:1 b:1 b:2', [given, twice, given]],
	[
		'only a row that was left out is like it, of three',
		'a:1 a:2 b:2 b:3',
		[given, twice, given, twice],
	],
])('a row of a customer, where %s: %s', async (_why, list, expected) => {
	expect(await outcomes(list)).toBe(expected.join(' '));
	const gifts = platform.gifts().length;
	await outcomes(list);
	await outcomes(list.split(' ').reverse().join(' '));
	expect(platform.gifts()).toHaveLength(gifts);
});

test.each([
	['a:1', 'a:2 a:1', [twice, before]],
	['b:1', 'a:2 a:1', [twice, before]],
	['a:', 'a:2 a:', [before, before]],
	['a:', 'a:1 b:1', [before, given]],
	['a:1', 'a:1 b:1 b:2', [before, before, twice]],
])(
	'what was given before by %s counts in %s, wherever it stands',
	async (first, list, expected) => {
		await outcomes(first);
		expect(await outcomes(list)).toBe(expected.join(' '));
	},
);

test.each(['a:order-1 a:order-2', 'a:order-2 a:order-1', 'b:order-2 a:order-2'])(
	'where the platform shows a part of a reference that may be a row’s, nothing is sent: %s',
	async (list) => {
		const body = [
			{ msisdn: '999000001000', clientId: 'or***-2' },
			{ msisdn: '999000001001', clientId: 'order-7' },
		];
		platform.faults({ path: looks, fault: { kind: 'answer', status: 200, body } });
		const { error } = (await run(rowsOf(list))).data.resultData;
		expect(error?.message).toContain('It shows only a part of a reference');
		expect(platform.requestsTo(giftRoute)).toEqual({});
	},
);

const row = fc.record({
	campaign: fc.constantFrom('a', 'b', 'c'),
	reference: fc.constantFrom('', '1', '2', '3'),
});
const isAlike = (one: Row, other: Row) =>
	one.campaign === other.campaign || (one.reference !== '' && one.reference === other.reference);

test('whatever a list mixes, everybody in it is like exactly one row that gave', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 7 }), async (rows) => {
			await anew();
			const ends = await give(rows);
			const gave = rows.filter((_, index) => ends[index]?.outcome === 'given');
			for (const one of rows) expect(gave.some((other) => isAlike(one, other))).toBe(true);
			for (const one of gave) expect(gave.filter((other) => isAlike(one, other))).toEqual([one]);
		}),
		{ numRuns: 40 },
	);
});

// After a stop nobody can tell which of two campaigns a reference they share was given for: it counts for both.
test('a list that stopped and comes again, also in another order, gives for no campaign and no reference twice', async () => {
	const lists = fc
		.array(row, { minLength: 1, maxLength: 7 })
		.chain((list) =>
			fc.tuple(
				fc.constant(list),
				fc.nat({ max: list.length }),
				fc.shuffledSubarray(list, { minLength: list.length }),
			),
		);
	await fc.assert(
		fc.asyncProperty(lists, async ([list, reached, inAnotherOrder]) => {
			await anew();
			const gave: Row[] = [];
			for (const rows of [list.slice(0, reached), list, inAnotherOrder]) {
				const ends = await give(rows);
				gave.push(...rows.filter((_, index) => ends[index]?.outcome === 'given'));
			}
			for (const one of gave) expect(gave.filter((other) => isAlike(one, other))).toEqual([one]);
			expect(platform.gifts()).toHaveLength(gave.length);
		}),
		{ numRuns: 40 },
	);
});
