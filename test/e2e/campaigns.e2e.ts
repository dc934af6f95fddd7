import axios from 'axios';
import { waitFor } from '../../scripts/host/wait';
import { totalsOf } from '../../campaign/totals';
import { hashOf } from '../../campaign/seal';
import type { Piece, Campaign } from '../../campaign/types';
import { safeHeaders } from '../../nodes/MobileBillingTrigger/receive';
import { deskUrl, figuresOf, planCampaign, press, type Plan } from '../../scripts/try/campaign';
import { formLogin } from '../../scripts/try/credentials';
import { campaignsWorkflow } from '../../scripts/try/workflows';
import {
	deleteCampaigns,
	insertRows,
	tableRows,
	updateRows,
	type TableRow,
} from '../support/dataTables';
import { sampleCampaign, storeCampaign } from '../support/sampleCampaign';
import { toldIn } from '../support/e2e/calling';
import { ready, Workspace } from '../support/workspace';

let workspace: Workspace;
const http = axios.create({ proxy: false, validateStatus: () => true, maxRedirects: 0 });

beforeAll(async () => {
	workspace = await Workspace.open();
	await deleteCampaigns(workspace.client);
	const workflow = ready(campaignsWorkflow, workspace.sandbox.url);
	// As somebody sets it up who wants messages.
	for (const node of workflow.nodes) delete node.disabled;
	await workspace.publish({ [campaignsWorkflow.id]: workflow });
	const desk = async () => (await http.get(deskUrl(workspace.url), browser)).status === 200;
	await waitFor('the desk', desk, { timeoutMs: 30_000 });
});

afterAll(async () => {
	await workspace.close();
});

const browser = { auth: formLogin, headers: { accept: 'text/html' } };

async function stored(name: string) {
	const { client } = workspace;
	const [campaign] = await tableRows<Campaign & TableRow>(client, 'mobile_data_campaigns', {
		name,
	});
	const where = { planId: campaign?.planId ?? '' };
	const pieces = await tableRows<Piece & TableRow>(client, 'mobile_data_pieces', where);
	return { campaign, pieces };
}

/** The messages to the team about a campaign, without those of other tests. */
async function toldOf(name: string): Promise<string[]> {
	return (await toldIn(workspace, 'campaigns')).filter((text) => text.includes(`“${name}”`));
}

const count = 2400;
const phoneOf = (n: number) => `9995${String(n + 1).padStart(8, '0')}`;
const before = () => new Date(Date.now() - 60_000).toISOString();
const plan = async (campaign: string, rows: object[], more: object = {}) =>
	await planCampaign(workspace.url, {
		campaign,
		service: 'LOYALTYDATA01',
		country: 'international',
		budget: 50_000,
		startAt: before(),
		rows,
		...more,
	});

