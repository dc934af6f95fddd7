import { waitFor } from '../../scripts/host/wait';
import { createTable, insertRows, tableRows, updateRow } from '../support/dataTables';
import { SmtpSink } from '../support/smtpSink';
import { FormPages } from './support/formPages';
import { ready, startLooking, stopLooking, type Looking } from './support/looking';
import {
	campaignCredentials,
	hashOf,
	planByWebhook,
	planWorkflow,
	sealOf,
	type BatchRow,
	type CampaignRow,
	type PlanRequest,
} from './support/planning';

const service = 'LOYALTYDATA01';
const HEADER = 'customer,name,phone,operator,megabytes';
const rows = [
	{ phone: '+33 6 39 98 01 01', megabytes: 500, operator: 'FR_DEMOTEL', customer: 'C-1' },
	{ phone: '0044 7700 900123', operator: 'GB_SAMPLECELL', customer: 'C-2' },
];

let looking: Looking;
let mail: SmtpSink;

beforeAll(async () => {
	mail = await SmtpSink.start();
	looking = await startLooking(
		(url) => ({ [planWorkflow.id]: ready(planWorkflow, url) }),
		() => campaignCredentials(mail.port),
	);
	await looking.client.activate(planWorkflow.id);
});

afterAll(async () => {
	expect(looking.sandbox.world.ledger.entries).toEqual([]);
	await stopLooking(looking);
	await mail.stop();
});

const plan = async (asked: Partial<PlanRequest> & { campaign: string }) =>
	await planByWebhook(looking.n8n.url, { service, budget: 5000, megabytes: 100, rows, ...asked });

const campaigns = async () => await tableRows<CampaignRow>(looking.client, 'gift_campaigns');

async function stored(name: string): Promise<{ campaign: CampaignRow; batches: BatchRow[] }> {
	const campaign = (await campaigns()).find((one) => one.name === name);
	if (!campaign) throw new Error(`There is no campaign ${name}`);
	const all = await tableRows<BatchRow>(looking.client, 'gift_batches');
	return { campaign, batches: all.filter((batch) => batch.campaign === campaign.id) };
}

/** Opens the form and submits it; gives the person, and the page that shows the check. */
async function check(campaign: string, list: string[], more: Record<string, string> = {}) {
	const content = [HEADER, ...list].join('\n');
	const file = { fileName: 'list.csv', type: 'text/csv', content };
	const { budget = '1000', table = '', startAt = '', quietFrom = '', quietTo = '' } = more;
	const person = await FormPages.open(`${looking.n8n.url}/form/plan-gift-campaign`);
	const source = list.length > 0 ? file : '';
	const dates = [startAt, '', quietFrom, quietTo];
	const page = await person.submit([campaign, service, budget, '100', source, table, ...dates, '']);
	return { person, page };
}

async function choose(person: FormPages, choice: string, approver = ''): Promise<string> {
	return await person.submit(['', JSON.stringify([choice]), approver], true);
}

const ada = 'C-1,Ada,+33 6 39 98 01 01,FR_DEMOTEL,500';

