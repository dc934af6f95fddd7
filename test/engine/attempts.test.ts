import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { agent, callAsTool, review } from '../support/asTool';
import { assigning, giveTo, loggedIn, recipients, type GiftRun } from '../support/gifting';
import { giftPath, giftRoute, looks, n8nWith, Platform } from '../support/platform';
import { errorOf, fieldsOf } from '../support/runNode';

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

const campaign = { clientId: '', campaign: 'spring' };
const give = async (items: IDataObject[], parameters: INodeParameters = {}, run: GiftRun = {}) =>
	await giveTo(n8nWith(platform.account), items, {
		...run,
		parameters: { ...campaign, ...parameters },
	});
const outcomesOf = (items: IDataObject[]) => items.map(({ outcome }) => outcome);
const times = (count: number, outcome: string) => Array<string>(count).fill(outcome);

const refusal = { kind: 'answer', status: 422 } as const;
const forbidden = { kind: 'answer', status: 403 } as const;
const lost = { kind: 'drop', when: 'after' } as const;

describe('Duplicates: Skip', () => {
	test('shows the number of who was given before, also where the list leaves it out', async () => {
		const body = [{ clientId: 'spring-999000001000', timeCreated: '2026-03-01 10:00:00' }];
		platform.faults({ path: looks, fault: { kind: 'answer', status: 200, body } });
		expect(fieldsOf(await give(recipients(1)))).toEqual([
			{
				...{ clientReference: 'spring-999000001000', serviceKey: 'LOYALTYDATA01' },
				...{ msisdn: '999000001000', timeCreated: '2026-03-01T10:00:00.000Z' },
				...{ skipped: 'done by an earlier run', outcome: 'alreadyGiven' },
			},
		]);
	});

	test('knows who is listed twice, in another spelling too', async () => {
		const [one = {}, other = {}] = recipients(2);
		const items = [one, other, one, { ...one, phone: '+999 000 001 000', name: ' SPRING' }].map(
			(item) => ({ name: 'Spring', ...item }),
		);
		const again = { outcome: 'listedTwice', skipped: 'duplicate of item 0 of the input' };
		const given = { outcome: 'given' };
		const shown = fieldsOf(await give(items, { campaign: '={{ $json.name }}' }));
		expect(shown).toMatchObject([given, given, again, again]);
		expect(platform.gifts()).toHaveLength(2);
	});

	const typed = { clientId: '={{ $json.reference }}' };
	test.each<[string, INodeParameters, INodeParameters, string]>([
		['another campaign', {}, { campaign: 'summer' }, 'given'],
		['a run that did not skip', { duplicates: 'sendAgain' }, {}, 'alreadyGiven'],
		['the same typed references', typed, { ...typed, campaign: 'x' }, 'alreadyGiven'],
		['no typed reference, which is typed now', {}, typed, 'given'],
	])('after gifts of %s', async (_what, first, second, outcome) => {
		await give(recipients(2), first);
		const items = fieldsOf(await give(recipients(2), second));
		expect(outcomesOf(items)).toEqual(times(2, outcome));
		expect(platform.gifts()).toHaveLength(outcome === 'given' ? 4 : 2);
	});

	test('reads one list for more than 200 numbers', async () => {
		await give(recipients(2));
		const items = fieldsOf(await give(recipients(201), { options: { concurrency: 50 } }));
		expect(outcomesOf(items)).toEqual([...times(2, 'alreadyGiven'), ...times(199, 'given')]);
		expect(platform.requestsTo(`GET ${looks}`)).toEqual({ '200': 3 });
	});

	test.each<[unknown, number, string]>([
		[{}, 403, 'The platform says: HTTP 403'],
		['<html></html>', 200, "The platform sent a response that can't be read"],
		[[{ id: 1 }], 200, 'its records show no client references'],
	])('sends nothing when who was given is answered by %j (HTTP %i)', async (body, status, why) => {
		platform.faults({ path: looks, fault: { kind: 'answer', status, body } });
		expect(errorOf(await give(recipients(2)))).toMatchObject({
			message: `The platform doesn't show which customers already got a gift: ${why}`,
			description:
				'Nothing was sent. Ask your operator to show client references, or set Duplicates to Send Again if nobody on the list got a gift before.',
		});
		expect(platform.requestsTo(giftRoute)).toEqual({});
	});
});