it('a campaign is planned, approved and run to its end', async () => {
	const { client, sandbox } = workspace;
	await insertRows(client, 'mobile_data_opt_outs', [{ phone: phoneOf(7) }]);
	const customers = Array.from({ length: count }, (_, n) => ({
		phone: phoneOf(n),
		megabytes: 1 + (n % 3),
		customer: `C-${n}`,
	}));
	const rows = [...customers, { phone: 'x', megabytes: 5 }, { phone: phoneOf(3), megabytes: 5 }];
	const planned = await plan('Thin', rows);
	expect(planned).toMatchObject({ status: 'planned', rows: count - 1, leftOut: 3 });
	expect(await stored('Thin')).toMatchObject({
		campaign: { status: 'planned', rows: count - 1, pieces: 3 },
	});

	await insertRows(client, 'mobile_data_opt_outs', [{ phone: `+${phoneOf(8)}` }]);
	const requestsBefore = sandbox.world.traffic.report().total;
	await press(planned.controlUrl, 'approve', { hash: planned.hash, by: 'test' });
	const began = Date.now();
	const finished = async () => (await figuresOf(planned.statusUrl)).status === 'finished';
	await waitFor('the end', finished, { timeoutMs: 90_000, everyMs: 100 });
	const seconds = (Date.now() - began) / 1000;
	process.stderr.write(`campaign: ${Math.round(count / seconds)} rows/s\n`);

	const { campaign, pieces } = await stored('Thin');
	const totals = totalsOf(pieces);
	expect(campaign).toMatchObject({ active: false, problem: '' });
	expect(JSON.parse(campaign?.approvals ?? '[]')).toMatchObject([{ by: 'test' }]);
	expect(totals).toMatchObject({ rows: count - 1, given: count - 2, optedOut: 1, notSent: 0 });
	expect(await figuresOf(planned.statusUrl)).toMatchObject({
		pace: expect.stringMatching(/requests, .*answered within .*held back by/) as string,
	});
	expect(totals.givenMb + totals.optedOutMb).toBe(campaign?.megabytes);
	const gifts = sandbox.world.ledger.entries.flatMap(({ gift }) => (gift ? [gift.clientId] : []));
	expect(gifts).toHaveLength(count - 2);
	expect(new Set(gifts).size).toBe(count - 2);
	const requests = sandbox.world.traffic.report().total - requestsBefore;
	expect(requests / count).toBeLessThan(1.05);

	expect(await toldOf('Thin')).toEqual([
		`Waiting for approval: 2,399 rows, 4,798 MB, budget 50,000 MB, 3 rows left out. ${deskUrl(workspace.url)} Campaign “Thin”. 2,400 numbers are in no numbering plan: rows 1, 2, 3, 4, 5 and more. To leave such numbers out, change how the list is read: “Numbers Outside Numbering Plans”.`,
		`Finished. Given: 2,398 rows, 4,795 MB. Opted out: 1 row, 3 MB. ${planned.statusUrl} Campaign “Thin”.`,
	]);
	const { data, headers } = await http.get<string>(`${planned.controlUrl}&format=file`);
	expect(headers['content-disposition']).toBe('attachment; filename="Thin.csv"');
	expect(data.trim().split('\r\n')).toHaveLength(1 + count - 1 + 3);
});

/** Stores so many canceled campaigns, so that those of before aren't among the newest. */
async function storeNewer(size: number): Promise<void> {
	const newer = Array.from({ length: size }, (_, n) => {
		const { campaign } = sampleCampaign({ name: `Newer ${n}`, status: 'canceled' });
		return { ...campaign, id: undefined };
	});
	await insertRows(workspace.client, 'mobile_data_campaigns', newer);
}

it('a corrected list says who got a gift before; added to its campaign, it gives nobody a second one', async () => {
	const customers = Array.from({ length: 5 }, (_, n) => ({
		phone: phoneOf(90_000 + n),
		megabytes: 5,
	}));
	const phones = customers.map(({ phone }) => phone);
	const gifts = () => {
		const all = workspace.sandbox.world.ledger.entries.flatMap(({ gift }) => gift ?? []);
		return all.filter(({ msisdn }) => phones.includes(msisdn)).map(({ msisdn }) => msisdn);
	};
	const run = async ({ controlUrl, hash, statusUrl }: Plan) => {
		await press(controlUrl, 'approve', { hash, by: 'test' });
		const finished = async () => (await figuresOf(statusUrl)).status === 'finished';
		await waitFor('the end', finished, { timeoutMs: 90_000, everyMs: 100 });
	};
	const wrong = { ...customers[4], phone: 'x' };
	await run(await plan('Lost zeros', [...customers.slice(0, 4), wrong]));
	expect(gifts()).toEqual(expect.arrayContaining(phones.slice(0, 4)));

	// The desk shows the newest 100 campaigns; a plan must know the older ones, too.
	await storeNewer(100);
	const again = await plan('Corrected', customers);
	expect(again).toMatchObject({
		rows: 5,
		check: { gotBefore: [{ campaign: 'Lost zeros', rows: 4 }] },
	});
	const page = await http.get<string>(again.controlUrl, browser);
	expect(page.data).toContain('4 of 5 numbers got a gift of this service in the last 90 days');

	const rest = await plan('Corrected', customers, { leaveOutGiven: true });
	expect(rest).toMatchObject({ rows: 1, leftOut: 4 });

	const asked = { service: 'LOYALTYDATA01', country: 'international', budget: 50_000 };
	const taken = { ...asked, campaign: 'LOST ZEROS', rows: customers };
	expect(await planCampaign(workspace.url, taken)).toMatchObject({ status: 'draft' });
	const added = await plan('Lost zeros', customers, { addsRows: true });
	expect(added).toMatchObject({ rows: 5, leftOut: 0 });
	await run(added);
	const { results } = await figuresOf(added.statusUrl);
	expect(results).toMatchObject({ givenBefore: { rows: 4 }, given: { rows: 1 } });
	expect(gifts().sort()).toEqual([...phones].sort());
});