describe('a plan from another system', () => {
	it('leaves out bad rows and duplicates, and seals the others by time zone', async () => {
		const bad = [
			{ phone: '0639980102' },
			{ phone: '33639980101' },
			{ phone: '33639980103', megabytes: -1 },
		];
		const answer = await plan({
			campaign: 'Mixed',
			rows: [...rows, ...bad],
			quietFrom: '9:30',
			quietTo: '12:00',
		});

		expect(answer).toMatchObject({ campaign: 'Mixed', status: 'planned', rows: 2, megabytes: 600 });
		expect(answer.rejected).toEqual([
			{ row: 3, phone: '0639980102', reason: "'Phone Number' must include the country code" },
			{ row: 4, phone: '33639980101', reason: 'Duplicate of row 1' },
			{ row: 5, phone: '33639980103', reason: "'Amount (MB)' must be a positive number" },
		]);
		const { campaign, batches } = await stored('Mixed');
		const figures = { rows: 2, megabytes: 600, budget: 5000, quietFrom: '09:30', quietTo: '12:00' };
		expect(campaign).toMatchObject({
			...figures,
			status: 'planned',
			approvedHash: '',
			stopAt: null,
		});
		expect(answer.statusUrl).toBe(`${looking.n8n.url}/webhook/gift-campaign?key=${campaign.key}`);
		expect(campaign.key).toMatch(/^[0-9a-f]{32}$/);
		expect(campaign.hash).toBe(hashOf(campaign, batches));
		expect(answer.hash).toBe(campaign.hash);
		expect(batches).toMatchObject([
			{ number: 1, status: 'open', megabytes: 500, megabytesBefore: 0, timeZone: 'Europe/Paris' },
			{ number: 2, rows: 1, megabytes: 100, megabytesBefore: 500, timeZone: 'Europe/London' },
		]);
		expect(batches.map((batch) => JSON.parse(batch.list) as unknown)).toEqual([
			[{ phone: '33639980101', mb: 500, operator: 'FR_DEMOTEL', customer: 'C-1' }],
			[{ phone: '447700900123', mb: 100, operator: 'GB_SAMPLECELL', customer: 'C-2' }],
		]);
		expect(batches.map(({ seal }) => seal)).toEqual(batches.map((one) => sealOf(campaign, one)));
	});

	it('honors the opt-outs at once', async () => {
		await insertRows(looking.client, 'gift_opt_outs', [
			{ phone: '0033 639-98 01 01', reason: 'SMS' },
		]);
		await plan({ campaign: 'Opted out', rows: [...rows.slice(0, 1), { phone: '33639980102' }] });

		const { campaign, batches } = await stored('Opted out');
		expect(campaign).toMatchObject({ rows: 2, megabytes: 600 });
		expect(batches.map(({ results }) => results)).toEqual([
			'{"33639980101":{"result":"optedOut"}}',
		]);
		const progress = await tableRows(looking.client, 'gift_progress');
		expect(progress.filter((row) => row.campaign === campaign.id)).toMatchObject([
			{ batch: 1, rows: 2, megabytes: 600, given: 0, optedOut: 1, reasons: '{}' },
		]);
	});

	it('cuts a list into batches of 100', async () => {
		const many = Array.from({ length: 250 }, (_, n) => ({ phone: 33639980200 + n }));
		await plan({ campaign: 'Long', rows: many, budget: 25_000 });

		const { batches } = await stored('Long');
		const before = batches.map((batch) => [batch.number, batch.rows, batch.megabytesBefore]);
		expect(before).toEqual([
			[1, 100, 0],
			[2, 100, 10_000],
			[3, 50, 20_000],
		]);
	});

	it.each<[string, Partial<PlanRequest>, string | RegExp]>([
		['a small budget', { budget: 599.5 }, "The list needs 600 MB, but 'Budget' is 599.5 MB"],
		['no list', { rows: [] }, "The list has no rows, or no column 'phone'"],
		['only bad rows', { rows: [{ phone: 'x' }] }, 'No row of the list can be planned'],
		['a wrong start', { startAt: '2026-13-01' }, /^'Start' must be a date .* not 2026-13-01$/],
		['an early start', { startAt: '2020-01-01 09:00' }, /^'Start' must not be in the past/],
		['an early stop', { stopAt: '2020-01-01' }, /^'Stop' must be later than 'Start' and now/],
		['half of quiet hours', { quietFrom: '21:00' }, /^Quiet hours must be two different times/],
		['wrong quiet hours', { quietFrom: '21:00', quietTo: '24:00' }, /^Quiet hours must be times/],
		['a wrong service', { service: 'not a key' }, /^'Service' must have/],
	])('is refused for %s', async (name, asked, problem) => {
		const answer = await plan({ campaign: `Refused for ${name}`, ...asked });

		expect(answer).toMatchObject({ status: 'refused' });
		expect(answer.problem).toMatch(problem);
		expect((await campaigns()).map((one) => one.name)).not.toContain(`Refused for ${name}`);
	});

	it('is refused for a name that was used, in any case, and at the same moment', async () => {
		const both = await Promise.all(
			['Once', 'Once'].map(async (campaign) => await plan({ campaign })),
		);
		const later = await plan({ campaign: 'ONCE' });

		expect(both.map(({ status }) => status).sort()).toEqual(['planned', 'refused']);
		expect(later.problem).toBe('A campaign named ONCE was planned before. Choose another name.');
		expect((await campaigns()).filter(({ name }) => /^once$/i.test(name))).toHaveLength(1);
	});
});

