import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { planCampaign, type Plan, type PlanRequest } from '../../../scripts/try/campaign';
import { waitFor } from '../../../scripts/host/wait';
import { planWorkflow } from '../../../scripts/try/workflows';
import { batchesOf, type BatchRow, type CampaignRow } from '../campaignPage';
import { tableRows } from '../dataTables';
import { Form, submitForm } from '../form';
import { ready, Workspace } from '../workspace';

const service = 'LOYALTYDATA01';
const HEADER = 'customer,name,phone,operator,megabytes';

/** Two good rows of a list. */
export const customers = [
	{ phone: '+33 6 39 98 01 01', megabytes: 500, operator: 'FR_DEMOTEL', customer: 'C-1' },
	{ phone: '0044 7700 900123', operator: 'GB_SAMPLECELL', customer: 'C-2' },
];

/** A good row of a CSV file. */
export const ada = 'C-1,Ada,+33 6 39 98 01 01,FR_DEMOTEL,500';

/** Chooses on the page that shows the check, and waits for the last page. */
export async function choose(form: Form, choice: string, words: string, approver = '') {
	await form.submit('', JSON.stringify([choice]), approver);
	await form.endsOn(words);
}

const answers: Record<string, string> = { DATA: '354 Go on', QUIT: '221 Bye' };

/** The text of a mail in quoted-printable (RFC 2045, 6.7), or of one that is plain. */
function decoded(mail: string): string {
	if (!/^content-transfer-encoding: quoted-printable$/im.test(mail)) return mail;
	const joined = mail.replace(/=\n/g, '').replaceAll('%', '%25');
	return decodeURIComponent(joined.replace(/=(?=[0-9A-F]{2})/g, '%'));
}

/** A mail server that keeps what it is sent: just enough of SMTP (RFC 5321) for one client at a time. */
async function startSmtpSink() {
	const mails: string[] = [];
	const server = createServer((socket) => {
		let mail: string[] | undefined;
		createInterface(socket).on('line', (line) => {
			if (mail && line !== '.') {
				mail.push(line);
				return;
			}
			if (mail) mails.push(decoded(mail.join('\n')));
			mail = line === 'DATA' ? [] : undefined;
			socket.write(`${answers[line] ?? '250 OK'}\r\n`);
		});
		socket.on('error', () => socket.destroy());
		socket.write('220 Sink\r\n');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const stop = async () => await new Promise((resolve) => server.close(resolve));
	return { mails, port: (server.address() as AddressInfo).port, stop };
}

/** Where campaigns are planned, with a mail server for those who approve them. */
export class Planner {
	private constructor(
		readonly workspace: Workspace,
		private readonly mail: Awaited<ReturnType<typeof startSmtpSink>>,
	) {}

	static async start(): Promise<Planner> {
		const mail = await startSmtpSink();
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
		return { campaign, batches: await batchesOf(this.workspace.client, campaign) };
	}

	/** Submits the form with a CSV file, or with a Data Table; gives the form, and the page that shows the check. */
	async check(campaign: string, list: string[], table = '') {
		const content = [HEADER, ...list].join('\n');
		const file = list.length > 0 ? { fileName: 'list.csv', type: 'text/csv', content } : '';
		const url = `${this.workspace.url}/form/plan-gift-campaign`;
		const noTimes = ['', '', '', '', ''];
		const fields = [campaign, service, '1000', '100', file, table, ...noTimes];
		const form = await submitForm(url, ...fields);
		return { form, page: await form.sees() };
	}

	/** Plans by form, and asks Sam; gives the page that the email links to. */
	async ask(campaign: string): Promise<Form> {
		const { form } = await this.check(campaign, [ada]);
		const before = this.mail.mails.length;
		await choose(form, 'Ask someone by email', 'An email asks', 'sam@example.com');
		const next = async () => await Promise.resolve(this.mail.mails[before]);
		const text = await waitFor('the email', next, { timeoutMs: 30_000 });
		expect(text).toContain(`Campaign: ${campaign}`);
		return await Form.open(/href="([^"]+)"/.exec(text)?.[1] ?? '');
	}
}
