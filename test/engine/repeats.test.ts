import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { startEndpoint } from '../support/endpoint';
import {
	assigning,
	giveTo,
	loggedIn,
	recipients,
	serviceKey,
	type GiftRun,
} from '../support/gifting';
import {
	accountAt,
	loggedInWith,
	giftPath,
	giftRoute,
	looks,
	n8nWith,
	Platform,
} from '../support/platform';
import { errorOf, fieldsOf } from '../support/runNode';

const platform = Platform.forEach();

const campaign = { clientReference: '', campaign: 'spring' };
const give = async (items: IDataObject[], parameters: INodeParameters = {}, run: GiftRun = {}) =>
	await giveTo(n8nWith(platform.account), items, {
		...run,
		parameters: { ...campaign, ...parameters },
	});
const outcomesOf = (items: IDataObject[]) => items.map(({ outcome }) => outcome);
const times = (count: number, outcome: string) => Array<string>(count).fill(outcome);

const refusal = { kind: 'answer', status: 422, body: { status: 'INVALID_REQUEST' } } as const;
/** A gift whose answer is lost, and which can't be looked up at first. */
const unreadable = [
	{ path: giftPath, fault: { kind: 'drop', when: 'after' }, times: 1 },
	{ path: looks, fault: { kind: 'answer', status: 403 }, times: 1 },
] as const;

describe('Duplicates: Skip', () => {
	const typed = { campaign: '', clientReference: '={{ $json.reference }}' };
	const french = { msisdn: '=33639980{{ $json.phone.slice(-3) }}' };
	const winBack = { serviceKey: serviceKey('WINBACKDATA02') };
	const lookedUp = { ...typed, options: { skipLookUp: false } };
	test.each<[string, INodeParameters, INodeParameters, string]>([
		['another campaign', {}, { campaign: 'summer' }, 'given'],
		['a run that did not skip', { duplicates: 'sendAgain' }, {}, 'alreadyGiven'],
		['the campaign, set to Send Again', {}, { duplicates: 'sendAgain' }, 'given'],
		['the campaign of another service', french, { ...french, ...winBack }, 'given'],
		['the same typed references', typed, lookedUp, 'alreadyGiven'],
		['the same typed references, without a look-up', typed, typed, 'given'],
	])('after gifts of %s', async (_what, first, second, outcome) => {
		await give(recipients(2), first);
		const items = fieldsOf(await give(recipients(2), second));
		expect(outcomesOf(items)).toEqual(times(2, outcome));
		expect(platform.gifts()).toHaveLength(outcome === 'given' ? 4 : 2);
	});

	// For 201 numbers the service's whole list is read.
	test.each([2, 201])(
		'gives nothing to %i numbers under the name of their campaign in another case',
		async (all) => {
			await give(recipients(2), { campaign: 'Spring' });
			const run = await give(
				recipients(all),
				{},
				{ settings: { onError: 'continueRegularOutput' } },
			);
			const [first] = fieldsOf(run);
			expect(first).toMatchObject({
				error: {
					message: expect.stringMatching(/name differs in capital letters.* Spring-9990/),
					description: expect.stringContaining(
						"Write the campaign's name as it was written before",
					),
				},
			});
			expect(first?.error).not.toHaveProperty('outcomeUnknown');
			expect(platform.gifts()).toHaveLength(all);
		},
	);

	test('gives once when two executions run at the same time', async () => {
		platform.set({ latencyMs: 100 });
		const runs = await Promise.all([1, 2].map(async () => fieldsOf(await give(recipients(1)))));
		const skips = runs.flat().map(({ skipped }) => skipped);
		expect(skips.toSorted()).toEqual(['sent by another execution moments ago', undefined]);
		expect(platform.gifts()).toHaveLength(1);
	});

	test('reads one list for more than 200 numbers', async () => {
		// Of a long list the first ten records are kept in any case.
		await give(recipients(12));
		const items = fieldsOf(await give(recipients(201), { options: { concurrency: 50 } }));
		expect(outcomesOf(items)).toEqual([...times(12, 'alreadyGiven'), ...times(189, 'given')]);
		expect(platform.requestsTo(`GET ${looks}`)).toEqual({ '200': 13 });
	});

	test('reads the whole list where the gifts of one number show no references', async () => {
		await give(recipients(2));
		const fault = { kind: 'answer', status: 200, body: [{ id: 1 }] } as const;
		platform.faults({ path: looks, times: 1, fault });
		expect(outcomesOf(fieldsOf(await give(recipients(2))))).toEqual(times(2, 'alreadyGiven'));
		expect(platform.gifts()).toHaveLength(2);
	});

	const hidden =
		"The platform doesn't show which customers already got a gift: its records show no client references";
	const unread = "The list of earlier gifts can't be read: The platform";
	test.each<[unknown, number, string, string]>([
		[{}, 403, `${unread} says: HTTP 403`, 'Ask your operator which'],
		['page', 404, `${unread} sent a response that can't be read (HTTP 404)`, 'Check Base Address'],
		[[{ id: 1 }], 200, hidden, 'Ask your operator to show client references, or set Duplicates'],
		[
			{ actionStatus: 'FAILED', transactionId: 5 },
			200,
			`${unread} sent a response that can't be read`,
			'Check Base Address',
		],
	])(
		'sends nothing if the look-up of earlier gifts is answered by %j (HTTP %i)',
		async (body, status, message, step) => {
			platform.faults({ path: looks, fault: { kind: 'answer', status, body } });
			const error = errorOf(await give(recipients(2)));
			expect(error?.message).toBe(message);
			expect(error?.description).toContain(`Nothing was sent. ${step}`);
			expect(platform.requestsTo(giftRoute)).toEqual({});
		},
	);
});

