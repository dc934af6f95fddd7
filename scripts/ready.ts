import { join } from 'node:path';

import { accountCredential } from './campaign/account';
import { campaignWorkflow } from './campaign/campaign';
import type { CredentialImport } from './host/import';
import { projectRoot } from './host/paths';
import { guardWorkflow, sellWorkflow } from './payments/payments';
import { serviceCredential } from './payments/service';

/** The ready workflow that tells a chat about failed charges. */
export const alertWorkflow = {
	id: 'alertFailedCharge',
	file: join(projectRoot, 'workflows', 'alert-on-failed-charge.json'),
};

/** Every ready workflow, with the id it gets in a throw-away n8n. */
export const readyWorkflows = [campaignWorkflow, sellWorkflow, guardWorkflow, alertWorkflow];

/** The credentials that the ready workflows name, filled in for the sandbox. */
export function readyCredentials(sandboxUrl: string): CredentialImport[] {
	return [accountCredential(sandboxUrl), serviceCredential()];
}