it('rows that are corrected at the desk, before the approval and after the end, are given once each', async () => {
	const phones = [0, 1, 2].map((n) => phoneOf(95_000 + n));
	const form = new FormData();
	const fields = {
		campaign: 'Typed',
		service: 'LOYALTYDATA01',
		country: 'international',
		budget: '50',
		startAt: before(),
	};
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	const lines = ['phone;megabytes', `${phones[0] ?? ''};5`, 'x;6', 'y;7'];
	form.append('list', new Blob([lines.join('\n')]), 'list.csv');
	const planned = await planCampaign(workspace.url, form);
	expect(planned).toMatchObject({ rows: 1, leftOut: 2 });
	/** Sends the form as it's shown, with a number for a row. */
	const correct = async (typed: Record<string, string>) => {
		const { campaign } = await stored('Typed');
		const address = `${deskUrl(workspace.url)}?correct=${campaign?.controlKey ?? ''}`;
		const { data } = await http.get<string>(address, browser);
		const shown = new FormData();
		const inputs = data.matchAll(/<input\s+(?:type="hidden" )?name="(\w+)"[^>]*?value="([^"]*)"/g);
		for (const [, name = '', value = ''] of inputs) shown.append(name, value);
		for (const [name, value] of Object.entries(typed)) shown.set(name, value);
		const origin = { ...browser.headers, origin: 'null' };
		const { status, headers } = await http.post(address, shown, { ...browser, headers: origin });
		expect(status).toBe(303);
		const page = `${deskUrl(workspace.url)}/../${String(headers.location)}`;
		const { data: figures } = await http.get<Plan>(`${new URL(page).href}&format=json`);
		return { ...figures, controlUrl: new URL(page).href, statusUrl: new URL(page).href };
	};
	const end = async ({ controlUrl, hash }: Plan) => {
		await press(controlUrl, 'approve', { hash, by: 'test' });
		const finished = async () => (await figuresOf(controlUrl)).status === 'finished';
		await waitFor('the end', finished, { timeoutMs: 90_000, everyMs: 100 });
	};
	const inPlace = await correct({ phone3: phones[1] ?? '' });
	expect(inPlace).toMatchObject({ status: 'planned', rows: 2, leftOut: 1 });
	await end(inPlace);
	const { data: file } = await http.get<string>(`${inPlace.controlUrl}&format=file`);
	expect(file).toContain(`${phones[1] ?? ''};6;Given`);
	const added = await correct({ phone4: phones[2] ?? '', budget: '7' });
	expect(added).toMatchObject({ status: 'planned', rows: 1, leftOut: 0 });
	await end(added);
	const all = workspace.sandbox.world.ledger.entries.flatMap(({ gift }) => gift ?? []);
	const given = all.filter(({ msisdn }) => phones.includes(msisdn)).map(({ msisdn }) => msisdn);
	expect(given.sort()).toEqual(phones);
});

