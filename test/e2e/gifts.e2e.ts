import axios from 'axios';

import { ruleSchema } from '../../sandbox/faults/rule';
import { itemsOf } from '../../scripts/host/n8nClient';
import { giftPath, looks } from '../support/platform';
import { nodeOf, startLooking, stopLooking, type Looking } from './support/looking';
import { takesCalls } from './support/notified';

const webhooks = {
	loop: '55555555-2222-4333-8444-555555555555',
	retried: '66666666-2222-4333-8444-666666666666',
	campaign: '77777777-2222-4333-8444-777777777777',
	hurried: '88888888-2222-4333-8444-888888888888',
};
type Name = keyof typeof webhooks;

const own = (name: string, type: string, typeVersion: number, parameters: object) =>
	nodeOf(name, `n8n-nodes-base.${type}`, typeVersion, parameters);

const list = (path: Name) => [
	{
		...own('List', 'webhook', 2, { httpMethod: 'POST', path, responseMode: 'lastNode' }),
		webhookId: webhooks[path],
	},
	own('Split Out', 'splitOut', 1, { fieldToSplitOut: 'body.rows' }),
];

const assign = {
	id: 'assign',
	name: 'Assign',
	type: 'n8n-nodes-mobile-billing.mobileDataGifting',
	typeVersion: 1,
	position: [660, 0],
	parameters: {
		resource: 'dataGift',
		operation: 'assign',
		serviceKey: { __rl: true, mode: 'id', value: 'LOYALTYDATA01' },
		msisdn: '={{ $json.phone }}',
		amount: 5,
		options: { advancedRetry: { retry: { settlingTime: 0 } } },
	},
	credentials: { mobileBillingApi: { id: null, name: 'Mobile Billing account' } },
};

const to = (...names: string[]) => ({
	main: names.map((node) => [{ node, type: 'main', index: 0 }]),
});

const settings = { executionOrder: 'v1' };
const campaign = (path: Name, concurrency: number, more: object = {}) => ({
	name: `A campaign, ${path}`,
	settings: { ...settings, ...more },
	nodes: [
		...list(path),
		{
			...assign,
			parameters: {
				...assign.parameters,
				campaign: 'spring',
				options: { batching: { batch: { concurrency } } },
			},
		},
	],
	connections: { List: to('Split Out'), 'Split Out': to('Assign') },
});
const workflows: Record<Name, object> = {
	/** Goes round once for each row, so that every gift is the first item of its run. */
	loop: {
		name: 'Gifts in a loop',
		settings,
		nodes: [
			...list('loop'),
			own('Loop', 'splitInBatches', 3, { batchSize: 1 }),
			own('Done', 'noOp', 1, {}),
			assign,
		],
		connections: {
			List: to('Split Out'),
			'Split Out': to('Loop'),
			Loop: to('Done', 'Assign'),
			Assign: to('Loop'),
		},
	},
	retried: {
		name: 'One gift, tried again',
		settings,
		nodes: [
			...list('retried'),
			{ ...assign, executeOnce: true, retryOnFail: true, maxTries: 3, waitBetweenTries: 100 },
		],
		connections: { List: to('Split Out'), 'Split Out': to('Assign') },
	},
	campaign: campaign('campaign', 3),
	/** Has less time than its list takes. */
	hurried: campaign('hurried', 50, { executionTimeout: 10 }),
};

let looking: Looking;

beforeAll(async () => {
	looking = await startLooking(() => workflows);
	for (const name of Object.keys(workflows)) await looking.client.activate(name);
});

afterAll(async () => {
	await stopLooking(looking);
});

/** Hands so many customers to a campaign, from this number on. */
async function runCampaign(name: Name, first: number, count: number) {
	const url = `${looking.n8n.url}/webhook/${name}`;
	await takesCalls(url);
	const rows = Array.from({ length: count }, (_, at) => ({ phone: String(first + at) }));
	await axios.post(url, { rows }, { proxy: false });
}

const giftsFrom = (first: number, count: number) =>
	looking.sandbox.world.ledger
		.gifts('LOYALTYDATA01')
		.filter(({ msisdn }) => Number(msisdn) >= first && Number(msisdn) < first + count);

/** Hands three rows for one customer in while these faults strike; gives what came out and what was given. */
async function handIn(name: Name, phone: string, ...faults: object[]) {
	const { n8n, sandbox } = looking;
	const url = `${n8n.url}/webhook/${name}`;
	await takesCalls(url);
	const { world } = sandbox;
	world.faults.replace(faults.map((one) => ruleSchema.parse(one)));
	const rows = Array.from({ length: 3 }, () => ({ phone }));
	const { data } = await axios.post<unknown>(url, { rows }, { proxy: false });
	expect(world.faults.report().map(({ struck }) => struck)).toEqual(faults.map(() => 1));
	return { out: data, gifts: world.ledger.gifts('LOYALTYDATA01', phone) };
}

it('takes no gift of an earlier round of a loop for that of a later one whose request was lost', async () => {
	const fault = { kind: 'drop' };
	const { gifts } = await handIn('loop', '999100007001', {
		path: giftPath,
		fault,
		every: 2,
		times: 1,
	});

	expect(new Set(gifts.map(({ clientId }) => clientId)).size).toBe(3);
	expect(gifts).toHaveLength(3);
});

it('remembers a lost gift at the next try of Retry On Fail, with Execute Once', async () => {
	const { out, gifts } = await handIn(
		'retried',
		'999100007002',
		{ path: giftPath, fault: { kind: 'drop', when: 'after' }, times: 1 },
		{ path: looks, fault: { kind: 'answer', status: 403 }, times: 1 },
	);

	expect(out).toMatchObject({ confirmedByLookUp: true, outcome: 'given' });
	expect(gifts).toHaveLength(1);
});

it('gives to nobody twice when a list is submitted twice at the same time', async () => {
	const [first, count] = [999100007100, 20];
	await Promise.all(Array.from({ length: 2 }, () => runCampaign('campaign', first, count)));

	expect(giftsFrom(first, count)).toHaveLength(count);
	const outcomes: unknown[] = [];
	for (const { id } of await looking.client.executions('campaign')) {
		const items = itemsOf(await looking.client.execution(id), 'Assign');
		outcomes.push(...items.map(({ json }) => json.outcome));
	}
	expect(outcomes.filter((outcome) => outcome === 'given')).toHaveLength(count);
	expect(outcomes.filter((outcome) => outcome === 'alreadyGiven')).toHaveLength(count);
});

it('shows in an execution that ran out of time who got a gift and who may have', async () => {
	const [first, count, underWay] = [999100007200, 200, 50];
	const fault = { kind: 'delay', when: 'after', ms: 60_000 };
	const rule = { path: giftPath, fault, every: 3, times: underWay };
	looking.sandbox.world.faults.replace([ruleSchema.parse(rule)]);
	// Slow enough for requests to give way to each other: n8n stores the execution without waiting for that.
	looking.sandbox.world.settings.latencyMs = 100;
	await runCampaign('hurried', first, count).catch(() => undefined);
	const [run] = await looking.client.executions('hurried');
	const execution = await looking.client.executionEnd(run?.id ?? '', 30_000);
	expect(execution.status).toBe('canceled');

	const items = itemsOf(execution, 'Assign');
	const named = items.map(
		({ json: { clientReference, reference } }) => clientReference ?? reference,
	);
	const given = giftsFrom(first, count).map(({ clientId }) => clientId);
	expect(given.length).toBeLessThan(count);
	expect(named).toEqual(expect.arrayContaining(given));
	expect(items.filter(({ json }) => json.outcomeUnknown)).toHaveLength(underWay);
});