/** Does something once so many gifts are given. */
const whenGiven = async (count: number, act: () => void) => {
	while (platform.gifts().length < count) await pause(1);
	act();
};

describe('Retry On Fail', () => {
	const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const oneByOne = { options: { concurrency: 1 } };
	const unreadable = [
		{ path: giftPath, fault: lost, times: 1 },
		{ path: looks, fault: forbidden, times: 1 },
	];
	const retry = async (count: number, fields: INodeParameters, settings: Partial<INode> = {}) =>
		await giveTo(n8nWith(platform.account), recipients(count), {
			parameters: { ...fields, ...oneByOne },
			settings: { ...retrying, ...settings },
		});

	test.each([[{}], [campaign]])('finishes a list that stopped midway, with %j', async (fields) => {
		platform.faults({ path: giftPath, every: 3, times: 1, fault: refusal });
		expect(outcomesOf(fieldsOf(await retry(4, fields)))).toEqual(times(4, 'given'));
		expect(platform.gifts()).toHaveLength(4);
	});

	test('gives each gift once where the first item is bad', async () => {
		platform.faults({ path: giftPath, times: 1, fault: refusal });
		const run = await retry(4, {}, { onError: 'continueErrorOutput' });
		expect([0, 1].flatMap((output) => fieldsOf(run, output))).toHaveLength(4);
		expect(platform.gifts()).toHaveLength(4 - fieldsOf(run, 1).length);
	});

	test.each([false, true])(
		'looks up a gift in doubt before it is sent again (Execute Once: %p)',
		async (executeOnce) => {
			platform.faults(...unreadable);
			const run = await retry(3, { clientId: '' }, { executeOnce });
			expect(fieldsOf(run)[0]).toMatchObject({ confirmedByLookUp: true });
			expect(platform.gifts()).toHaveLength(executeOnce ? 1 : 3);
		},
	);

	test('looks up a gift in doubt of an agent’s tool; another call of it is another gift', async () => {
		platform.faults(...unreadable);
		const options = { maxTries: 1, settlingTime: 0 };
		const gift = { ...assigning, msisdn: '999000001000', amount: 5, clientId: '', options };
		const node = new MobileDataGifting();
		const call = async () =>
			await callAsTool(node, n8nWith(platform.account), gift, retrying, [review]);
		expect(await call()).toContain('"confirmedByLookUp":true');
		expect(platform.gifts()).toHaveLength(1);
		expect(await call()).not.toContain('confirmedByLookUp');
		expect(new Set(platform.gifts().map(({ clientId }) => clientId)).size).toBe(2);
	});

	test('counts in the last error what all attempts gave', async () => {
		void whenGiven(9, () => platform.faults({ path: giftPath, fault: refusal }));
		const { description } = errorOf(await retry(10, {})) ?? {};
		expect(platform.gifts()).toHaveLength(9);
		expect(description).toMatch(/^(?!.*were sent.*were sent).*9 of 10 items were sent/);
	});

	test('says what earlier attempts gave when the last one ends before its first gift', async () => {
		platform.faults({ path: giftPath, every: 3, times: 1, fault: refusal });
		const dead = { path: looks, fault: { kind: 'answer', status: 500 } } as const;
		void whenGiven(2, () => platform.faults({ path: giftPath, fault: refusal }, dead));
		const error = errorOf(await retry(3, campaign));
		expect(error?.message).toContain("doesn't show which customers already got a gift");
		expect(error?.description).toContain('2 of 3 items were sent and answered');
	});
});

