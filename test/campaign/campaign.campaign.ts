import { setTimeout as sleep } from 'node:timers/promises';

import { waitFor } from '../../scripts/host/wait';
import { planCampaign, press } from '../../scripts/try/campaign';
import { measured } from '../queue/support/measured';
import { startInQueueMode, startOnSqlite, type CampaignHost } from './support/host';
import { faultless, judge, resultsOf, stalls, wrongProgress, type Result } from './support/judge';
import { killThrough } from './support/kills';
import { customer, type Planned } from './support/plan';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const LIMIT_S = 90;

/** Customers the platform refuses. */
const refused: Planned[] = ['999000000403', '999000000404'].map((phone) => ({
	...customer(0),
	phone,
}));

/** Rows that are rejected at planning: no phone number, and the first one in another form. */
const rejected = ([first]: Planned[]) => [
	{ phone: '06 12', megabytes: 10, operator: 'XZ_SANDBOX', customer: 'typo' },
	{ phone: `00${first?.phone}`, megabytes: 10, operator: 'XZ_SANDBOX', customer: 'again' },
];

/** Plans a campaign as a CRM does, and approves it as a person does. */
async function approved({ webhooks, tables }: CampaignHost, campaign: string, rows: Planned[]) {
	const list = rows.map(({ mb, ...row }) => ({ ...row, megabytes: mb }));
	const budget = rows.reduce((sum, { mb }) => sum + mb, 0);
	const asked = { campaign, service: 'LOYALTYDATA01', budget, rows: [...list, ...rejected(rows)] };
	const planned = await planCampaign(webhooks, asked);
	if (planned.status !== 'planned') throw new Error(`Not planned: ${planned.problem}`);
	await press(planned.statusUrl, 'approve', { hash: planned.hash, by: 'test' });
	const [row] = await tables.rows('gift_campaigns', { name: campaign });
	return { ...planned, id: row?.id ?? 0 };
}

describe.each([
	{ mode: 'in queue mode', start: startInQueueMode, rows: 2_000, kills: 6 },
	{ mode: 'on SQLite', start: startOnSqlite, rows: 600, kills: 3 },
])('a campaign $mode', ({ mode, start, ...size }) => {
	const count = Number(process.env.ROWS ?? size.rows);
	const kills = Number(process.env.KILLS ?? size.kills);
	const limitMs = 120_000 + count * 60 + kills * LIMIT_S * 1000;
	let host: CampaignHost;

	beforeAll(async () => {
		host = await start();
	}, 300_000);

	afterAll(async () => {
		await host.stop();
	}, 120_000);

	it('sends nothing later than 2 s after a pause, and goes on when resumed', async () => {
		const { requests } = host;
		const rows = Array.from({ length: 400 }, (_, n) => customer(50_000_000 + n));
		const { statusUrl } = await approved(host, `pause-${SEED}`, rows);
		const sent = async (wanted: number) => {
			const isThere = async () => await Promise.resolve(requests.length >= wanted || undefined);
			await waitFor(`${wanted} gifts`, isThere, { timeoutMs: 90_000, everyMs: 20 });
		};
		await sent(60);
		await press(statusUrl, 'pause');
		const paused = Date.now();
		const before = requests.length;
		await sleep(12_000);
		const late = requests.slice(before).map(({ at }) => at - paused);
		measured(
			`${mode}: ${before} requests before the pause, ${late.length} after it, the last after ${late.at(-1) ?? 0} ms`,
		);

		expect(late.at(-1) ?? 0).toBeLessThanOrEqual(2_000);
		expect(requests.length).toBeLessThan(rows.length);
		await press(statusUrl, 'resume');
		await sent(requests.length + 1);
		await press(statusUrl, 'cancel');
	}, 240_000);

	it(
		`of ${count} rows ends by itself under ${kills} kills, and nobody gets two gifts or none`,
		async () => {
			const { tables, requests } = host;
			const name = `kills-${SEED}`;
			const customers = Array.from({ length: count - refused.length }, (_, n) => customer(n));
			const rows = [...customers.slice(0, 50), ...refused, ...customers.slice(50)];
			const last = rows.at(-1)?.phone ?? '';
			const planned = await approved(host, name, rows);
			expect(planned).toMatchObject({
				rows: count,
				rejected: [{ row: count + 1 }, { row: count + 2 }],
			});
			const { id: campaign } = planned;
			await tables.insert('gift_opt_outs', [{ phone: `+${last}`, reason: 'asked by phone' }]);
			const began = Date.now();

			let isOver = false;
			const finished = waitFor(
				'the campaign finished',
				async () => {
					const [row] = await tables.rows('gift_campaigns', { id: campaign });
					return row?.status === 'finished' ? row : undefined;
				},
				{ timeoutMs: limitMs, everyMs: 1_000 },
			).finally(() => {
				isOver = true;
			});
			const options = { gifts: count, count: kills, seed: SEED, isOver: () => isOver };
			const [end, killed] = await Promise.all([finished, killThrough(host, options)]);
			const finishedAt = Date.parse(String(end.finishedAt));
			const cost = stalls(requests, killed, finishedAt);
			measured(`seed ${SEED}: ${count} rows ${mode} in ${(finishedAt - began) / 1000} s`);
			measured(killed.map(({ name: who }, n) => `${who} ${cost[n]} s`).join(', '));
			measured(`started again: ${host.supervisor.restarts.join(', ')}`);

			const results = await resultsOf(tables, campaign);
			const expected = new Map<string, Result>([
				...refused.map(({ phone }) => [phone, 'failed'] as const),
				[last, 'optedOut'],
			]);
			expect(judge(name, rows, requests, results, expected)).toEqual(faultless);
			const progress = await tables.rows('gift_progress', { campaign });
			expect(wrongProgress(rows, results, progress)).toEqual([]);
			expect(killed).toHaveLength(kills);
			expect(Math.max(...cost)).toBeLessThanOrEqual(LIMIT_S);
		},
		limitMs + 60_000,
	);
});
