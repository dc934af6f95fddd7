import type { IDataObject } from 'n8n-workflow';
import { giveTo, recipients } from '../support/gifting';
import { giftRoute, looks, n8nWith, Platform } from '../support/platform';
import { errorOf, outputOf } from '../support/runNode';

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
	outputOf(await run(items, parameters)).map(({ json }) => json);
const outcomes = (items: IDataObject[]) => items.map(({ outcome }) => outcome);
const readsOf = () => Object.values(platform.requestsTo(`GET ${looks}`));

test.each([3, 40])(
	'a second run of a campaign gives nothing to the %d it has given to, and passes them on',
	async (count) => {
		const people = recipients(count);
		expect(new Set(outcomes(await give(people)))).toEqual(new Set(['given']));
		const again = await give(people);
		expect(again).toMatchObject(
			people.map(({ phone }) => ({
				msisdn: phone,
				outcome: 'alreadyGiven',
				skipped: 'given by an earlier run',
			})),
		);
		expect(platform.gifts()).toHaveLength(count);
	},
);

test('a run that got half way is finished by running it again', async () => {
	const people = recipients(20);
	await give(people.slice(0, 11));
	const items = await give(people);
	expect(outcomes(items)).toEqual([
		...Array<string>(11).fill('alreadyGiven'),
		...Array<string>(9).fill('given'),
	]);
	expect(platform.gifts()).toHaveLength(20);
});

test('what was given is read once for a long list, number by number for a short one', async () => {
	await give(recipients(500));
	expect(readsOf()).toEqual([1]);
	await give(recipients(3));
	expect(readsOf()).toEqual([4]);
});

test('somebody who is listed twice gets one gift, and the second row says where the first is', async () => {
	const [person = {}, other = {}] = recipients(2);
	expect(await give([person, other, person])).toMatchObject([
		{ outcome: 'given' },
		{ outcome: 'given' },
		{ outcome: 'listedTwice', skipped: 'listed twice, see item 0 of the input' },
	]);
	expect(platform.gifts()).toHaveLength(2);
});

test('the same person under two spellings of the number is one', async () => {
	const items = await give([
		{ phone: '+999 000 001 000', megabytes: 1 },
		{ phone: '00999000001000', megabytes: 1 },
	]);
	expect(outcomes(items)).toEqual(['given', 'listedTwice']);
});

test.each([
	['capitals', 'Spring', 'spring'],
	['accents', 'Été', 'Été'.normalize('NFD')],
])('the same campaign in two ways to write %s is one, also within a list', async (_what, a, b) => {
	const [person] = recipients(1);
	const items = [a, b].map((name) => ({ ...person, name }));
	expect(outcomes(await give(items, { campaign: '={{ $json.name }}' }))).toEqual([
		'given',
		'listedTwice',
	]);
});

test.each(['={{ $json.campain }}', '={{ $json.name }}', '={{ " " }}'])(
	'a campaign whose expression finds nothing, %s, is refused, for every run would give again',
	async (campaign) => {
		const items = recipients(2).map((one) => ({ ...one, name: '' }));
		const record = await run(items, { campaign });
		expect(errorOf(record)?.message).toBe(
			'Campaign: What keeps a second run from sending this again is empty. Fill it in, or mend the expression that should find it',
		);
		expect(platform.gifts()).toEqual([]);
		// Whoever does not want that may do without a campaign.
		await run(items, { campaign, skipAlreadyGifted: false });
		expect(platform.gifts()).toHaveLength(2);
	},
);

test('another campaign gives to the same people', async () => {
	await give(recipients(8));
	expect(outcomes(await give(recipients(8), { campaign: 'summer' }))).toEqual(
		Array<string>(8).fill('given'),
	);
	// A name that begins like another is another.
	expect(outcomes(await give(recipients(8), { campaign: 'spri' }))).toEqual(
		Array<string>(8).fill('given'),
	);
});

test('gifts of a run that did not skip count as given', async () => {
	await give(recipients(8), { skipAlreadyGifted: false });
	expect(outcomes(await give(recipients(8)))).toEqual(Array<string>(8).fill('alreadyGiven'));
});

