import { join } from 'node:path';

import type { CredentialImport } from '../../../scripts/host/import';
import { projectRoot } from '../../../scripts/host/paths';

/** The ready workflow that plans a campaign, and the id it gets in a throw-away n8n. */
export const planWorkflow = {
	id: 'campaignPlan',
	file: join(projectRoot, 'workflows', 'campaign-plan.json'),
};

/** What a caller of the campaign webhooks sends to be let in. */
export const campaignKey = { name: 'X-Campaign-Key', value: 'key-of-a-test' };

/** The credentials of the campaign workflows besides the account; mail goes to a port of this machine. */
export function campaignCredentials(smtpPort: number): CredentialImport[] {
	const smtp = { host: '127.0.0.1', port: smtpPort, secure: false, disableStartTls: true };
	return [
		{ id: 'campaignKey', name: 'Campaign key', type: 'httpHeaderAuth', data: campaignKey },
		{ id: 'campaignEmail', name: 'Campaign email', type: 'smtp', data: smtp },
	];
}
