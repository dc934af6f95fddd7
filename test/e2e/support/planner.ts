import { waitFor } from '../../../scripts/host/wait';
import { planCampaign, type Plan, type PlanRequest } from '../../../scripts/try/campaign';
import { planWorkflow } from '../../../scripts/try/workflows';
import { tableRows } from '../../support/dataTables';
import { SmtpSink } from '../../support/smtpSink';
import { FormPages } from './formPages';
import { ready, startLooking, stopLooking, type Changeable, type Looking } from './looking';
import { emailCredential, type BatchRow, type CampaignRow } from './planning';

const service = 'LOYALTYDATA01';
const HEADER = 'customer,name,phone,operator,megabytes';

/** Two good rows of a list. */
export const customers = [
	{ phone: '+33 6 39 98 01 01', megabytes: 500, operator: 'FR_DEMOTEL', customer: 'C-1' },
	{ phone: '0044 7700 900123', operator: 'GB_SAMPLECELL', customer: 'C-2' },
];

/** A good row of a CSV file. */
export const ada = 'C-1,Ada,+33 6 39 98 01 01,FR_DEMOTEL,500';

/** The workflow as a person leaves it who has set up email. */
function withEmail(workflow: Changeable & { nodes: { disabled?: boolean }[] }): Changeable {
	return { ...workflow, nodes: workflow.nodes.map((node) => ({ ...node, disabled: false })) };
}

/** A real n8n in which campaigns are planned, and a mail server for those who approve them. */
export class Planner {
	private constructor(
		readonly looking: Looking,
		private readonly mail: SmtpSink,
	) {}

	static async start(): Promise<Planner> {
		const mail = await SmtpSink.start();
		const looking = await startLooking(
			(url) => ({ [planWorkflow.id]: withEmail(ready(planWorkflow, url)) }),
			() => [emailCredential(mail.port)],
		);
		await looking.client.activate(planWorkflow.id);
		return new Planner(looking, mail);
	}

	async stop(): Promise<void> {
		await stopLooking(this.looking);
		await this.mail.stop();
	}

	/** How many gifts were asked of the platform. */
	get gifts(): number {
		return this.looking.sandbox.world.ledger.entries.length;
	}

	/** Plans two customers, or what else is asked, as a CRM does. */
	async plan(asked: Partial<PlanRequest> & { campaign: string }): Promise<Plan> {
		const request = { service, budget: 5000, megabytes: 100, rows: customers, ...asked };
		return await planCampaign(this.looking.n8n.url, request);
	}

	async campaigns(): Promise<CampaignRow[]> {
		return await tableRows<CampaignRow>(this.looking.client, 'gift_campaigns');
	}

	/** What the Data Tables hold of a campaign. */
	async stored(name: string): Promise<{ campaign: CampaignRow; batches: BatchRow[] }> {
		const campaign = (await this.campaigns()).find((one) => one.name === name);
		if (!campaign) throw new Error(`There is no campaign ${name}`);
		const all = await tableRows<BatchRow>(this.looking.client, 'gift_batches');
		return { campaign, batches: all.filter((batch) => batch.campaign === campaign.id) };
	}

	/** Submits the form with a CSV file, or with a Data Table; gives the person, and the page that shows the check. */
	async check(campaign: string, list: string[], table = '') {
		const content = [HEADER, ...list].join('\n');
		const file = { fileName: 'list.csv', type: 'text/csv', content };
		const person = await FormPages.open(`${this.looking.n8n.url}/form/plan-gift-campaign`);
		const source = list.length > 0 ? file : '';
		const noTimes = ['', '', '', ''];
		const page = await person.submit([
			campaign,
			service,
			'1000',
			'100',
			source,
			table,
			...noTimes,
			'',
		]);
		return { person, page };
	}

	/** Plans by form, and asks Sam; gives the page that the email links to. */
	async ask(campaign: string): Promise<FormPages> {
		const { person } = await this.check(campaign, [ada]);
		const before = this.mail.mails.length;
		await choose(person, 'Ask someone by email', 'sam@example.com');
		const next = async () => await Promise.resolve(this.mail.mails[before]);
		const text = await waitFor('the email', next, { timeoutMs: 30_000 });
		if (!text.includes(`Campaign: ${campaign}`))
			throw new Error('The email is of another campaign');
		return await FormPages.open(/href="([^"]+)"/.exec(text)?.[1] ?? '');
	}
}

/** Submits the page that shows the check; gives the last page. */
export async function choose(person: FormPages, choice: string, approver = ''): Promise<string> {
	return await person.submit(['', JSON.stringify([choice]), approver], true);
}