test.each([1, 2])(
	'one typed reference is one gift, also for two campaigns in %d lists',
	async (lists) => {
		const [person] = recipients(1);
		const rows = ['spring', 'summer'].map((name) => ({ ...person, name }));
		const fields = { campaign: '={{ $json.name }}', clientId: 'welcome' };
		for (const list of lists === 1 ? [rows] : rows.map((row) => [row])) await give(list, fields);
		expect(platform.gifts()).toHaveLength(1);
	},
);

test('a row whose typed reference another row has, who was given before by another, is given', async () => {
	const [person] = recipients(1);
	await give([person ?? {}], { campaign: 'a' });
	const rows = ['a', 'b'].map((name) => ({ ...person, name }));
	const fields = { campaign: '={{ $json.name }}', clientId: 'customer-1' };
	expect(outcomes(await give(rows, fields))).toEqual(['alreadyGiven', 'given']);
	expect(outcomes(await give(rows, fields))).toEqual(['alreadyGiven', 'alreadyGiven']);
});

test('a typed reference is what is looked for, where there is one', async () => {
	await give(recipients(8), { clientId: '={{ $json.reference }}' });
	const items = await give(recipients(9), { clientId: '={{ $json.reference }}' });
	expect(outcomes(items)).toEqual([...Array<string>(8).fill('alreadyGiven'), 'given']);
});

test('a typed reference that is the same for all is told apart by the number', async () => {
	const same = { clientId: 'for everyone' };
	expect(outcomes(await give(recipients(8), same))).toEqual(Array<string>(8).fill('given'));
	const again = await give(recipients(9), same);
	expect(outcomes(again)).toEqual([...Array<string>(8).fill('alreadyGiven'), 'given']);
	expect(again.map(({ msisdn }) => msisdn)).toEqual(recipients(9).map(({ phone }) => phone));
});

test('typed references that differ do not give a number two gifts', async () => {
	const [person = {}] = recipients(1);
	const rows = [person, { ...person, reference: 'another' }];
	expect(outcomes(await give(rows, { clientId: '={{ $json.reference }}' }))).toEqual([
		'given',
		'listedTwice',
	]);
	expect(platform.gifts()).toHaveLength(1);
});

test('gifts of the campaign without a typed reference count when one is typed later', async () => {
	await give(recipients(8));
	const typed = { clientId: '={{ $json.reference }}' };
	expect(outcomes(await give(recipients(8), typed))).toEqual(Array<string>(8).fill('alreadyGiven'));
});

test('each outcome has an output of its own', async () => {
	await give(recipients(2));
	const record = await run(recipients(3), { splitByOutcome: true });
	expect(outputOf(record, 0)).toHaveLength(1);
	expect(outputOf(record, 1)).toHaveLength(2);
});

test('without a campaign a second run gives again', async () => {
	await give(recipients(2), { campaign: '' });
	await give(recipients(2), { campaign: '' });
	expect(platform.gifts()).toHaveLength(4);
	expect(readsOf()).toEqual([]);
});

describe('nothing is sent when the platform cannot say who was given:', () => {
	test.each([
		['it refuses', { kind: 'answer', status: 403 }, /Run it again later/],
		[
			'it answers with a page',
			{ kind: 'answer', status: 200, body: '<html></html>' },
			/Run it again later/,
		],
		[
			'its records show no whole reference',
			{ kind: 'answer', status: 200, body: [{ id: 1 }] },
			/Ask your operator to have references and numbers shown in full/,
		],
	] as const)('%s', async (_name, fault, advice) => {
		platform.faults({ path: looks, fault });
		const record = await run(recipients(8), { options: { tries: 1 } });
		expect(errorOf(record)).toMatchObject({
			message: expect.stringContaining('cannot say who was given') as string,
			description: expect.stringMatching(advice) as string,
		});
		expect(platform.requestsTo(giftRoute)).toEqual({});
	});
});

test('a campaign with a name as long as a page is refused before any request leaves', async () => {
	const record = await run(recipients(1), { campaign: 'x'.repeat(181) });
	expect(errorOf(record)?.message).toMatch(/Campaign: .*181 characters/);
	expect(platform.traffic().total).toBe(0);
});
