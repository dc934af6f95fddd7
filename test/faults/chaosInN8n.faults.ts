import axios from 'axios';
import type { INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

import { ruleSchema } from '../../sandbox/faults/rule';
import { itemsOf, type Execution } from '../../scripts/host/n8nClient';
import { waitFor } from '../../scripts/host/wait';
import { nodeOf, startLooking, stopLooking, type Looking } from '../e2e/support/looking';
import {
	chaosOptions,
	chaosRules,
	chaosSettings,
	checkGifts,
	customers,
	gifting,
} from './support/chaos';
import { numberFrom } from './support/seed';

const gifts = numberFrom('GIFTS_IN_N8N', 1_500);
const workflowId = 'giftsInChaos';
const path = 'gifts-in-chaos';

const workflow = {
	name: 'Gifts in chaos',
	settings: { executionOrder: 'v1' },
	nodes: [
		{
			...nodeOf('List', 'n8n-nodes-base.webhook', 2, { httpMethod: 'POST', path, options: {} }),
			webhookId: '44444444-2222-4333-8444-555555555555',
		},
		nodeOf('Split', 'n8n-nodes-base.splitOut', 1, {
			fieldToSplitOut: 'body.customers',
			options: {},
		}),
		{
			...nodeOf('Assign', 'n8n-nodes-mobile-billing.mobileDataGifting', 1, {
				resource: 'dataGift',
				operation: 'assign',
				...gifting.sample.parameters,
				// n8n and the sandbox are separate programs here, and each may delay the other.
				options: chaosOptions({ settlingTime: 3 }),
			}),
			onError: 'continueRegularOutput',
			credentials: { mobileBillingApi: { id: null, name: 'Mobile Billing account' } },
		},
	],
	connections: {
		List: { main: [[{ node: 'Split', type: 'main', index: 0 }]] },
		Split: { main: [[{ node: 'Assign', type: 'main', index: 0 }]] },
	},
};

let looking: Looking;

beforeAll(async () => {
	looking = await startLooking(() => ({ [workflowId]: workflow }));
	await looking.client.activate(workflowId);
});

afterAll(() => stopLooking(looking));

it('gives each gift once in a real n8n, every fault at once, at a fifth of the requests', async () => {
	const { sandbox } = looking;
	sandbox.world.faults.replace(z.array(ruleSchema).parse(chaosRules()));
	Object.assign(sandbox.world.settings, chaosSettings);
	const items = customers(gifts);

	const execution = await submit(items);

	expect(execution.status).toBe('success');
	checkGifts('In a real n8n', sandbox, items, itemsOf(execution, 'Assign') as INodeExecutionData[]);
});

/** Submits a list to the workflow and waits for the end. */
async function submit(list: object[]): Promise<Execution> {
	const { client, n8n } = looking;
	// An address answers 404 for a moment after its workflow was published.
	const accepted = async () =>
		await axios
			.post(`${n8n.url}/webhook/${path}`, { customers: list }, { proxy: false })
			.catch(() => undefined);
	await waitFor('the list was accepted', accepted, { timeoutMs: 20_000 });
	const started = async () => (await client.executions(workflowId))[0];
	const { id } = await waitFor('the execution started', started, { timeoutMs: 20_000 });
	return await client.executionEnd(id, 400_000);
}