/** Does something once this many gifts are given. */
const whenGiven = async (count: number, act: () => void) => {
	while (platform.gifts().length < count) await pause(1);
	act();
};

describe('Retry On Fail', () => {
	const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const oneByOne = { options: { concurrency: 1 } };
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

	test.each([false, true])(
		'looks up a gift in doubt before it is sent again (Execute Once: %p)',
		async (executeOnce) => {
			platform.faults(...unreadable);
			const run = await retry(3, { clientReference: '', duplicates: 'sendAgain' }, { executeOnce });
			expect(fieldsOf(run)[0]).toMatchObject({ confirmedByLookUp: true });
			expect(platform.gifts()).toHaveLength(executeOnce ? 1 : 3);
		},
	);

	test('says what earlier repetitions gave when the last one ends before its first gift', async () => {
		platform.faults({ path: giftPath, every: 3, times: 1, fault: refusal });
		const dead = { path: looks, fault: { kind: 'answer', status: 500 } } as const;
		void whenGiven(2, () => platform.faults({ path: giftPath, fault: refusal }, dead));
		const error = errorOf(await retry(3, campaign));
		expect(error?.message).toContain("The list of earlier gifts can't be read");
		expect(error?.description).toContain('2 of 3 items were sent and answered');
	});
});

test('several accounts that give under one reference at the same time give once each', async () => {
	const endpoint = await startEndpoint(async () => {
		await pause(100);
		return { status: 201 };
	});
	const account = accountAt(endpoint.url);
	const others = [
		{ username: 'other' },
		{ clientId: 'other' },
		{ baseUrl: `${endpoint.url}/other` },
	];
	const runs = [{}, ...others].map(async (own) => {
		return fieldsOf(await giveTo(loggedInWith({ ...account, ...own }, 'token'), recipients(1)));
	});
	expect(outcomesOf((await Promise.all(runs)).flat())).toEqual(times(4, 'given'));
	await endpoint.close();
	expect(endpoint.seen).toHaveLength(4);
});

test('a canceled list names who has a gift and who may have', async () => {
	const slow = { kind: 'delay', when: 'after', ms: 5_000 } as const;
	platform.faults({ path: giftPath, fault: slow, every: 3 });
	const run = await giveTo(await loggedIn(platform), recipients(20), {
		parameters: { ...campaign, options: { concurrency: 5 } },
		onStart: (cancel) => void whenGiven(6, cancel),
	});
	expect(run.status).toBe('canceled');
	const items = fieldsOf(run);
	const named = items.map(({ clientReference, reference }) => clientReference ?? reference);
	const references = platform.gifts().map(({ clientId }) => clientId);
	expect(named).toEqual(expect.arrayContaining(references));
	const warning =
		'The execution was canceled during this request, which may have been done. Look for its reference at the platform.';
	const reference = expect.stringMatching(/^spring-9990000010\d\d$/) as string;
	const doubtful = { outcome: 'unknown', warning, outcomeUnknown: true, reference };
	const inDoubt = items.filter(({ outcomeUnknown }) => outcomeUnknown);
	expect(inDoubt.length).toBeGreaterThan(0);
	expect(inDoubt).toEqual(inDoubt.map(() => doubtful));
});

describe('an agent', () => {
	const agent = '@n8n/n8n-nodes-langchain.agent';
	const review = '@n8n/n8n-nodes-langchain.chatHitlTool';
	/** As newer agents have n8n run a node, and as older ones and the MCP trigger call it. */
	const [tool, called] = [new MobileDataGifting(), new MobileDataGifting()];
	tool.description = { ...tool.description, name: 'mobileDataGiftingTool' };
	called.execute = function () {
		return tool.execute.call(Object.assign(this, { getNextRunIndex: 1 }));
	};
	const options = { attempts: 1 };
	const again = { clientReference: '', duplicates: 'sendAgain', mode: 'send' };
	const gift = { ...assigning, ...again, msisdn: '999000001000', amount: 100, options };
	const call = async (
		node: MobileDataGifting,
		callers: string[],
		parameters: INodeParameters = gift,
	) => fieldsOf(await giveTo(n8nWith(platform.account), [{}], { node, callers, parameters }));
	test.each<[string, MobileDataGifting, string[]]>([
		['itself', tool, [agent]],
		['past a review', called, [review, agent]],
		['by a review', tool, [review]],
		['from nowhere that n8n shows', called, []],
	])('that calls the node %s only checks a gift, but may read', async (...row) => {
		const [, node, callers] = row;
		const skipped = 'an agent only checks, and a person approves a campaign';
		expect(await call(node, callers)).toMatchObject([
			{ outcome: 'checked', skipped, wouldSend: { body: { msisdn: '999000001000', amount: 100 } } },
		]);
		expect(platform.gifts()).toEqual([]);
		const services = { resource: 'service', operation: 'getMany' };
		expect(await call(node, callers, services)).toHaveLength(10);
	});
});
