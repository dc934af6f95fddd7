import { accountCredential } from './campaign/account';
import { campaignWorkflow } from './campaign/campaign';
import type { CredentialImport } from './host/import';
import { guardWorkflow, sellWorkflow } from './payments/payments';
import { serviceCredential } from './payments/service';

/** Every ready workflow, with the id it gets in a throw-away n8n. */
export const readyWorkflows = [campaignWorkflow, sellWorkflow, guardWorkflow];

/** The credentials that the ready workflows name, filled in for the sandbox. */
export function readyCredentials(sandboxUrl: string): CredentialImport[] {
	return [accountCredential(sandboxUrl), serviceCredential()];
}
