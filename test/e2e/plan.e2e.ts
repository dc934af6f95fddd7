import type { PlanRequest } from '../../scripts/try/campaign';
import { waitFor } from '../../scripts/host/wait';
import { hashOf, sealOf } from '../support/campaignPage';
import { createTable, insertRows, updateRows } from '../support/dataTables';
import { ada, choose, customers, Planner } from '../support/e2e/planner';

let planner: Planner;

beforeAll(async () => {
	planner = await Planner.start();
});

afterAll(async () => {
	expect(planner.workspace.sandbox.world.ledger.entries).toEqual([]);
	await planner.stop();
});

it('a plan from another system leaves out bad rows and duplicates, and seals the others by time zone', async () => {
	const negative = { phone: '33639980103', megabytes: -1 };
	const rows = [...customers, { phone: '0639980102' }, { phone: '33639980101' }, negative];
	const quiet = { quietFrom: '9:30', quietTo: '12:00' };
	const answer = await planner.plan({ campaign: 'Mixed', rows, ...quiet });

	expect(answer).toMatchObject({ campaign: 'Mixed', status: 'planned', rows: 2, megabytes: 600 });
	expect(answer.rejected).toEqual([
		{ row: 3, phone: '0639980102', reason: "'Phone Number' must include the country code" },
		{ row: 4, phone: '33639980101', reason: 'Duplicate of row 1' },
		{ row: 5, phone: '33639980103', reason: "'Amount (MB)' must be a positive number" },
	]);
	const { campaign, batches } = await planner.stored('Mixed');
	expect(campaign).toMatchObject({
		...{ rows: 2, megabytes: 600, budget: 5000, quietFrom: '09:30', quietTo: '12:00' },
		...{ status: 'planned', approvedHash: '', stopAt: null },
	});
	const page = `${planner.workspace.url}/webhook/gift-campaign`;
	expect(answer.statusUrl).toBe(`${page}?key=${campaign.key}`);
	expect(campaign.key).toMatch(/^[0-9a-f]{32}$/);
	const lists = batches.map(({ list }) => list);
	expect(campaign.hash).toBe(hashOf(campaign, lists));
	expect(answer.hash).toBe(campaign.hash);
	expect(batches).toMatchObject([
		{ number: 1, status: 'open', megabytes: 500, megabytesBefore: 0, timeZone: 'Europe/Paris' },
		{ number: 2, rows: 1, megabytes: 100, megabytesBefore: 500, timeZone: 'Europe/London' },
	]);
	expect(lists.map((list) => JSON.parse(list) as unknown)).toEqual([
		[{ phone: '33639980101', mb: 500, operator: 'FR_DEMOTEL', customer: 'C-1' }],
		[{ phone: '447700900123', mb: 100, operator: 'GB_SAMPLECELL', customer: 'C-2' }],
	]);
	expect(batches.map(({ seal }) => seal)).toEqual(batches.map((one) => sealOf(campaign, one)));
});

