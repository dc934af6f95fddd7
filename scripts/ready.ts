import { join } from 'node:path';

import { accountCredential } from './campaign/account';
import { campaignWorkflow } from './campaign/campaign';
import { keyCredential } from './campaign/pack';
import { filledIn } from './fillIn';
import { importWorkflows, type CredentialImport } from './host/import';
import type { N8nProcess } from './host/n8n-process';
import { projectRoot } from './host/paths';
import { cancelWorkflow, guardWorkflow, sellWorkflow } from './payments/payments';
import { serviceCredential } from './payments/service';

const workflowsFolder = join(projectRoot, 'workflows');

/** The ready workflow that tells a chat about failed charges. */
export const alertWorkflow = {
	id: 'alertFailedCharge',
	file: join(workflowsFolder, 'alert-on-failed-charge.json'),
};

/** The ready workflow that raises payments nobody was told of. */
export const reconcileWorkflow = {
	id: 'reconcileNotes',
	file: join(workflowsFolder, 'reconcile-notifications.json'),
};

/** The ready workflow that adds up a week. */
export const reportWorkflow = {
	id: 'weeklyReport',
	file: join(workflowsFolder, 'weekly-charge-report.json'),
};

/** The ready workflows that people call, with the ids they get in a throw-away n8n. */
export const readyWorkflows = [
	campaignWorkflow,
	sellWorkflow,
	guardWorkflow,
	cancelWorkflow,
	alertWorkflow,
];

/** Those that look at the platform by the clock: there to be run by hand, and not published. */
export const lookingWorkflows = [reconcileWorkflow, reportWorkflow];

/** Puts ready workflows into an n8n, filled in for the sandbox. */
export async function importReady(
	n8n: N8nProcess,
	workflows: { id: string; file: string }[],
	sandboxUrl: string,
): Promise<void> {
	await importWorkflows(n8n, workflows, (workflow) => filledIn(workflow, sandboxUrl));
}

/** The credentials that the ready workflows name, filled in for the sandbox. */
export function readyCredentials(sandboxUrl: string): CredentialImport[] {
	return [accountCredential(sandboxUrl), serviceCredential(), keyCredential()];
}
