import { readFileSync } from 'node:fs';

import { serviceCredential } from '../try/credentials';
import { expectedGifts, failedCustomers } from '../try/expectations';
import { alertWorkflow, filledIn, recipientsFile } from '../try/workflows';

/** The part of a workflow that this test looks at. */
interface TestWorkflow {
	nodes: { webhookId?: string; credentials?: Record<string, { id: string; name: string }> }[];
}

/** The name that the gifts of the smoke test carry in their references. */
export const campaign = 'Compatibility';

/** Where the recipients are submitted, behind n8n's `/webhook/`. */
export const giftPath = 'compatibility-gifts';

/** The inbox of the sandbox that the ready alert writes to. */
export const inbox = 'alerts';

/**
 * A list comes in, each recipient gets a gift, the good ones are answered. The ready campaign begins with a form that
 * is newer than the oldest n8n, so this one uses nodes that every version has.
 */
export function giftWorkflow(): object {
	const nodes = [
		node('Recipients', 'n8n-nodes-base.webhook', 2, {
			parameters: {
				httpMethod: 'POST',
				path: giftPath,
				responseMode: 'lastNode',
				responseData: 'allEntries',
			},
			webhookId: '5f0e6a0c-3c1d-4b5e-8f5a-0c0d0e0f1a2b',
		}),
		node('Each', 'n8n-nodes-base.splitOut', 1, {
			parameters: { fieldToSplitOut: 'body.recipients' },
		}),
		node('Give', 'n8n-nodes-mobile-billing.mobileDataGifting', 1, {
			parameters: {
				serviceKey: { __rl: true, mode: 'id', value: 'LOYALTYDATA01' },
				msisdn: '={{ $json.phone }}',
				amount: '={{ $json.megabytes }}',
				campaign,
			},
			onError: 'continueErrorOutput',
			credentials: {
				mobileBillingApi: { id: 'mobileBillingDemo', name: 'Mobile Billing account' },
			},
		}),
		node('Given', 'n8n-nodes-base.noOp', 1, {}),
	];
	const connections = Object.fromEntries(
		['Recipients', 'Each', 'Give'].map((from, index) => [
			from,
			{ main: [[{ node: nodes[index + 1]?.name, type: 'main', index: 0 }]] },
		]),
	);
	return { name: 'Gifts', nodes, connections, settings: { executionOrder: 'v1' } };
}

function node(name: string, type: string, typeVersion: number, more: object) {
	return {
		id: `compat-${name}`,
		name,
		type,
		typeVersion,
		position: [0, 0],
		parameters: {},
		...more,
	};
}

/** The rows of the sample list, without the two that name somebody for the second time. */
export function recipients(): Record<string, string>[] {
	const [head = '', ...lines] = readFileSync(recipientsFile, 'utf8').trim().split('\n');
	const names = head.split(',');
	const wanted = new Set([...expectedGifts.map(({ customer }) => customer), ...failedCustomers]);
	return lines
		.map((line) => {
			const values = line.split(',');
			return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
		})
		.filter(({ customer = '' }) => wanted.delete(customer));
}

/** The ready alert, writing to the inbox of this sandbox. n8n's editor looks credentials up by their names. */
export function alertTo(sandboxUrl: string): TestWorkflow {
	const text = readFileSync(alertWorkflow.file, 'utf8');
	const { id, name, type } = serviceCredential();
	const workflow = filledIn(JSON.parse(text) as TestWorkflow, sandboxUrl);
	for (const node of workflow.nodes.filter(({ credentials }) => credentials)) {
		node.credentials = { [type]: { id, name } };
	}
	return workflow;
}

/** The id in the address of the alert's trigger. */
export function alertWebhook(): string {
	const { nodes } = alertTo('');
	return nodes.find(({ webhookId }) => webhookId !== undefined)?.webhookId ?? '';
}
