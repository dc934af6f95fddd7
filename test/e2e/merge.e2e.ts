import axios from 'axios';

import { itemsOf } from '../../scripts/host/n8nClient';
import { waitFor } from '../../scripts/host/wait';
import {
	activatePolling,
	everyFiveSeconds,
	nodeOf,
	startLooking,
	stopLooking,
	type Looking,
} from './support/looking';
import { takesCalls, workflowFrom } from './support/notified';

const webhookId = '11111111-2222-4333-8444-000000000010';
const account = { mobileBillingApi: { id: null, name: 'Mobile Billing account' } };
const service = { mobileBillingServiceApi: { id: null, name: 'Mobile Billing service' } };

const node = (name: string, type: string, typeVersion: number, parameters: object) =>
	nodeOf(name, `n8n-nodes-base.${type}`, typeVersion, parameters);

const source = (name: string) =>
	node(name, 'set', 3.4, {
		mode: 'raw',
		jsonOutput: `={{ JSON.stringify($json.body.${name}) }}`,
		options: {},
	});

/** Takes an item of each trigger by a call and answers with what a Merge node makes of the two. */
const merging = {
	name: 'Merge',
	settings: { executionOrder: 'v1' },
	nodes: [
		{
			...node('Call', 'webhook', 2, {
				httpMethod: 'POST',
				path: 'merging',
				responseMode: 'lastNode',
				responseData: 'allEntries',
			}),
			webhookId: 'merging',
		},
		source('notified'),
		source('polled'),
		node('Merge', 'merge', 3.2, { mode: 'combine', fieldsToMatchString: 'transactionId' }),
	],
	connections: {
		Call: {
			main: [['notified', 'polled'].map((name) => ({ node: name, type: 'main', index: 0 }))],
		},
		notified: { main: [[{ node: 'Merge', type: 'main', index: 0 }]] },
		polled: { main: [[{ node: 'Merge', type: 'main', index: 1 }]] },
	},
};

const workflows = {
	notified: workflowFrom('Notified', {
		type: 'n8n-nodes-mobile-billing.mobileBillingTrigger',
		typeVersion: 2,
		webhookId,
		parameters: { event: 'paymentResult', authentication: 'signature' },
		credentials: service,
	}),
	polled: workflowFrom('Polled', {
		type: 'n8n-nodes-mobile-billing.mobileBillingTransactionTrigger',
		typeVersion: 1,
		parameters: { pollTimes: everyFiveSeconds, event: 'any' },
		credentials: account,
	}),
	merging,
};

let looking: Looking;
beforeAll(async () => {
	looking = await startLooking(() => workflows);
});
afterAll(async () => {
	await stopLooking(looking);
});

/** The item with which a workflow started. */
async function started(id: string) {
	const { client } = looking;
	const { id: execution } = await waitFor(
		`an execution of ${id}`,
		async () => (await client.executions(id))[0],
		{ timeoutMs: 60_000, everyMs: 500 },
	);
	const [item] = itemsOf(await client.executionEnd(execution, 10_000), 'Started');
	return item?.json ?? {};
}

it('joins the items of both triggers by transactionId, with the same status', async () => {
	const { n8n, client, seller } = looking;
	const url = `${n8n.url}/webhook/${webhookId}/mobile-billing`;
	await client.activate('notified');
	await client.activate('merging');
	await takesCalls(url);
	await activatePolling(looking, 'polled');
	await seller.set({ transactionIds: 'plain' });
	await seller.http.patch('/_sandbox/services/GAMECLUB04', { notificationUrl: url });
	await seller.optIn({ clientid: 'order-1' });
	const [notified, polled] = [await started('notified'), await started('polled')];
	const { data } = await axios.post<unknown>(
		`${n8n.url}/webhook/merging`,
		{ notified, polled },
		{ proxy: false },
	);
	const same = ['transactionId', 'status', 'msisdn', 'operator', 'serviceKey', 'price'];
	for (const name of [...same, 'country', 'clientReference']) {
		expect([name, polled[name]]).toEqual([name, notified[name]]);
	}
	// Merge joins objects field by field.
	const raw = Object.assign({}, notified.raw, polled.raw) as object;
	expect(data).toEqual([{ ...notified, ...polled, raw }]);
	expect(data).toMatchObject([{ eventType: 'opt_in', action: 'SUB_START', status: 'success' }]);
});