describe('the form', () => {
	it('shows what is planned, what the pools hold, and escapes what others wrote', async () => {
		const mean = 'C-2,Ben,"<img src=x>{{ 6*7 }}",FR_DEMOTEL,1';
		const { page } = await check('<i>Shown</i>', [ada, mean]);

		const { campaign } = await stored('<i>Shown</i>');
		expect(page).toContain('&lt;i&gt;Shown&lt;/i&gt;');
		expect(page).not.toMatch(/<i>Shown|<img src=x|>42</);
		expect(page).toContain('<td>2</td><td>&lt;img src=x&gt;{{ 6*7 }}</td>');
		expect(page).toContain('550000 MB left; planned: 500 MB');
		expect(page).toContain(`<td>${campaign.hash.slice(0, 12)}</td>`);
		expect(page).toContain(`/webhook/gift-campaign?key=${campaign.key}`);
	});

	it('shows why the pools are unknown, and plans all the same', async () => {
		const { page } = await check('Elsewhere', ['C-1,Ada,33639980101,NO_SUCH,5']);
		expect(page).toMatch(/Data pools at NO_SUCH<\/th><td>.* says: .*; planned: 5 MB/);
		expect((await stored('Elsewhere')).campaign.status).toBe('planned');
	});

	it('takes a Data Table', async () => {
		await createTable(looking.client, 'loyal_customers', { phone: 'string', megabytes: 'number' });
		const listed = [{ phone: '33639980110', megabytes: 7 }, { phone: '33639980111' }];
		await insertRows(looking.client, 'loyal_customers', listed);
		await check('From a table', [], { table: 'loyal_customers' });
		expect((await stored('From a table')).campaign).toMatchObject({ rows: 2, megabytes: 107 });

		const { page } = await check('From no table', [], { table: 'no_such_table' });
		expect(page).toContain("The list has no rows, or no column 'phone'");
	});

	it('approves at once what was shown', async () => {
		const { person } = await check('Approved', [ada]);
		expect(await choose(person, 'Approve now')).toContain('The campaign is approved');

		const { campaign } = await stored('Approved');
		const { hash } = campaign;
		expect(campaign).toMatchObject({ status: 'running', approvedHash: hash, approvedBy: 'Form' });
	});

	it('leaves a campaign alone for now, also when there is nobody to ask', async () => {
		for (const choice of ['Not now', 'Ask someone by email']) {
			const { person } = await check(`Later: ${choice}`, [ada]);
			expect(await choose(person, choice)).toContain('The campaign is planned');
			expect((await stored(`Later: ${choice}`)).campaign).toMatchObject({ status: 'planned' });
		}
	});

	it('does not approve a list that was changed and checked again', async () => {
		const { person } = await check('Changed', [ada]);
		const { campaign } = await stored('Changed');
		await updateRow(looking.client, 'gift_campaigns', campaign.id, { hash: 'of another list' });

		expect(await choose(person, 'Approve now')).toContain('The campaign is not approved');
		expect((await stored('Changed')).campaign).toMatchObject({
			status: 'planned',
			approvedHash: '',
		});
	});

	it('approves no row that was changed behind the page: its batch has a broken seal', async () => {
		const { person } = await check('Broken', [ada, 'C-2,Ben,447700900123,GB_SAMPLECELL,5']);
		const [first] = (await stored('Broken')).batches;
		const list = first?.list.replace('500', '501');
		await updateRow(looking.client, 'gift_batches', first?.id ?? 0, { list });
		await choose(person, 'Approve now');

		const { campaign, batches } = await stored('Broken');
		const approved = { ...campaign, hash: campaign.approvedHash };
		const whole = batches.map((batch) => batch.seal === sealOf(approved, batch));
		expect(whole).toEqual([false, true]);
	});
});

describe('an approval by email', () => {
	/** Plans by form, and asks somebody; gives the page that the email links to. */
	async function ask(campaign: string): Promise<FormPages> {
		const { person } = await check(campaign, [ada]);
		const before = mail.mails.length;
		expect(await choose(person, 'Ask someone by email', 'sam@example.com')).toContain('It goes to');
		const next = async () => await Promise.resolve(mail.mails[before]);
		const text = await waitFor('the email', next, { timeoutMs: 30_000 });
		expect(text).toContain('To: sam@example.com');
		expect(text).toContain(`Campaign: ${campaign}`);
		return await FormPages.open(/href="([^"]+)"/.exec(text)?.[1] ?? '');
	}

	it('counts on a yes only', async () => {
		const declined = await ask('Declined');
		await declined.decide([JSON.stringify(['Decline'])]);
		const approved = await ask('Approved by Sam');
		expect((await stored('Approved by Sam')).campaign.status).toBe('planned');
		await approved.decide([JSON.stringify(['Approve'])]);

		const running = async () => {
			const { campaign } = await stored('Approved by Sam');
			return campaign.status === 'running' ? campaign : undefined;
		};
		const campaign = await waitFor('the approval', running, { timeoutMs: 30_000 });
		const { hash } = campaign;
		expect(campaign).toMatchObject({ approvedHash: hash, approvedBy: 'sam@example.com' });
		expect((await stored('Declined')).campaign).toMatchObject({
			status: 'planned',
			approvedBy: '',
		});
	});
});
