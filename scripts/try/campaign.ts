import { readFileSync } from 'node:fs';
import axios from 'axios';
import { waitFor } from '../host/wait';
import { campaignKey } from './credentials';
import { recipientsFile } from './workflows';

/** A row of a list. */
export type ListRow = Partial<Record<'customer' | 'phone' | 'operator' | 'megabytes', unknown>>;

/** What the planning webhook takes. */
export type PlanRequest = Partial<
	Record<'startAt' | 'stopAt' | 'quietFrom' | 'quietTo', string>
> & {
	campaign: string;
	service: string;
	budget: number;
	megabytes?: number;
	rows: ListRow[];
};

/** What the planning webhook answers. */
export interface Plan {
	campaign: string;
	status: 'planned' | 'refused';
	problem?: string;
	rejected: { row: number; reason: string }[];
	hash: string;
	statusUrl: string;
}

/** What the status page answers as JSON. */
export interface Figures {
	status: string;
	given: { rows: number };
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
		return Object.fromEntries(columns.map((name, n) => [name, cells[n] ?? '']));
	});
}

/** Plans a campaign as a CRM does. n8n answers 404 for a moment after the workflow was published. */
export async function planCampaign(n8nUrl: string, plan: PlanRequest): Promise<Plan> {
	const url = `${n8nUrl}/webhook/plan-campaign`;
	const headers = { [campaignKey.name]: campaignKey.value };
	const validateStatus = (status: number) => [200, 404].includes(status);
	const answered = async () => {
		const { status, data } = await http.post<Plan>(url, plan, { headers, validateStatus });
		return status === 200 && data;
	};
	return await waitFor('the answer of the plan', answered, { timeoutMs: 60_000 });
}

/** Presses a button of the status page. */
export async function press(
	statusUrl: string,
	action: string,
	more: Record<string, string> = {},
): Promise<void> {
	const { origin, pathname, searchParams } = new URL(statusUrl);
	const fields = { key: searchParams.get('key') ?? '', action, ...more };
	await http.post(origin + pathname, new URLSearchParams(fields));
}

/** How far a campaign is. */
export async function figuresOf(statusUrl: string): Promise<Figures> {
	return (await http.get<Figures>(`${statusUrl}&format=json`)).data;
}

/** Plans the sample list. */
export async function planSample(n8nUrl: string): Promise<Plan> {
	const campaign = `Spring thank-you ${new Date().toISOString().slice(0, 19).replace('T', ' ')}`;
	const rows = sampleRows();
	const asked = { campaign, service: 'LOYALTYDATA01', budget: 110_000, rows };
	const plan = await planCampaign(n8nUrl, asked);
	if (plan.status !== 'planned') throw new Error(`The campaign was not planned: ${plan.problem}`);
	return plan;
}

/** Approves a campaign, and waits for its end. @param say takes how far it is */
export async function runToEnd(
	{ statusUrl, hash }: Plan,
	say: (line: string) => void,
): Promise<Figures> {
	await press(statusUrl, 'approve', { hash, by: 'npm run try' });
	const ended = async () => {
		const figures = await figuresOf(statusUrl);
		say(`${figures.given.rows} given, ${figures.failed.rows} failed, ${figures.left} left`);
		return ['finished', 'canceled'].includes(figures.status) && figures;
	};
	const limits = { timeoutMs: 600_000, everyMs: 500 };
	return await waitFor('the end of the campaign', ended, limits);
}
