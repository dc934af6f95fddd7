import axios from 'axios';

import { ruleSchema } from '../../sandbox/faults/rule';
import { startLooking, stopLooking, type Looking } from './support/looking';
import { takesCalls } from './support/notified';

const workflowId = 'giftsInALoop';
const path = 'gifts-in-a-loop';
const phone = '999100007001';

const nodes = [
	['List', 'webhook', 2, { httpMethod: 'POST', path, responseMode: 'lastNode' }],
	['Split Out', 'splitOut', 1, { fieldToSplitOut: 'body.rows' }],
	['Loop', 'splitInBatches', 3, { batchSize: 1 }],
	['Done', 'noOp', 1, {}],
] as const;

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
		options: { settlingTime: 0 },
	},
	credentials: { mobileBillingApi: { id: null, name: 'Mobile Billing account' } },
};

const to = (...names: string[]) => names.map((node) => [{ node, type: 'main', index: 0 }]);

/** Goes round once for each row, so that every gift is the first item of its run. */
const workflow = {
	name: 'Gifts in a loop',
	settings: { executionOrder: 'v1' },
	nodes: [
		...nodes.map(([name, type, typeVersion, parameters], at) => ({
			id: name,
			name,
			type: `n8n-nodes-base.${type}`,
			typeVersion,
			position: [at * 220, 0],
			parameters,
			...(type === 'webhook' && { webhookId: '55555555-2222-4333-8444-555555555555' }),
		})),
		assign,
	],
	connections: {
		List: { main: to('Split Out') },
		'Split Out': { main: to('Loop') },
		Loop: { main: to('Done', 'Assign') },
		Assign: { main: to('Loop') },
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

it('takes no gift of an earlier round of a loop for that of a later one whose request was lost', async () => {
	const { n8n, sandbox } = looking;
	const url = `${n8n.url}/webhook/${path}`;
	await takesCalls(url);
	const second = {
		path: '/datagifting/v1/service/transaction',
		fault: { kind: 'drop' },
		every: 2,
		times: 1,
	};
	sandbox.world.faults.replace([ruleSchema.parse(second)]);

	await axios.post(url, { rows: Array.from({ length: 3 }, () => ({ phone })) }, { proxy: false });

	expect(sandbox.world.faults.report()).toMatchObject([{ struck: 1 }]);
	const gifts = sandbox.world.ledger.gifts('LOYALTYDATA01', phone);
	expect(new Set(gifts.map(({ clientId }) => clientId)).size).toBe(3);
	expect(gifts).toHaveLength(3);
});
