import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../host/paths';

const folder = join(projectRoot, 'workflows');

const ready = (id: string, name: string) => ({ id, file: join(folder, `${name}.json`) });

/** A workflow file and the id it gets in a throw-away n8n. */
export type WorkflowFile = ReturnType<typeof ready>;

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
	...[campaignWorkflow, sellWorkflow, guardWorkflow, cancelWorkflow, alertWorkflow],
];

/** The sample list that comes with the campaigns. */
export const recipientsFile = join(folder, 'loyalty-recipients.csv');

/** The addresses where a manager submits a list, a customer buys and cancels, and somebody asks for the content. */
export const campaignFormUrl = (n8nUrl: string) => `${n8nUrl}/form/loyalty-data-gifting`;
export const sellFormUrl = (n8nUrl: string) => `${n8nUrl}/form/sell-a-subscription`;
export const cancelFormUrl = (n8nUrl: string) => `${n8nUrl}/form/cancel-a-subscription`;
export const guardUrl = (n8nUrl: string, customer: string) =>
	`${n8nUrl}/webhook/members-area?${new URLSearchParams({ customer }).toString()}`;

/** What a person fills into the ready workflows, for the sandbox: by node, then by field or parameter. */
function filled(sandboxUrl: string): Record<string, Record<string, unknown>> {
	const [name, price, terms] = ['Game Club', '2.99', '2.99 EUR a week'];
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

interface Node {
	name: string;
	parameters?: Record<string, unknown> & {
		assignments?: { assignments: { name: string; value: unknown }[] };
	};
}

/** A ready workflow as it is after a person has filled it in for the sandbox. */
export function filledIn<Workflow extends object>(workflow: Workflow, sandboxUrl: string) {
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

/** Ready workflows as n8n imports them, filled in for the sandbox. */
export function filledInFor(sandboxUrl: string, workflows: WorkflowFile[]) {
	return workflows.map(({ id, file }) => {
		const workflow = JSON.parse(readFileSync(file, 'utf8')) as object;
		return { ...filledIn(workflow, sandboxUrl), id, active: false };
	});
}
