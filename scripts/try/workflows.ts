import { join } from 'node:path';

import { importWorkflows } from '../host/import';
import type { N8nProcess } from '../host/n8nProcess';
import { projectRoot } from '../host/paths';

/** A workflow file and the id it gets in a throw-away n8n. */
export interface WorkflowFile {
	id: string;
	file: string;
}

const folder = join(projectRoot, 'workflows');
const ready = (id: string, name: string): WorkflowFile => ({
	id,
	file: join(folder, `${name}.json`),
});

export const campaignWorkflow = ready('loyaltyDataGifts', 'loyalty-data-gifting-campaign');
export const sellWorkflow = ready('sellWithPin', 'sell-a-subscription-with-pin');
export const guardWorkflow = ready('guardContent', 'guard-content-by-subscription');
export const cancelWorkflow = ready('cancelSub', 'cancel-a-subscription');
export const alertWorkflow = ready('alertFailedCharge', 'alert-on-failed-charge');
export const reconcileWorkflow = ready('reconcileNotes', 'reconcile-notifications');
export const reportWorkflow = ready('weeklyReport', 'weekly-charge-report');
export const planWorkflow = ready('campaignPlan', 'campaign-plan');

/** The campaign pack. */
export const packWorkflows = [
	planWorkflow,
	ready('campaignRun', 'campaign-run'),
	ready('campaignStatus', 'campaign-status'),
];

/** The ready workflows that people call. */
export const readyWorkflows = [
	campaignWorkflow,
	sellWorkflow,
	guardWorkflow,
	cancelWorkflow,
	alertWorkflow,
];

/** Those that look at the platform by the clock: there to be run by hand, and not published. */
export const lookingWorkflows = [reconcileWorkflow, reportWorkflow];

/** The sample list that comes with the campaigns. */
export const recipientsFile = join(folder, 'loyalty-recipients.csv');

/** What the ready workflows sell in the sandbox. */
export const demoOffer = { name: 'Game Club', price: '2.99', terms: '2.99 EUR a week' };

/** The address of the form where a manager submits a list. */
export function campaignFormUrl(n8nUrl: string): string {
	return `${n8nUrl}/form/loyalty-data-gifting`;
}

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

/** What of a node is filled in before the first run. */
interface Node {
	name: string;
	parameters: Record<string, unknown> & {
		assignments?: { assignments: { name: string; value: unknown }[] };
	};
}

/** What a person fills into the ready workflows, for the sandbox: by node, then by field or parameter. */
function filled(sandboxUrl: string): Record<string, Record<string, unknown>> {
	const { name, price, terms } = demoOffer;
	const inbox = (of: string) => `${sandboxUrl}/_sandbox/inbox/${of}`;
	const giftService = { serviceKey: { __rl: true, mode: 'id', value: 'LOYALTYDATA01' } };
	return {
		'Ask for phone number': { formTitle: name, formDescription: `${terms}, on your phone bill.` },
		'Cancellation form': { formTitle: name },
		'Your offer': { name, price, terms },
		'Assign data gifts': giftService,
		'Assign data gift': giftService,
		'Alert the team': { url: inbox('alerts') },
		'Send report': { url: inbox('reconcile') },
	};
}

/** A ready workflow as it is after a person has filled it in for the sandbox. */
export function filledIn<Workflow extends object>(
	workflow: Workflow,
	sandboxUrl: string,
): Workflow {
	const changed = structuredClone(workflow);
	const values = filled(sandboxUrl);
	for (const { name, parameters = {} } of (changed as { nodes?: Node[] }).nodes ?? []) {
		const { assignments } = parameters.assignments ?? {};
		for (const [field, value] of Object.entries(values[name] ?? {})) {
			const assignment = assignments?.find((one) => one.name === field);
			if (assignment) assignment.value = value;
			else if (!assignments) parameters[field] = value;
		}
	}
	return changed;
}

/** Puts ready workflows into an n8n, filled in for the sandbox. */
export async function importReady(
	n8n: N8nProcess,
	workflows: WorkflowFile[],
	sandboxUrl: string,
): Promise<void> {
	await importWorkflows(n8n, workflows, (workflow) => filledIn(workflow, sandboxUrl));
}