it('a plan from another system cuts a list into batches of 100', async () => {
	const rows = Array.from({ length: 250 }, (_, n) => ({ phone: 33639980200 + n }));
	await planner.plan({ campaign: 'Long', rows, budget: 25_000 });
	const { batches } = await planner.stored('Long');
	const cut = batches.map(({ number, rows, megabytesBefore }) => [number, rows, megabytesBefore]);
	expect(cut).toEqual([
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
])('a plan from another system is refused for %s', async (name, asked, problem) => {
	const answer = await planner.plan({ campaign: `Refused for ${name}`, ...asked });
	expect(answer).toMatchObject({ status: 'refused' });
	expect(answer.problem).toMatch(problem);
	expect((await planner.campaigns()).map((one) => one.name)).not.toContain(`Refused for ${name}`);
});

it('a plan from another system is refused for a name that was used, in any case, and at the same moment', async () => {
	const both = await Promise.all([1, 2].map(() => planner.plan({ campaign: 'Once' })));
	const later = await planner.plan({ campaign: 'ONCE' });
	expect(both.map(({ status }) => status).sort()).toEqual(['planned', 'refused']);
	expect(later.problem).toBe('A campaign named ONCE was planned before. Choose another name.');
	expect((await planner.campaigns()).filter(({ name }) => /^once$/i.test(name))).toHaveLength(1);
});

describe('the form', () => {
	it('shows what is planned, what the pools hold, and escapes what others wrote', async () => {
		const mean = 'C-2,Ben,"<img src=x>{{ 6*7 }}",FR_DEMOTEL,1';
		const { page } = await planner.check('<i>Shown</i>', [ada, mean]);
		const { campaign } = await planner.stored('<i>Shown</i>');
		expect(page).toContain('&lt;i&gt;Shown&lt;/i&gt;');
		expect(page).not.toMatch(/<i>Shown|<img src=x|>42</);
		expect(page).toContain('<td>2</td><td>&lt;img src=x&gt;{{ 6*7 }}</td>');
		expect(page).toContain('550000 MB left; planned: 500 MB');
		expect(page).toContain(`<td>${campaign.hash.slice(0, 12)}</td>`);
		expect(page).toContain(`/webhook/gift-campaign?key=${campaign.key}`);
	});

	it('shows why the pools are unknown, and plans all the same', async () => {
		const { page } = await planner.check('Elsewhere', ['C-1,Ada,33639980101,NO_SUCH,5']);
		expect(page).toMatch(/Data pools at NO_SUCH<\/th><td>.* says: .*; planned: 5 MB/);
		expect((await planner.stored('Elsewhere')).campaign.status).toBe('planned');
	});

	it('takes a Data Table', async () => {
		const { client } = planner.workspace;
		await createTable(client, 'loyal_customers', { phone: 'string', megabytes: 'number' });
		const listed = [{ phone: '33639980110', megabytes: 7 }, { phone: '33639980111' }];
		await insertRows(client, 'loyal_customers', listed);
		await planner.check('From a table', [], 'loyal_customers');
		const { campaign } = await planner.stored('From a table');
		expect(campaign).toMatchObject({ rows: 2, megabytes: 107 });

		const { page } = await planner.check('From no table', [], 'no_such_table');
		expect(page).toContain("The list has no rows, or no column 'phone'");
	});
});

describe('an approval', () => {
	it('leaves a campaign alone for now, also when there is nobody to ask', async () => {
		for (const choice of ['Not now', 'Ask someone by email']) {
			const { form } = await planner.check(`Later: ${choice}`, [ada]);
			await choose(form, choice, 'The campaign is planned');
			const { campaign } = await planner.stored(`Later: ${choice}`);
			expect(campaign).toMatchObject({ status: 'planned' });
		}
	});

	it('is not of a list that was changed and checked again', async () => {
		const { form } = await planner.check('Changed', [ada]);
		const { client } = planner.workspace;
		await updateRows(client, 'gift_campaigns', { name: 'Changed' }, { hash: 'of another list' });
		await choose(form, 'Approve now', 'The campaign is not approved');
		const { campaign } = await planner.stored('Changed');
		expect(campaign).toMatchObject({ status: 'planned', approvedHash: '' });
	});

	it('by email counts on a yes only', async () => {
		await (await planner.ask('Declined')).submit('["Decline"]');
		const page = await planner.ask('Approved by Sam');
		expect((await planner.stored('Approved by Sam')).campaign.status).toBe('planned');
		await page.submit('["Approve"]');

		const running = async () => {
			const { campaign } = await planner.stored('Approved by Sam');
			return campaign.status === 'running' && campaign;
		};
		const campaign = await waitFor('the approval', running, { timeoutMs: 30_000 });
		const { hash } = campaign;
		expect(campaign).toMatchObject({ approvedHash: hash, approvedBy: 'sam@example.com' });
		const declined = (await planner.stored('Declined')).campaign;
		expect(declined).toMatchObject({ status: 'planned', approvedBy: '' });
	});
});
