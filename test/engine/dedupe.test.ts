import type { IDataObject } from 'n8n-workflow';
import { giveTo, recipients } from '../support/gifting';
import { giftRoute, looks, n8nWith, Platform } from '../support/platform';
import { errorOf, fieldsOf } from '../support/runNode';

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

const run = async (items: IDataObject[], parameters: object = {}) =>
	await giveTo(n8nWith(platform.account), items, {
		parameters: { clientId: '', campaign: 'spring', ...parameters },
	});
const give = async (items: IDataObject[], parameters: object = {}) =>
	fieldsOf(await run(items, parameters));
const outcomesOf = (items: IDataObject[]) => items.map(({ outcome }) => outcome);
const times = (count: number, outcome: string) => Array<string>(count).fill(outcome);
const typed = { clientId: '={{ $json.reference }}' };

test('a list that got half way is finished by running it again', async () => {
	const people = recipients(20);
	expect(outcomesOf(await give(people.slice(0, 11)))).toEqual(times(11, 'given'));
	const items = await give(people);
	expect(outcomesOf(items)).toEqual([...times(11, 'alreadyGiven'), ...times(9, 'given')]);
	expect(items[0]).toMatchObject({
		msisdn: people[0]?.phone,
		skipped: 'done by an earlier run',
	});
	expect(platform.gifts()).toHaveLength(20);
});

test('an item that was given before shows its number, also where the list leaves it out', async () => {
	const body = [{ clientId: 'spring-999000001000', timeCreated: '2026-03-01 10:00:00' }];
	platform.faults({ path: looks, fault: { kind: 'answer', status: 200, body } });
	expect(await give(recipients(1))).toEqual([
		{
			clientReference: 'spring-999000001000',
			serviceKey: 'LOYALTYDATA01',
			msisdn: '999000001000',
			timeCreated: '2026-03-01T10:00:00.000Z',
			skipped: 'done by an earlier run',
			outcome: 'alreadyGiven',
		},
	]);
});

test.each<[string, IDataObject, IDataObject]>([
	['the same number', {}, {}],
	['two spellings of a number', { phone: '+999 000 001 000' }, { phone: '00999000001000' }],
	['two spellings of a campaign', { name: 'Spring' }, { name: ' spring' }],
])('%s in one list gets one gift, and the second item names the first', async (_what, one, two) => {
	const [person, other = {}] = recipients(2);
	const same = { name: 'spring', ...person };
	const items = [
		{ ...same, ...one },
		{ ...other, name: 'spring' },
		{ ...same, ...two },
	];
	expect(await give(items, { campaign: '={{ $json.name }}' })).toMatchObject([
		{ outcome: 'given' },
		{ outcome: 'given' },
		{ outcome: 'listedTwice', skipped: 'duplicate of item 0 of the input' },
	]);
	expect(platform.gifts()).toHaveLength(2);
});

test.each([
	['of another campaign', {}, { campaign: 'summer' }, 'given'],
	['of a campaign whose name begins like this one', {}, { campaign: 'sprin' }, 'given'],
	['of a run that did not skip', { duplicates: 'sendAgain' }, {}, 'alreadyGiven'],
	['of the same typed references', typed, typed, 'alreadyGiven'],
	[
		'of the same typed references, whatever the campaign',
		typed,
		{ ...typed, campaign: 'x' },
		'alreadyGiven',
	],
	['without a typed reference, which is typed now', {}, typed, 'given'],
])('the gifts %s', async (_what, first, second, outcome) => {
	await give(recipients(8), first);
	expect(outcomesOf(await give(recipients(8), second))).toEqual(times(8, outcome));
	expect(platform.gifts()).toHaveLength(outcome === 'given' ? 16 : 8);
});

test('two runs at once give to each number once', async () => {
	platform.set({ latencyMs: 5 });
	const runs = await Promise.all([give(recipients(40)), give(recipients(40))]);
	expect(platform.gifts()).toHaveLength(40);
	expect(outcomesOf(runs.flat()).sort()).toEqual([
		...times(40, 'alreadyGiven'),
		...times(40, 'given'),
	]);
});

describe('nothing is sent', () => {
	test.each(['={{ $json.campain }}', '={{ $json.name }}', '={{ " " }}'])(
		'when the expression of the campaign finds nothing: %s',
		async (campaign) => {
			const items = recipients(2).map((item) => ({ ...item, name: '' }));
			expect(errorOf(await run(items, { campaign }))?.message).toMatch(/^'Campaign' is required/);
			expect(platform.gifts()).toEqual([]);
			// Not so for a list that may be given again.
			await run(items, { campaign, duplicates: 'sendAgain' });
			expect(platform.gifts()).toHaveLength(2);
		},
	);

	test.each([
		['refuses', { kind: 'answer', status: 403 }, 'HTTP 403'],
		[
			'answers with a page',
			{ kind: 'answer', status: 200, body: '<html></html>' },
			"can't be read",
		],
		[
			'shows no references',
			{ kind: 'answer', status: 200, body: [{ id: 1 }] },
			'no client references',
		],
	] as const)('when the platform, asked who was given, %s', async (_what, fault, words) => {
		platform.faults({ path: looks, fault });
		const error = errorOf(await run(recipients(8)));
		expect(error?.message).toMatch(/^The platform doesn't show which customers already got a gift/);
		expect(error?.message).toContain(words);
		expect(error?.description).toMatch(/^Nothing was sent\. .*set Duplicates to Send Again/);
		expect(platform.requestsTo(giftRoute)).toEqual({});
	});
});
