import axios, { type AxiosInstance } from 'axios';

import { planCampaign, type Plan, type PlanRequest } from '../../../scripts/try/campaign';
import { planWorkflow } from '../../../scripts/try/workflows';
import { multipart, waitForForm, type FormField } from '../form';
import { waitFor } from '../../../scripts/host/wait';
import { tableRows, type TableRow } from '../dataTables';
import { SmtpSink } from '../smtpSink';
import { ready, Workspace } from '../workspace';

const service = 'LOYALTYDATA01';
const HEADER = 'customer,name,phone,operator,megabytes';

/** A campaign in its Data Table, as far as tests look at it. */
type CampaignRow = TableRow &
	Record<'name' | 'key' | 'status' | 'serviceKey' | 'hash' | 'approvedHash' | 'approvedBy', string>;

/** A batch in its Data Table, as far as tests look at it. */
type BatchRow = TableRow &
	Record<'campaign' | 'number', number> &
	Record<'timeZone' | 'seal' | 'list' | 'results', string>;

/** Two good rows of a list. */
export const customers = [
	{ phone: '+33 6 39 98 01 01', megabytes: 500, operator: 'FR_DEMOTEL', customer: 'C-1' },
	{ phone: '0044 7700 900123', operator: 'GB_SAMPLECELL', customer: 'C-2' },
];

/** A good row of a CSV file. */
export const ada = 'C-1,Ada,+33 6 39 98 01 01,FR_DEMOTEL,500';

/** A person with a browser on an n8n form of several pages. */
class FormPages {
	private address = '';

	private constructor(
		private readonly http: AxiosInstance,
		private readonly url: string,
	) {}

	/** Opens a form, or the page that an email links to. */
	static async open(url: string): Promise<FormPages> {
		const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' };
		const http = axios.create({ proxy: false, timeout: 60_000, responseType: 'text', headers });
		await waitForForm(http, url);
		return new FormPages(http, url);
	}

	/** Submits a page, and gives the next one; it has told n8n that it was shown when it is the last. */
	async submit(fields: FormField[], isLast = false): Promise<string> {
		const answer = await this.http.post<string>(this.address || this.url, multipart(fields));
		if (!this.address) {
			this.address = (JSON.parse(answer.data) as { formWaitingUrl: string }).formWaitingUrl;
		}
		const status = new URL(this.address);
		status.pathname += '/n8n-execution-status';
		const isWaiting = async () =>
			(await this.http.get<string>(status.href)).data.trim() === 'form-waiting' ? true : undefined;
		await waitFor('the next page', isWaiting, { timeoutMs: 60_000 });
		const { data: html } = await this.http.get<string>(this.address);
		if (isLast) await this.http.post(this.address);
		return html;
	}

	/** Submits the page that shows the check; gives the last page. */
	async choose(choice: string, approver = ''): Promise<string> {
		return await this.submit(['', JSON.stringify([choice]), approver], true);
	}

	/** Submits the only page of an email's link. */
	async decide(choice: string): Promise<void> {
		await this.http.post(this.url, multipart([JSON.stringify([choice])]));
	}
}

/** Where campaigns are planned, with a mail server for those who approve them. */
export class Planner {
	private constructor(
		readonly workspace: Workspace,
		private readonly mail: SmtpSink,
	) {}

	static async start(): Promise<Planner> {
		const mail = await SmtpSink.start();
		const data = { host: '127.0.0.1', port: mail.port, secure: false, disableStartTls: true };
		const workspace = await Workspace.open(() => [{ name: 'Campaign email', type: 'smtp', data }]);
		const workflow = ready(planWorkflow, workspace.sandbox.url);
		// As a person leaves it who has set up email.
		for (const node of workflow.nodes) node.disabled = false;
		await workspace.publish({ [planWorkflow.id]: workflow });
		return new Planner(workspace, mail);
	}

	async stop(): Promise<void> {
		await this.workspace.close();
		await this.mail.stop();
	}

	/** Plans two customers, or what else is asked, as a CRM does. */
	async plan(asked: Partial<PlanRequest> & { campaign: string }): Promise<Plan> {
		const request = { service, budget: 5000, megabytes: 100, rows: customers, ...asked };
		return await planCampaign(this.workspace.url, request);
	}

	async campaigns(): Promise<CampaignRow[]> {
		return await tableRows<CampaignRow>(this.workspace.client, 'gift_campaigns');
	}

	/** What the Data Tables hold of a campaign. */
	async stored(name: string): Promise<{ campaign: CampaignRow; batches: BatchRow[] }> {
		const campaign = (await this.campaigns()).find((one) => one.name === name);
		if (!campaign) throw new Error(`There is no campaign ${name}`);
		const all = await tableRows<BatchRow>(this.workspace.client, 'gift_batches');
		return { campaign, batches: all.filter((batch) => batch.campaign === campaign.id) };
	}

	/** Submits the form with a CSV file, or with a Data Table; gives the person, and the page that shows the check. */
	async check(campaign: string, list: string[], table = '') {
		const content = [HEADER, ...list].join('\n');
		const file = list.length > 0 ? { fileName: 'list.csv', type: 'text/csv', content } : '';
		const person = await FormPages.open(`${this.workspace.url}/form/plan-gift-campaign`);
		const noTimes = ['', '', '', '', ''];
		const page = await person.submit([campaign, service, '1000', '100', file, table, ...noTimes]);
		return { person, page };
	}

	/** Plans by form, and asks Sam; gives the page that the email links to. */
	async ask(campaign: string): Promise<FormPages> {
		const { person } = await this.check(campaign, [ada]);
		const before = this.mail.mails.length;
		await person.choose('Ask someone by email', 'sam@example.com');
		const next = async () => await Promise.resolve(this.mail.mails[before]);
		const text = await waitFor('the email', next, { timeoutMs: 30_000 });
		expect(text).toContain(`Campaign: ${campaign}`);
		return await FormPages.open(/href="([^"]+)"/.exec(text)?.[1] ?? '');
	}
}
