import { join } from 'node:path';

import { projectRoot } from '../host/paths';

const workflowsFolder = join(projectRoot, 'workflows');

/** The ready workflow that sells, and the id it gets in a throw-away n8n. */
export const sellWorkflow = {
	id: 'sellWithPin',
	file: join(workflowsFolder, 'sell-a-subscription-with-pin.json'),
};

/** The ready workflow that lets subscribers in. */
export const guardWorkflow = {
	id: 'guardContent',
	file: join(workflowsFolder, 'guard-content-by-subscription.json'),
};

/** The ready workflow by which customers cancel. */
export const cancelWorkflow = {
	id: 'cancelSub',
	file: join(workflowsFolder, 'cancel-a-subscription.json'),
};

/** What the ready workflows sell in the sandbox. */
export const demoOffer = { name: 'Game Club', price: '2.99', terms: '2.99 EUR a week' };

/** The address of the form where a customer buys. */
export function sellFormUrl(n8nUrl: string): string {
	return `${n8nUrl}/form/sell-a-subscription`;
}

/** The address of the form where a customer cancels. */
export function cancelFormUrl(n8nUrl: string): string {
	return `${n8nUrl}/form/cancel-a-subscription`;
}

/** The address where somebody asks for the content. */
export function guardUrl(n8nUrl: string, customer: string): string {
	return `${n8nUrl}/webhook/members-area?${new URLSearchParams({ customer }).toString()}`;
}
