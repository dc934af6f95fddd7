import { createHash } from 'node:crypto';
import { join } from 'node:path';

import axios from 'axios';

import type { CredentialImport } from '../../../scripts/host/import';
import { projectRoot } from '../../../scripts/host/paths';
import { waitFor } from '../../../scripts/host/wait';
import type { TableRow } from '../../support/dataTables';
import { lenient } from './calling';

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

/** What a caller of the webhook asks for. */
export interface PlanRequest {
	campaign: string;
	service: string;
	budget: number;
	megabytes?: number;
	rows: { phone?: unknown; megabytes?: unknown; operator?: string; customer?: string }[];
	startAt?: string;
	stopAt?: string;
	quietFrom?: string;
	quietTo?: string;
}

/** What the webhook answers. */
export interface PlanAnswer {
	campaign: string;
	status: 'planned' | 'refused';
	problem?: string;
	rows: number;
	megabytes: number;
	rejected: { row: number; phone: string; reason: string }[];
	hash: string;
	statusUrl: string;
}

/** Plans a campaign as a CRM does. n8n answers 404 for a moment after the workflow was published. */
export async function planByWebhook(n8nUrl: string, request: PlanRequest): Promise<PlanAnswer> {
	const headers = { [campaignKey.name]: campaignKey.value };
	const planned = async () => {
		const url = `${n8nUrl}/webhook/plan-campaign`;
		const answer = await axios.post<PlanAnswer>(url, request, { ...lenient, headers });
		if (answer.status === 404) return undefined;
		if (answer.status === 200) return answer.data;
		throw new Error(`${answer.status} ${JSON.stringify(answer.data)}`);
	};
	return await waitFor('the answer of the plan', planned, { timeoutMs: 60_000 });
}

/** A campaign in its Data Table, as far as tests look at it. */
export type CampaignRow = TableRow & {
	name: string;
	key: string;
	status: string;
	serviceKey: string;
	hash: string;
	approvedHash: string;
	approvedBy: string;
};

/** A batch in its Data Table, as far as tests look at it. */
export type BatchRow = TableRow & {
	campaign: number;
	number: number;
	timeZone: string;
	seal: string;
	list: string;
	results: string;
};

const sha256 = (lines: unknown[]) => createHash('sha256').update(lines.join('\n')).digest('hex');

/** The hash of a campaign with these batches. */
export function hashOf({ name, serviceKey }: CampaignRow, batches: BatchRow[]): string {
	return sha256([name, serviceKey, ...batches.map(({ list }) => sha256([list]))]);
}

/** The seal of a batch of a campaign with this hash. */
export function sealOf(
	{ name, serviceKey, hash }: CampaignRow,
	{ number, list }: BatchRow,
): string {
	return sha256([hash, name, serviceKey, number, list]);
}