it('100,000 customers with 1 GB each are planned and approved', async () => {
	const rows = 100_000;
	const lines = Array.from({ length: rows }, (_, n) => `${phoneOf(10_000 + n)};1024`);
	const form = new FormData();
	const startAt = new Date(Date.now() + 86_400_000).toISOString();
	const budget = String(rows * 1024);
	const fields = {
		campaign: 'Large',
		service: 'LOYALTYDATA01',
		country: 'international',
		budget,
		startAt,
	};
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	form.append('list', new Blob([['phone;megabytes', ...lines].join('\n')]), 'list.csv');
	const planned = await planCampaign(workspace.url, form);
	expect(planned).toMatchObject({ status: 'planned', rows, megabytes: 102_400_000, leftOut: 0 });
	const page = await press(planned.controlUrl, 'approve', { hash: planned.hash, by: 'test' });
	expect(page).toContain('Approved, waiting for its start');
	const figures = { status: 'running', results: { notSent: { rows, megabytes: 102_400_000 } } };
	expect(await figuresOf(planned.statusUrl)).toMatchObject({ budget: 102_400_000, ...figures });
	await press(planned.controlUrl, 'cancel');
});

it('a cell that somebody changed stops its campaign, and no other one', async () => {
	const { client, sandbox } = workspace;
	const [pieces, campaigns] = ['mobile_data_pieces', 'mobile_data_campaigns'];
	const rowsFrom = (first: number) =>
		Array.from({ length: 1500 }, (_, n) => ({ phone: phoneOf(first + n), megabytes: 1 }));
	const changed = await plan('Changed', rowsFrom(200_000));
	const beside = await plan('Beside', rowsFrom(210_000));
	const approve = async ({ controlUrl, hash }: typeof changed) =>
		await press(controlUrl, 'approve', { hash, by: 'test' });
	const ended = async ({ statusUrl }: typeof changed) => {
		const isFinished = async () => (await figuresOf(statusUrl)).status === 'finished';
		await waitFor('the end', isFinished, { timeoutMs: 90_000, everyMs: 200 });
	};
	const shown = async (url: string) => (await http.get<string>(url, browser)).data;
	const inHtml = (text: string) => text.replaceAll("'", '&#39;');
	const { campaign, pieces: [first] = [] } = await stored('Changed');
	const [{ id = 0, planId = '', round = 0 }, { place }] = [campaign ?? {}, first ?? {}];

	await approve(changed);
	await updateRows(client, campaigns, { id }, { round: null });
	await approve(beside);
	await ended(beside);
	expect(await figuresOf(beside.statusUrl)).toMatchObject({ results: { given: { rows: 1500 } } });
	const ofCampaign = inHtml(`'round' in row ${id} of ${campaigns} must be a whole number from 0`);
	for (const url of [changed.statusUrl, deskUrl(workspace.url)]) {
		expect(await shown(url)).toContain(ofCampaign);
	}

	const [paused] = await tableRows(client, campaigns, { id });
	expect(paused?.status).toBe('paused');
	expect(inHtml(String(paused?.problem))).toContain(ofCampaign);
	await updateRows(client, pieces, { planId }, { place: 'Somewhere' });
	await updateRows(client, campaigns, { id }, { round: round + 1, status: 'running' });
	const isPaused = async () => (await figuresOf(changed.statusUrl)).status === 'paused';
	await waitFor('the pause', isPaused, { timeoutMs: 60_000, everyMs: 200 });
	const ofPiece = /'place' in row \d+ of mobile_data_pieces must be a time zone/;
	const { problem } = await figuresOf(changed.statusUrl);
	expect(problem?.words).toMatch(ofPiece);
	const told = async () => (await toldOf('Changed')).filter((text) => text.startsWith('Paused.'));
	await waitFor('the message', async () => (await told()).length > 0, { timeoutMs: 10_000 });
	expect(await told()).toEqual([expect.stringMatching(ofPiece)]);

	await updateRows(client, pieces, { planId }, { place });
	await press(changed.controlUrl, 'resume');
	await ended(changed);
	const { entries } = sandbox.world.ledger;
	const given = entries.flatMap(({ gift }) =>
		gift?.clientId?.startsWith('Changed-') ? [gift] : [],
	);
	expect([given.length, new Set(given.map(({ msisdn }) => msisdn)).size]).toEqual([1500, 1500]);
});

