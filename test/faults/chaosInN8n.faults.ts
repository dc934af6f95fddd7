import axios from 'axios';
import type { INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

import { ruleSchema } from '../../sandbox/faults/rule';
import { itemsOf, type Execution } from '../../scripts/host/n8n-client';
import { waitFor } from '../../scripts/host/wait';
import { startLooking, stopLooking, type Looking } from '../e2e/support/looking';
import { chaosRules, customers, patience } from './support/chaos';
import { listDelaySeconds } from './support/kinds';
import { numberFrom, say, seed } from './support/seed';
import { samples } from './support/samples';
import { totalText } from './support/table';
import { accountOf, saidByItem, tallyOf } from './support/tally';

const gifts = numberFrom('GIFTS_IN_N8N', 1_500);
const workflowId = 'giftsInChaos';
const path = 'gifts-in-chaos';

/** n8n and the sandbox are programs of their own here, and each may keep the other waiting. */
const options = { ...patience, settlingTime: 3 };

const workflow = {
	name: 'Gifts in chaos',
	settings: { executionOrder: 'v1' },
	nodes: [
		{
			id: 'list',
			name: 'List',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			position: [0, 0],
			webhookId: '44444444-2222-4333-8444-555555555555',
			parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
		},
		{
			id: 'split',
			name: 'Split Out',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			position: [220, 0],
			parameters: { fieldToSplitOut: 'body.customers', options: {} },
		},
		{
			id: 'assign',
			name: 'Assign',
			type: 'n8n-nodes-mobile-billing.mobileDataGifting',
			typeVersion: 1,
			position: [440, 0],
			onError: 'continueRegularOutput',
			parameters: {
				resource: 'dataGift',
				operation: 'assign',
				...samples['mobileDataGifting dataGift assign']?.parameters,
				options,
			},
			credentials: { mobileBillingApi: { id: null, name: 'Mobile Billing account' } },
		},
	],
	connections: {
		List: { main: [[{ node: 'Split Out', type: 'main', index: 0 }]] },
		'Split Out': { main: [[{ node: 'Assign', type: 'main', index: 0 }]] },
	},
};

let looking: Looking;

beforeAll(async () => {
	looking = await startLooking(() => ({ [workflowId]: workflow }));
	await looking.client.activate(workflowId);
});

afterAll(async () => {
	await stopLooking(looking);
});

it('gives each gift once in a real n8n, everything at once, at a fifth of the requests', async () => {
	const { world } = looking.sandbox;
	world.faults.replace(z.array(ruleSchema).parse(chaosRules(['/datagifting/*'])));
	world.settings.queryDelaySeconds = listDelaySeconds;
	const items = customers(gifts);

	const execution = await handIn(items);

	expect(execution.status).toBe('success');
	const said = saidByItem(itemsOf(execution, 'Assign') as INodeExecutionData[]);
	const tally = tallyOf(
		items.map((item, index) => ({
			...accountOf(said.get(index) ?? [], item),
			times: world.ledger.gifts('LOYALTYDATA01', String(item.phone)).length,
			isKnowable: false,
		})),
	);
	say(`Gifts in a real n8n, ${gifts} items, FAULT_SEED=${seed}: ${totalText([tally])}`);
	expect(tally).toMatchObject({ doubled: 0, lost: 0, wrong: 0 });
	expect(tally.right).toBeGreaterThanOrEqual(gifts * 0.97);
	const struck = world.faults.report().reduce((sum, one) => sum + one.struck, 0);
	expect(struck / world.traffic.report().total).toBeGreaterThan(0.15);
});

/** Hands a list to the workflow and waits for the end. */
async function handIn(list: object[]): Promise<Execution> {
	const url = `${looking.n8n.url}/webhook/${path}`;
	// An address answers 404 for a moment after its workflow was published.
	const taken = async () => {
		const { status } = await axios.post(
			url,
			{ customers: list },
			{ proxy: false, validateStatus: () => true },
		);
		return status === 200 ? true : undefined;
	};
	await waitFor('the list was taken', taken, { timeoutMs: 20_000 });
	const begun = async () => (await looking.client.executions(workflowId))[0];
	const { id } = await waitFor('the execution began', begun, { timeoutMs: 20_000 });
	return await looking.client.executionEnd(id, 400_000);
}
