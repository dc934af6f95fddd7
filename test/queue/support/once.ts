import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { workflowFrom } from '../../e2e/support/notified';
import { deploymentFolder } from './deployment';
import { workflowFile, type WorkflowFile } from './queueHost';

interface Workflow {
	nodes: { webhookId?: string }[];
}

/** The shipped workflow in which PostgreSQL decides whose event it is. */
export const onceWorkflow: WorkflowFile = {
	id: 'eachEventOnce',
	file: join(deploymentFolder, 'each-event-once.json'),
};

/** The node behind which a user's own steps begin. */
export const handledNode = 'The event';

/** The node that n8n's Remove Duplicates leads to. */
export const keptNode = 'Kept';

const removeDuplicatesWebhook = '33333333-2222-4333-8444-555555555555';

/** The same trigger with n8n's own Remove Duplicates behind it, which keeps what it has seen in the database. */
export function removeDuplicatesWorkflow(): WorkflowFile {
	const { nodes, ...rest } = workflowFrom('Remove duplicates', {
		type: 'n8n-nodes-mobile-billing.mobileBillingTrigger',
		typeVersion: 2,
		webhookId: removeDuplicatesWebhook,
		parameters: { event: 'paymentResult', authentication: 'signature' },
		credentials: { mobileBillingServiceApi: { id: null, name: 'Mobile Billing service' } },
	}) as { nodes: { name: string; position: number[] }[] };
	const workflow = {
		...rest,
		nodes: [
			...nodes.map((node) => (node.name === 'Started' ? { ...node, name: keptNode } : node)),
			{
				id: 'remove-duplicates',
				name: 'Remove Duplicates',
				type: 'n8n-nodes-base.removeDuplicates',
				typeVersion: 2,
				position: [110, 200],
				parameters: {
					operation: 'removeItemsSeenInPreviousExecutions',
					logic: 'removeItemsWithAlreadySeenKeyValues',
					dedupeValue: '={{ $json.transactionId }}',
					options: {},
				},
			},
		],
		connections: {
			Trigger: { main: [[{ node: 'Remove Duplicates', type: 'main', index: 0 }]] },
			'Remove Duplicates': { main: [[{ node: keptNode, type: 'main', index: 0 }]] },
		},
	};
	return workflowFile('removeDuplicates', workflow);
}

/** The path of a workflow's trigger, the same on every webhook processor. */
export function triggerPath({ file }: WorkflowFile): string {
	const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as Workflow;
	const id = nodes.find(({ webhookId }) => webhookId !== undefined)?.webhookId;
	return `/webhook/${id}/mobile-billing`;
}
