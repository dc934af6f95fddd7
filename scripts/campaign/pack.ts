import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import axios from 'axios';

import type { CredentialImport } from '../host/import';
import { projectRoot } from '../host/paths';
import { waitFor } from '../host/wait';
import { recipientsFile } from './campaign';

const ready = (id: string, file: string) => ({ id, file: join(projectRoot, 'workflows', file) });

/** The campaign pack, with the ids its workflows get in a throw-away n8n. */
export const planWorkflow = ready('campaignPlan', 'campaign-plan.json');
export const packWorkflows = [
	planWorkflow,
	ready('campaignRun', 'campaign-run.json'),
	ready('campaignStatus', 'campaign-status.json'),
];

/** What a CRM shows at the planning webhook; invented, and known to everybody. */
const key = { name: 'X-Campaign-Key', value: 'demo-campaign-key' };

/** The credential under the name that the planning workflow asks for. */
export function keyCredential(): CredentialImport {
	return { id: 'campaignKey', name: 'Campaign key', type: 'httpHeaderAuth', data: key };
}

/** A row of a list. */
export interface ListRow {
	customer?: string;
	phone?: unknown;
	operator?: string;
	megabytes?: unknown;
}

/** What the planning webhook takes. */
export interface PlanRequest {
	campaign: string;
	service: string;
	budget: number;
	megabytes?: number;
	rows: ListRow[];
	startAt?: string;
	stopAt?: string;
	quietFrom?: string;
	quietTo?: string;
}

/** What the planning webhook answers. */
export interface Plan {
	campaign: string;
	status: 'planned' | 'refused';
	problem?: string;
	rows: number;
	megabytes: number;
	rejected: { row: number; phone: string; reason: string }[];
	hash: string;
	statusUrl: string;
}

/** What the status page answers as JSON. */
export interface Figures {
	status: 'planned' | 'running' | 'paused' | 'canceled' | 'finished';
	rows: number;
	given: { rows: number; megabytes: number };
	failed: { rows: number };
	left: number;
	problem: string;
}

const http = axios.create({ proxy: false, timeout: 120_000 });

/** The rows of the sample list. */
export function sampleRows(): ListRow[] {
	const [head = '', ...lines] = readFileSync(recipientsFile, 'utf8').trim().split('\n');
	const columns = head.split(',');
	return lines.map((line) => {
		const cells = line.split(',');
		return Object.fromEntries(
			columns.map((name, n) => [name, cells[n] ?? '']),
		) as unknown as ListRow;
	});
}

/** Plans a campaign as a CRM does. n8n answers 404 for a moment after the workflow was published. */
export async function planCampaign(n8nUrl: string, plan: PlanRequest): Promise<Plan> {
	const url = `${n8nUrl}/webhook/plan-campaign`;
	const headers = { [key.name]: key.value };
	const validateStatus = (status: number) => [200, 404].includes(status);
	const answered = async () => {
		const { status, data } = await http.post<Plan>(url, plan, { headers, validateStatus });
		return status === 200 ? data : undefined;
	};
	return await waitFor('the answer of the plan', answered, { timeoutMs: 60_000 });
}

/** Presses a button of the status page. */
export async function press(
	statusUrl: string,
	action: string,
	more: Record<string, string> = {},
): Promise<void> {
	const address = new URL(statusUrl);
	const fields = { key: address.searchParams.get('key') ?? '', action, ...more };
	await http.post(address.origin + address.pathname, new URLSearchParams(fields));
}

/** How far a campaign is. */
export async function figuresOf(statusUrl: string): Promise<Figures> {
	return (await http.get<Figures>(`${statusUrl}&format=json`)).data;
}
