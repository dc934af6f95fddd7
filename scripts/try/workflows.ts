import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../host/paths';

const folder = join(projectRoot, 'workflows');

const ready = (id: string, name: string) => ({ id, file: join(folder, `${name}.json`) });

/** A workflow file, and its ID in a throw-away n8n. */
export type WorkflowFile = ReturnType<typeof ready>;

export const campaignWorkflow = ready('loyaltyDataGifts', 'loyalty-data-gifting-campaign');
export const sellWorkflow = ready('sellWithPin', 'sell-a-subscription-with-pin');
export const guardWorkflow = ready('guardContent', 'guard-content-by-subscription');
export const cancelWorkflow = ready('cancelSub', 'cancel-a-subscription');
export const lookUpWorkflow = ready('lookUpCustomer', 'look-up-a-customer');
export const alertWorkflow = ready('alertFailedCharge', 'alert-on-failed-charge');
export const reconcileWorkflow = ready('reconcileNotes', 'reconcile-notifications');
export const reportWorkflow = ready('weeklyReport', 'weekly-charge-report');
export const poolsWorkflow = ready('watchPools', 'watch-data-pools');

/** The workflows that plan and run campaigns. */
export const campaignsWorkflow = ready('campaigns', 'mobile-data-campaigns');
export const monthlyWorkflow = ready('campaignMonthly', 'campaign-every-month');

/** The ready workflows that people call. */
export const readyWorkflows = [
	campaignWorkflow,
	sellWorkflow,
	guardWorkflow,
	cancelWorkflow,
	lookUpWorkflow,
	alertWorkflow,
];

/** The sample list that comes with the campaigns. */
export const recipientsFile = join(folder, 'loyalty-recipients.csv');

/** The paths of forms and pages by node, in a throw-away n8n. Any other n8n generates them at the import. */
const addresses: Record<string, string> = {
	'Campaign form': 'loyalty-data-gifting',
	'Shop page': 'sell-a-subscription',
	'Cancellation page': 'cancel-a-subscription',
	'Customer page': 'look-up-a-customer',
	Visitor: 'members-area',
};

/** The addresses for managers, customers, the team and visitors. */
export const campaignFormUrl = (n8nUrl: string) => `${n8nUrl}/form/loyalty-data-gifting`;
export const shopUrl = (n8nUrl: string) => `${n8nUrl}/webhook/sell-a-subscription`;
export const cancellationUrl = (n8nUrl: string) => `${n8nUrl}/webhook/cancel-a-subscription`;
export const lookUpUrl = (n8nUrl: string, phone = '') =>
	`${n8nUrl}/webhook/look-up-a-customer${phone && `?phone=${phone}`}`;
export const guardUrl = (n8nUrl: string, customer: string) =>
	`${n8nUrl}/webhook/members-area?${new URLSearchParams({ customer }).toString()}`;

/** The address that receives notifications for the alert workflow. */
export function alertUrl(n8nUrl: string): string {
	const workflow = JSON.parse(readFileSync(alertWorkflow.file, 'utf8')) as object;
	const trigger = nodesOf(withAddresses(workflow)).find(({ type }) =>
		type?.endsWith('.mobileBillingTrigger'),
	);
	return `${n8nUrl}/webhook/${trigger?.webhookId}/mobile-billing`;
}

/** Fields of a body as the HTTP Request node has them. */
const pairsOf = (fields: Record<string, string>) => ({
	parameters: Object.entries(fields).map(([name, value]) => ({ name, value })),
});

/** The values to fill into the ready workflows for the sandbox: by node, then by field or parameter. */
function filled(sandboxUrl: string): Record<string, Record<string, unknown>> {
	const offer = {
		name: 'Game Club',
		price: '2.99',
		currency: 'EUR',
		period: 'week',
		countries: 'FR, AT, DE',
	};
	const seller = 'Sample Games Ltd, 1 Sample Street, Vienna';
	const legal = { seller, support: 'help@shop.example' };
	const inbox = (of: string) => `${sandboxUrl}/_sandbox/inbox/${of}`;
	const giftService = { serviceKey: { __rl: true, mode: 'id', value: 'LOYALTYDATA01' } };
	const mail = { fromEmail: 'n8n@shop.example', toEmail: 'team@shop.example' };
	const n8n = "{{ $execution.resumeFormUrl.split('/form-waiting/')[0] }}";
	const monthly = { campaign: "=loyalty-{{ $now.toFormat('yyyy-MM') }}", service: 'LOYALTYDATA01' };
	const plan = { ...monthly, budget: '5000', rows: '={{ $json.rows }}' };
	const links = {
		content: `=${n8n}/webhook/members-area`,
		payment: `=${n8n}/webhook/sell-a-subscription`,
		cancellation: `=${n8n}/webhook/cancel-a-subscription`,
	};
	return {
		'Your offer': { ...offer, ...legal, ...links },
		'Get customers': { dataTableId: { __rl: true, mode: 'name', value: 'loyalty_customers' } },
		'Plan this month': { bodyParameters: pairsOf(plan) },
		'Write message': { page: `${n8n}/webhook/look-up-a-customer` },
		'Get gifts': giftService,
		'Assign data gifts': { ...giftService, mode: 'send' },
		'Check gift': giftService,
		'Alert the team': { url: inbox('alerts') },
		'Say how many more': { url: inbox('alerts') },
		'Email the team': mail,
		'Email how many more': mail,
		'Ask for approval': { url: inbox('campaigns') },
		'Tell the team': { url: inbox('campaigns') },
		'Send report': { url: inbox('reconcile') },
		'Your pools': { operators: 'FR_DEMOTEL' },
		'Get balance': giftService,
		'Tell the chat': { url: inbox('pools') },
	};
}

interface Node {
	name: string;
	type?: string;
	webhookId?: string;
	parameters?: Record<string, unknown> & {
		assignments?: { assignments: { name: string; value: unknown }[] };
	};
}

const nodesOf = (workflow: object) => (workflow as { nodes?: Node[] }).nodes ?? [];

/** The workflow with addresses for its forms and webhooks, as n8n's editor generates them at an import. */
export function withAddresses<Workflow extends object>(workflow: Workflow): Workflow {
	const changed = structuredClone(workflow);
	for (const node of nodesOf(changed)) {
		if (!/\.(formTrigger|webhook|mobileBillingTrigger)$/.test(node.type ?? '')) continue;
		node.webhookId ??= addresses[node.name] ?? node.name.toLowerCase().replaceAll(' ', '-');
		if (node.parameters?.path === '') node.parameters.path = node.webhookId;
	}
	return changed;
}

/** A ready workflow, imported and filled in for the sandbox. */
export function filledIn<Workflow extends object>(workflow: Workflow, sandboxUrl: string) {
	const changed = withAddresses(workflow);
	const values = filled(sandboxUrl);
	for (const { name, parameters = {} } of nodesOf(changed)) {
		const { assignments } = parameters.assignments ?? {};
		for (const [field, value] of Object.entries(values[name] ?? {})) {
			const assignment = assignments?.find((one) => one.name === field);
			if (assignment)
				assignment.value = String(assignment.value).replace('CHANGE_ME', String(value));
			else if (!assignments) parameters[field] = value;
		}
	}
	return changed;
}

/** Ready workflows as n8n's import takes them, filled in for the sandbox. */
export function filledInFor(sandboxUrl: string, workflows: WorkflowFile[]) {
	return workflows.map(({ id, file }) => {
		const workflow = JSON.parse(readFileSync(file, 'utf8')) as object;
		return { ...filledIn(workflow, sandboxUrl), id, active: false };
	});
}
