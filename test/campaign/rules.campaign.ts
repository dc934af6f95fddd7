import { DateTime } from 'luxon';
import { waitFor } from '../../scripts/host/wait';
import type { PlanRequest } from '../../scripts/try/campaign';
import * as campaigns from '../support/campaign/host';
import { customers } from '../support/campaign/host';
import { insertRows, updateRows } from '../support/dataTables';

const AUCKLAND = 'Pacific/Auckland';
const clock = (hours: number) => DateTime.now().setZone(AUCKLAND).plus({ hours }).toFormat('HH:mm');

/** Planned early enough for what somebody does after the approval, before it starts. */
const startAt = () => new Date(Date.now() + 15_000).toISOString();

let host: campaigns.CampaignHost;

beforeAll(async () => {
	host = await campaigns.startOnSqlite();
}, 300_000);

afterAll(async () => {
	await host.stop();
}, 60_000);

async function approved(name: string, rows: object[], settings?: Partial<PlanRequest>) {
	const plan = await campaigns.planned(host, name, rows, settings);
	await campaigns.approve(plan);
	return await campaigns.storedOf(host, name);
}

/** Waits until a campaign's status, and those of its batches, are these. */
async function reached(name: string, ...statuses: string[]): Promise<campaigns.Stored> {
	const isThere = async () => {
		// n8n is killed meanwhile.
		const stored = await campaigns.storedOf(host, name).catch(() => undefined);
		const own = [stored?.campaign.status, ...(stored?.batches ?? []).map(({ status }) => status)];
		return own.join() === statuses.join() && stored;
	};
	return await waitFor(statuses.join(), isThere, { timeoutMs: 150_000, everyMs: 500 });
}

it('a campaign ends by itself though n8n is killed, and nobody gets two gifts or none', async () => {
	const rows = customers(2_000, 1_000);
	await approved('killed', rows);
	const given = () => campaigns.giftsOf(host.requests, 'killed').length;
	await waitFor('the first gifts', () => given() >= 30, { timeoutMs: 90_000, everyMs: 5 });
	await host.servers.n8n?.kill();
	expect(given()).toBeLessThan(rows.length);
	const stored = await reached('killed', 'finished', 'done', 'done');
	expect(campaigns.wrongRows(rows, host.requests, stored)).toEqual([]);
}, 300_000);

it('a campaign gives nothing to numbers that opted out after the approval', async () => {
	const rows = customers(6);
	await approved('opt-outs', rows, { startAt: startAt() });
	const [plain, plus, zeros] = rows.map(({ phone }) => phone);
	const phones = [plain, `+${plus}`, `00${zeros}`];
	const optOuts = phones.map((phone) => ({ phone }));
	await insertRows(host.client, 'mobile_data_opt_outs', optOuts);
	const stored = await reached('opt-outs', 'finished', 'done');
	const expected = new Map(rows.slice(0, 3).map(({ phone }) => [phone, 'optedOut' as const]));
	expect(campaigns.wrongRows(rows, host.requests, stored, expected)).toEqual([]);
}, 180_000);

it('a campaign stops when its list was changed after the approval', async () => {
	const { campaign } = await approved('changed', customers(3, 10), { startAt: startAt() });
	const { planId } = campaign;
	const list = JSON.stringify([{ row: 1, phone: '999500000010', megabytes: 5_000 }]);
	await updateRows(host.client, 'mobile_data_lists', { planId }, { list });
	const stored = await reached('changed', 'planned', 'open');
	const problem =
		'After the approval batch 1 of the list was changed. Check the campaign, then approve it again.';
	expect(stored.campaign.problem).toBe(problem);
	expect(campaigns.giftsOf(host.requests, 'changed')).toEqual([]);
}, 180_000);

it('a campaign waits where its customers have quiet hours, and gives elsewhere', async () => {
	const awake = customers(3, 20).map((row) => ({ ...row, 'time zone': 'Europe/Paris' }));
	const asleep = customers(3, 30).map((row) => ({ ...row, 'time zone': AUCKLAND }));
	const hours = { quietFrom: clock(-1), quietTo: clock(1) };
	await approved('quiet', [...awake, ...asleep], hours);
	await reached('quiet', 'running', 'done', 'open');
	const isPostponed = async () => {
		const { batches } = await campaigns.storedOf(host, 'quiet');
		return Date.parse(String(batches[1]?.leaseUntil)) > Date.now() + 600_000;
	};
	await waitFor('a batch for later', isPostponed, { timeoutMs: 60_000, everyMs: 500 });
	const given = campaigns.giftsOf(host.requests, 'quiet').map(({ msisdn }) => msisdn);
	expect(given.sort()).toEqual(awake.map(({ phone }) => phone));
}, 180_000);
