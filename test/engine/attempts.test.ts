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
import { continued } from '../support/stub';

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
	const person = {
		...{ clientReference: 'spring-999000001000', serviceKey: 'LOYALTYDATA01' },
		...{ msisdn: '999000001000', skipped: 'done by an earlier run', outcome: 'alreadyGiven' },
	};

	test('finishes a list that got half way', async () => {
		const people = recipients(20);
		expect(outcomesOf(fieldsOf(await give(people.slice(0, 11))))).toEqual(times(11, 'given'));
		const items = fieldsOf(await give(people));
		expect(outcomesOf(items)).toEqual([...times(11, 'alreadyGiven'), ...times(9, 'given')]);
		expect(items[0]).toMatchObject(person);
		expect(platform.gifts()).toHaveLength(20);
	});

	test('shows the number of who was given before, also where the list leaves it out', async () => {
		const body = [{ clientId: 'spring-999000001000', timeCreated: '2026-03-01 10:00:00' }];
		platform.faults({ path: looks, fault: { kind: 'answer', status: 200, body } });
		expect(fieldsOf(await give(recipients(1)))).toEqual([
			{ ...person, timeCreated: '2026-03-01T10:00:00.000Z' },
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
		['a campaign whose name begins like this one', {}, { campaign: 'sprin' }, 'given'],
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

	test('has no campaign to find where its expression is empty, and Send Again does not', async () => {
		const parameters = { campaign: '={{ $json.campain }}' };
		expect(errorOf(await give(recipients(2), parameters))?.message).toBe("'Campaign' is required");
		expect(platform.gifts()).toEqual([]);
		await give(recipients(2), { ...parameters, duplicates: 'sendAgain' });
		expect(platform.gifts()).toHaveLength(2);
	});

	test.each<[unknown, number, RegExp]>([
		[{}, 403, / The platform says: HTTP 403$/],
		['<html></html>', 200, / The platform sent a response that can't be read$/],
		[[{ id: 1 }], 200, / its records show no client references$/],
	])('sends nothing when who was given is answered by %j (HTTP %i)', async (body, status, why) => {
		platform.faults({ path: looks, fault: { kind: 'answer', status, body } });
		const error = errorOf(await give(recipients(2)));
		expect(error?.message).toMatch(
			/^The platform doesn't show which customers already got a gift:/,
		);
		expect(error?.message).toMatch(why);
		expect(error?.description).toBe(
			'Nothing was sent. Ask your operator to show client references, or set Duplicates to Send Again if nobody on the list got a gift before.',
		);
		expect(platform.requestsTo(giftRoute)).toEqual({});
	});
});

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
		platform.whenGiven(9, () => platform.faults({ path: giftPath, fault: refusal }));
		const { description } = errorOf(await retry(10, {})) ?? {};
		expect(platform.gifts()).toHaveLength(9);
		expect(description).toMatch(/^(?!.*were sent.*were sent).*9 of 10 items were sent/);
	});

	test('says what earlier attempts gave when the last one ends before its first gift', async () => {
		platform.faults({ path: giftPath, every: 3, times: 1, fault: refusal });
		const dead = { path: looks, fault: { kind: 'answer', status: 500 } } as const;
		platform.whenGiven(2, () => platform.faults({ path: giftPath, fault: refusal }, dead));
		const error = errorOf(await retry(3, campaign));
		expect(error?.message).toContain("doesn't show which customers already got a gift");
		expect(error?.description).toContain('2 of 3 items were sent and answered');
	});
});

// n8n stores a canceled execution at once and only once; it does not wait for its node.
describe('a canceled list', () => {
	const slow = { path: giftPath, fault: { kind: 'delay', when: 'after', ms: 5_000 } } as const;
	const until = async (isSo: () => boolean) => {
		while (!isSo()) await pause(5);
	};
	/** What n8n stores of a list that is canceled once so many are given. */
	const storedOf = async (
		count: number,
		given: number,
		options: INodeParameters,
		settings: GiftRun['settings'] = {},
	): Promise<IDataObject[]> => {
		let stored: IDataObject[] | undefined;
		const run = await giveTo(await loggedIn(platform), recipients(count), {
			parameters: { ...campaign, options },
			settings,
			onStart: (cancel) => void until(() => platform.gifts().length >= given).then(cancel),
			onStored: (record) => {
				stored = fieldsOf(record);
			},
		});
		expect(run.status).toBe('canceled');
		await until(() => stored !== undefined);
		return stored ?? [];
	};
	const waiting = { 'Retry-After': '60' };

	test.each<[string, Parameters<Platform['faults']>[0], INodeParameters, GiftRun['settings']?]>([
		['answers under way', { ...slow, every: 3, times: 5 }, {}],
		[
			'one that may still turn up',
			{ path: giftPath, every: 3, fault: { kind: 'drop' } },
			{ settlingTime: 60 },
		],
		[
			'one that waits to be sent again',
			{ path: giftPath, every: 3, fault: { kind: 'answer', status: 429, headers: waiting } },
			{ maxTries: 5, retryFor: 600 },
		],
		[
			'a first item that failed, and Retry On Fail',
			{ ...slow, every: 2 },
			{},
			{ retryOnFail: true, maxTries: 3, onError: 'continueErrorOutput' },
		],
	])('names who has a gift and who may have, with %s', async (...[, rule, options, settings]) => {
		platform.faults(rule);
		const stored = await storedOf(20, 6, { concurrency: 5, ...options }, settings);
		const named = stored.map(({ clientReference, reference }) => clientReference ?? reference);
		expect(named).toEqual(expect.arrayContaining(platform.gifts().map(({ clientId }) => clientId)));
		const inDoubt = stored.filter(({ outcomeUnknown }) => outcomeUnknown);
		expect(inDoubt.length).toBeLessThanOrEqual(5);
		const warning = 'The execution was canceled during this request, which may have been done.';
		for (const item of inDoubt) {
			expect(item).toEqual({
				...{ outcome: 'unknown', warning, outcomeUnknown: true },
				reference: expect.stringMatching(/^spring-9990000010\d\d$/) as string,
			});
		}
	});

	test('sends nothing more', async () => {
		platform.set({ latencyMs: 10 });
		await storedOf(300, 11, { concurrency: 5 }, continued.settings);
		await pause(60);
		const sent = platform.requestsTo(giftRoute);
		expect(platform.gifts().length).toBeLessThan(150);
		await pause(100);
		expect(platform.requestsTo(giftRoute)).toEqual(sent);
	});
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
	const trickling = createServer((_request, response) => {
		response.writeHead(200, { 'content-type': 'application/json' });
		const drip = setInterval(() => response.write(' '), 50);
		response.on('close', () => {
			clearInterval(drip);
		});
	}).listen(0, '127.0.0.1');
	await once(trickling, 'listening');
	const connected = once(trickling, 'connection') as Promise<[Socket]>;
	const n8n = await loggedIn(platform);
	const baseUrl = `http://127.0.0.1:${(trickling.address() as AddressInfo).port}`;
	Object.assign(n8n.stored.mobileBillingApi ?? {}, { baseUrl });
	const run = giveTo(n8n, [{}], {
		parameters: { resource: 'service', operation: 'getMany', options: { timeout: 1 } },
	});
	const [socket] = await connected;
	// A connection that is cut may end with an error first.
	socket.on('error', () => undefined);
	const [ended] = await Promise.all([run, once(socket, 'close')]);
	trickling.close();
	expect(errorOf(ended)?.message).toContain('no response in time');
});