it('a browser plans with a file, and is redirected to the page of the campaign', async () => {
	const form = new FormData();
	const fields = {
		campaign: 'By form',
		service: 'LOYALTYDATA01',
		country: 'international',
		budget: '100',
		megabytes: '',
	};
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	form.append('list', new Blob([`phone;megabytes\n${phoneOf(1)};5\n0660;5\n`]), 'list.csv');
	const { status, headers } = await http.post(deskUrl(workspace.url), form, browser);
	const location = String(headers.location);
	expect([status, location]).toEqual([
		303,
		expect.stringMatching(/^mobile-data-campaign\?key=\w{32}$/),
	]);
	const url = `${workspace.url}/webhook/${location}`;
	const page = await http.get<string>(url);
	expect(page.data).toContain('Waiting for approval');
	expect(page.data).toContain('list.csv');
	expect(page.data).toContain('Left out: 1 row');
	expect((await http.get<string>(`${url}&format=file`)).data).toMatch(
		/^\uFEFF?phone;megabytes;result;reason\r\n\d+;5;Not sent;\r\n0660;5;Left out;/,
	);
	expect((await http.get<string>(deskUrl(workspace.url), browser)).data).toContain('By form');
});

it('of two plans with the same name, one is approved, and at the same moment at most one', async () => {
	const approved = async (name: string, approve: (plans: Plan[]) => Promise<unknown>) => {
		const rows = [{ phone: phoneOf(1), megabytes: 1 }];
		await approve([await plan(name, rows), await plan(name, rows)]);
		const campaigns = await tableRows(workspace.client, 'mobile_data_campaigns', { name });
		return campaigns.map(({ status }) => (status === 'finished' ? 'running' : status));
	};
	const pressOn = async (one: Plan | undefined) =>
		await press(one?.controlUrl ?? '', 'approve', { hash: one?.hash ?? '', by: 'test' });
	expect(await approved('Younger', async ([, younger]) => await pressOn(younger))).toEqual([
		'draft',
		'running',
	]);
	const both = await approved('Both', async (all) => await Promise.all(all.map(pressOn)));
	expect(both.filter((status) => status === 'running').length).toBeLessThan(2);
});

it.each(['Insert pieces', 'Insert lists'])(
	'no campaign is stored if a node fails: %s',
	async (failing) => {
		const broken = ready(campaignsWorkflow, workspace.sandbox.url);
		for (const { name, parameters } of broken.nodes) {
			if ('path' in parameters) parameters.path = `${failing}-${name}`.replaceAll(' ', '-');
			if (name === failing) parameters.dataTableId = { __rl: true, mode: 'name', value: 'missing' };
		}
		await workspace.publish({ [failing.replace(' ', '')]: broken });
		const url = `${workspace.url}/webhook/${failing}-Campaign-desk`.replace(' ', '-');
		const rows = [{ phone: phoneOf(1), megabytes: 1 }];
		const asked = {
			campaign: failing,
			service: 'LOYALTYDATA01',
			country: 'international',
			budget: 50,
			rows,
		};
		const refused = async () => (await http.post(url, asked, { auth: formLogin })).status === 500;
		await waitFor('an error', refused, { timeoutMs: 30_000 });
		expect((await stored(failing)).campaign).toBeUndefined();
	},
);

const pageUrl = (key: string) => `${workspace.url}/webhook/mobile-data-campaign?key=${key}`;