// n8n stores a canceled execution at once and only once; it does not wait for its node.
test.each<[string, number, INodeParameters, GiftRun['settings']]>([
	['answers under way', 3, {}, {}],
	[
		...(['a first item that failed, and Retry On Fail', 2, { concurrency: 4 }] as const),
		{ retryOnFail: true, maxTries: 3, onError: 'continueErrorOutput' },
	],
])('a canceled list names who has a gift and who may have, with %s', async (...row) => {
	const [, every, options, settings] = row;
	const slow = { kind: 'delay', when: 'after', ms: 5_000 } as const;
	platform.faults({ path: giftPath, fault: slow, every });
	let stored: IDataObject[] | undefined;
	const run = await giveTo(await loggedIn(platform), recipients(20), {
		parameters: { ...campaign, options: { concurrency: 5, ...options } },
		settings,
		onStart: (cancel) => void whenGiven(6, cancel),
		onStored: (record) => {
			stored = fieldsOf(record);
		},
	});
	expect(run.status).toBe('canceled');
	while (!stored) await pause(5);
	const named = stored.map(({ clientReference, reference }) => clientReference ?? reference);
	const references = platform.gifts().map(({ clientId }) => clientId);
	expect(named).toEqual(expect.arrayContaining(references));
	const inDoubt = stored.filter(({ outcomeUnknown }) => outcomeUnknown);
	expect(inDoubt.length).toBeLessThanOrEqual(5);
	const warning = 'The execution was canceled during this request, which may have been done.';
	const reference = expect.stringMatching(/^spring-9990000010\d\d$/) as string;
	for (const item of inDoubt) {
		expect(item).toEqual({ outcome: 'unknown', warning, outcomeUnknown: true, reference });
	}
});

describe('an agent', () => {
	const gift = { ...assigning, ...campaign, msisdn: '999000001000', amount: 100 };
	const call = async (parameters: INodeParameters, callers: string[]) =>
		JSON.parse(
			await callAsTool(new MobileDataGifting(), n8nWith(platform.account), parameters, {}, callers),
		) as IDataObject[];

	test.each([
		['itself', [agent]],
		['past a review', [review, agent]],
		['from nowhere that n8n shows', []],
	])('that calls the node %s gets a dry run of a gift, but may read', async (_how, callers) => {
		const skipped =
			'an agent spends only after a review: connect the tool to a human review node alone';
		expect(await call(gift, callers)).toMatchObject([
			{ outcome: 'dryRun', skipped, wouldSend: { body: { msisdn: '999000001000', amount: 100 } } },
		]);
		expect(platform.gifts()).toEqual([]);
		expect((await call({ resource: 'service', operation: 'getMany' }, callers)).length).toBe(10);
	});

	test('whom a person approves gives, and once however often it asks', async () => {
		const both = await Promise.all([call(gift, [review]), call(gift, [review])]);
		expect(outcomesOf(both.flat()).sort()).toEqual(['alreadyGiven', 'given']);
		expect(outcomesOf(await call(gift, [review]))).toEqual(['alreadyGiven']);
		expect(platform.gifts()).toHaveLength(1);
	});
});

test('an answer that trickles is given up when the time is up, and its connection is closed', async () => {
	let drip: NodeJS.Timeout | undefined;
	const trickling = createServer((_request, response) => {
		drip = setInterval(() => response.write(' '), 50);
	}).listen(0, '127.0.0.1');
	await once(trickling, 'listening');
	const connected = once(trickling, 'connection') as Promise<[Socket]>;
	const n8n = await loggedIn(platform);
	const baseUrl = `http://127.0.0.1:${(trickling.address() as AddressInfo).port}`;
	Object.assign(n8n.stored.mobileBillingApi ?? {}, { baseUrl });
	const parameters = { resource: 'service', operation: 'getMany', options: { timeout: 1 } };
	const run = giveTo(n8n, [{}], { parameters });
	const [socket] = await connected;
	// A connection that is cut may end with an error first.
	socket.on('error', () => undefined);
	const [ended] = await Promise.all([run, once(socket, 'close')]);
	clearInterval(drip);
	trickling.close();
	expect(errorOf(ended)?.message).toContain('no response in time');
});
