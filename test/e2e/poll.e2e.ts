import { setTimeout as sleep } from 'node:timers/promises';

import { itemsOf } from '../../scripts/host/n8nClient';
import { waitFor } from '../../scripts/host/wait';
import {
	activatePolling,
	everyFiveSeconds,
	owner,
	sellTo,
	startLooking,
	stopLooking,
	type Looking,
} from './support/looking';

const watching = 'watchTransactions';

let looking: Looking;

const watchingWorkflow = {
	name: 'Watch transactions',
	nodes: [
		{
			id: 'watch-trigger',
			name: 'Trigger',
			type: 'n8n-nodes-mobile-billing.mobileBillingTransactionTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: { pollTimes: everyFiveSeconds, event: 'any' },
			credentials: { mobileBillingApi: { id: null, name: 'Mobile Billing account' } },
		},
		{
			id: 'watch-end',
			name: 'Started',
			type: 'n8n-nodes-base.noOp',
			typeVersion: 1,
			position: [220, 0],
			parameters: {},
		},
	],
	connections: { Trigger: { main: [[{ node: 'Started', type: 'main', index: 0 }]] } },
	settings: { executionOrder: 'v1' },
};

beforeAll(async () => {
	looking = await startLooking(() => ({ [watching]: watchingWorkflow }));
});

afterAll(async () => {
	await stopLooking(looking);
});

/** What has ended on the platform, and what is still open. */
function ended(isFinal = true): number[] {
	return looking.sandbox.world.payments.transactions.all
		.filter(({ record }) => (record.transactionState !== 'PENDING') === isFinal)
		.map(({ record }) => record.transactionId);
}

async function watched(): Promise<number[]> {
	const summaries = await looking.client.executions(watching);
	const executions = await Promise.all(
		summaries.map(async ({ id }) => await looking.client.executionEnd(id, 10_000)),
	);
	return executions.flatMap((execution) =>
		itemsOf(execution, 'Started').map((item) => Number(item.json.transactionId)),
	);
}

/** Waits until so many transactions as these have started the flow. */
async function waitForAll(expected: () => number[]): Promise<void> {
	await waitFor(
		'every transaction started the flow',
		async () => ((await watched()).length >= expected().length ? true : undefined),
		{ timeoutMs: 60_000, everyMs: 500 },
	);
}

const sorted = (ids: number[]) => ids.toSorted((one, other) => one - other);

describe('the transaction trigger on a real schedule', () => {
	it('starts the flow once for every transaction that ends, across a restart', async () => {
		await sellTo(looking.seller, '01');
		const before = ended();
		expect(before).toHaveLength(2);
		await activatePolling(looking, watching);
		await sellTo(looking.seller, '02');
		const news = () => ended().filter((id) => !before.includes(id));
		await waitForAll(news);
		await looking.n8n.kill();
		await sellTo(looking.seller, '03');
		await looking.n8n.start();
		await looking.client.login(owner);
		await sellTo(looking.seller, '04');
		await waitForAll(news);
		await sleep(6_000);
		expect(news()).toHaveLength(6);
		expect(sorted(await watched())).toEqual(sorted(news()));
		expect(ended(false)).toHaveLength(4);
	});
});