it('the desk and the file forbid caching, framing, sniffing and referrers', async () => {
	const { campaign } = await storeCampaign(workspace.client, { name: 'Sent file' });
	for (const url of [deskUrl(workspace.url), `${pageUrl(campaign.controlKey)}&format=file`]) {
		expect((await http.get<string>(url, browser)).headers).toMatchObject(safeHeaders);
	}
});

it('the page forbids caching and scripts, and reloads itself by its key alone', async () => {
	const { campaign } = await storeCampaign(workspace.client, { name: 'Headers' });
	const { status, headers, data } = await http.get<string>(
		`${pageUrl(campaign.viewKey)}&done=pause`,
	);
	expect([status, headers]).toMatchObject([
		200,
		{
			...safeHeaders,
			'content-type': 'text/html; charset=utf-8',
			refresh: `5; url=?key=${campaign.viewKey}`,
		},
	]);
	expect(headers['content-security-policy']).toMatch(/^sandbox (?!.*allow-same-origin)/);
	expect(data).not.toMatch(/<script|https?:/);
	const still = await http.get<string>(`${pageUrl(campaign.viewKey)}&view=still`);
	expect(still.headers.refresh ?? '').toBe('');
	const json = await http.get<object>(`${pageUrl(campaign.viewKey)}&format=json`);
	expect(json.headers['content-type']).toBe('application/json; charset=utf-8');
	expect(JSON.stringify(json.data)).not.toMatch(/336399800|C-1|(view|control)Key/);
});

const again = { status: 'running', active: true };
const opened = { status: 'open' };

/** The change by a button: columns of the campaign, its figures, columns of each piece. */
type Effect = Record<'campaign' | 'figures' | 'piece', object> & { says: string };
const effects: [button: string, status: Campaign['status'], effect: Partial<Effect>][] = [
	[
		'approve',
		'planned',
		{ campaign: { ...again, approvals: expect.stringContaining('"by":"ben"') } },
	],
	['pause', 'running', { campaign: { status: 'paused' } }],
	['cancel', 'running', { campaign: { status: 'canceled' } }],
	['retry', 'finished', { campaign: again, figures: { failed: 0, notSent: 3 }, piece: opened }],
	['countGiven', 'finished', { figures: { inDoubt: 0, given: 5, failed: 2 } }],
	['changeBudget', 'paused', { campaign: { budget: 3_000_000 } }],
	['raiseDayLimit', 'paused', { campaign: { megabytesPerDay: 700.5 } }],
	['addOptOut', 'paused', { says: '+447700900999 is on the opt-out list since ' }],
];

it.each(effects)(
	'a button does what it says: %s of a %s campaign',
	async (button, status, effect) => {
		const name = `Button ${button}`;
		const settings = { name, status, megabytesPerDay: 600 };
		const { campaign } = await storeCampaign(workspace.client, settings);
		const before = await stored(name);
		const optOuts = async () => {
			const rows = await tableRows(workspace.client, 'mobile_data_opt_outs');
			return rows.filter(({ phone }) => phone === '+447700900999').length;
		};
		const had = await optOuts();
		const filled = { budget: '3000000', megabytesPerDay: '700.5', phone: '+44 7700 900999' };
		const more = { hash: hashOf(campaign), by: 'ben', ...filled };
		const refusal = await press(pageUrl(campaign.viewKey), button, more);
		expect(refusal).toContain('Nothing was changed: this address shows the campaign');
		expect(await stored(name)).toEqual(before);

		const page = await press(pageUrl(campaign.controlKey), button, more);
		expect(page).not.toContain('Nothing was changed');
		const { campaign: changed = { status }, figures, piece = {}, says = '' } = effect;
		expect(page).toContain(says);
		const now = await stored(name);
		expect(now.campaign).toMatchObject(changed);
		expect(totalsOf(now.pieces)).toMatchObject({ ...figures, rows: 12, megabytes: 18_006 });
		for (const one of now.pieces) expect(one).toMatchObject(piece);
		expect(await optOuts()).toBe(had + (button === 'addOptOut' ? 1 : 0));
	},
);
