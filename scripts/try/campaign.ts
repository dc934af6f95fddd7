import { readFileSync } from 'node:fs';
import axios from 'axios';
import { waitFor } from '../host/wait';
import { formLogin } from './credentials';
import { recipientsFile } from './workflows';

/** A row of a list. */
export type ListRow = Partial<
	Record<'customer' | 'phone' | 'operator' | 'megabytes' | 'name' | 'time zone', unknown>
>;

/** A plan as JSON for the desk; a missing limit isn't set. */
export type PlanRequest = Partial<
	Record<'startAt' | 'stopAt' | 'quietFrom' | 'quietTo' | 'country', string>
> & {
	campaign: string;
	service: string;
	/** MB. */
	budget: number;
	megabytes?: number;
	rowsPerSecond?: number;
	rows: ListRow[];
};

/** The desk's answer to a plan. */
export interface Plan {
	campaign: string;
	status: 'planned' | 'draft' | 'refused';
	problem?: string;
	rows: number;
	leftOut: number;
	check: { leftOut: { reason: string; rows: number }[] };
	hash: string;
	/** The page that shows the campaign. */
	statusUrl: string;
	/** The page with the buttons that approve, pause and cancel it. */
	controlUrl: string;
	/** The page that asks a draft's questions. */
	draftUrl?: string;
}

/** The JSON of a campaign's page. */
export interface Figures {
	status: string;
	rows: number;
	done: number;
	isBalanced: boolean;
	results: Record<
		'given' | 'givenBefore' | 'failed' | 'inDoubt' | 'optedOut' | 'notSent',
		{ rows: number; megabytes: number }
	>;
	problem?: { words: string };
}

const http = axios.create({ proxy: false, timeout: 300_000, maxBodyLength: Infinity });

/** The page that plans campaigns and lists them. */
export const deskUrl = (n8nUrl: string) => `${n8nUrl}/webhook/mobile-data-campaigns`;

/** The rows of the sample list. */
export function sampleRows(): ListRow[] {
	const [head = '', ...lines] = readFileSync(recipientsFile, 'utf8').trim().split('\n');
	const columns = head.split(',');
	return lines.map((line) => {
		const cells = line.split(',');
		return Object.fromEntries(columns.map((name, n) => [name, cells[n] ?? '']));
	});
}

/**
 * Plans a campaign as a CRM does. n8n answers 404 for a moment after the workflow was published.
 *
 * @param draftUrl the address of a draft, to answer its questions
 */
export async function planCampaign(
	n8nUrl: string,
	plan: PlanRequest | FormData,
	draftUrl?: string,
): Promise<Plan> {
	const auth = formLogin;
	const validateStatus = (status: number) => [200, 404, 422].includes(status);
	const answered = async () => {
		const url = draftUrl ?? deskUrl(n8nUrl);
		const { status, data } = await http.post<Plan>(url, plan, { auth, validateStatus });
		return status !== 404 && data;
	};
	return await waitFor('the answer of the plan', answered, { timeoutMs: 60_000 });
}

/** Presses a button of a campaign's page, as a browser does. Returns the next page. */
export async function press(
	controlUrl: string,
	action: string,
	more: Record<string, string> = {},
): Promise<string> {
	const fields = new URLSearchParams({ action, ...more });
	const validateStatus = (status: number) => [200, 409].includes(status);
	const headers = { accept: 'text/html' };
	return (await http.post<string>(controlUrl, fields, { headers, validateStatus })).data;
}

/** Reads the figures of a campaign. */
export async function figuresOf(statusUrl: string): Promise<Figures> {
	return (await http.get<Figures>(`${statusUrl}&format=json`)).data;
}

/** Plans the sample list. */
export async function planSample(n8nUrl: string): Promise<Plan> {
	const campaign = `Spring thank-you ${new Date().toISOString().slice(0, 19).replace('T', ' ')}`;
	const rows = sampleRows();
	// A campaign ends at the earliest 30 seconds after its start, because clocks differ.
	const startAt = new Date(Date.now() - 60_000).toISOString();
	const read = { country: 'international', rows };
	const asked = { campaign, service: 'LOYALTYDATA01', budget: 110_000, startAt, ...read };
	const plan = await planCampaign(n8nUrl, asked);
	if (plan.status !== 'planned') throw new Error(`The campaign was not planned: ${plan.problem}`);
	return plan;
}

/** Approves a campaign, and waits for its end. @param see receives the figures until then */
export async function runToEnd(
	{ statusUrl, controlUrl, hash }: Plan,
	see: (figures: Figures) => void,
): Promise<Figures> {
	await press(controlUrl, 'approve', { hash, by: 'npm run try' });
	const ended = async () => {
		const figures = await figuresOf(statusUrl);
		see(figures);
		return ['finished', 'canceled'].includes(figures.status) && figures;
	};
	const limits = { timeoutMs: 600_000, everyMs: 500 };
	return await waitFor('the end of the campaign', ended, limits);
}
