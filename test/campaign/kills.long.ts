import { setTimeout as sleep } from 'node:timers/promises';
import { endings } from '../../campaign/types';
import { totalsOf } from '../../campaign/totals';
import { Dice } from '../../sandbox/dice';
import { waitFor } from '../../scripts/host/wait';
import { press } from '../../scripts/try/campaign';
import * as campaigns from '../support/campaign/host';
import { customer, customers } from '../support/campaign/host';
import { insertRows, tableRows } from '../support/dataTables';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const LIMIT_S = 90;

/** Customers the platform refuses. */
const refused = ['999000000403', '999000000404'].map((phone) => ({ ...customer(0), phone }));

describe.each([
	{ mode: 'in queue mode', start: campaigns.startInQueueMode, rows: 2_000, kills: 6 },
	{ mode: 'on SQLite', start: campaigns.startOnSqlite, rows: 600, kills: 3 },
])('a campaign $mode', ({ mode, start, ...size }) => {
	const count = Number(process.env.ROWS ?? size.rows);
	const kills = Number(process.env.KILLS ?? size.kills);
	const limitMs = 120_000 + count * 60 + kills * LIMIT_S * 1000;
	let host: campaigns.CampaignHost;

	beforeAll(async () => {
		host = await start();
	}, 300_000);

	afterAll(async () => {
		await host.stop();
	}, 120_000);

	it('a pause ends all sending within 2 s, and a resume continues it', async () => {
		const { requests } = host;
		// More than are given while it's paused.
		const rows = customers(8_000, 50_000_000);
		const plan = await campaigns.planned(host, `pause-${SEED}`, rows);
		await campaigns.approve(plan);
		const sent = (wanted: number) => () => requests.length >= wanted;
		await waitFor('60 gifts', sent(60), { timeoutMs: 90_000, everyMs: 20 });
		await press(plan.controlUrl, 'pause');
		const paused = Date.now();
		await sleep(12_000);
		const late = requests.map(({ at }) => at - paused).filter((after) => after > 2_000);
		expect(late).toEqual([]);
		expect(requests.length).toBeLessThan(rows.length);
		await press(plan.controlUrl, 'resume');
		await waitFor('more gifts', sent(requests.length + 1), { timeoutMs: 90_000 });
		await press(plan.controlUrl, 'cancel');
	}, 240_000);

	/** Kills servers in turn, each at a random moment of its own slice of the gifts; says when. */
	async function killThrough(isOver: () => boolean) {
		const { servers, requests, sandbox } = host;
		const dice = new Dice(SEED);
		const names = Object.keys(servers);
		const begun = requests.length;
		const moments: number[] = [];
		for (let n = 0; n < kills; n++) {
			// The last tenth is left, so that a kill always strikes a campaign under way.
			const moment = ((n + dice.next()) / kills) * count * 0.9;
			while (requests.length - begun < moment && !isOver()) await sleep(5);
			if (isOver()) break;
			moments.push(Date.now());
			await servers[names[n] ?? dice.pick(names)]?.kill();
			sandbox.world.tokens.expireAccessTokens(sandbox.world.clock.now());
		}
		return moments;
	}

	/** The longest time without a gift from the first kill to the end, in seconds. */
	function longestStall([first = 0, ...others]: number[], end: number): number {
		const gifts = host.requests.map(({ at }) => at).filter((at) => at > first && at < end);
		const moments = [first, ...others, ...gifts, end].sort((a, b) => a - b);
		return Math.max(...moments.slice(1).map((at, n) => at - (moments[n] ?? at))) / 1000;
	}

	it(
		`of ${count} rows ends by itself under ${kills} kills, and nobody gets two gifts or none`,
		async () => {
			const { client, requests } = host;
			const name = `kills-${SEED}`;
			const rows = customers(count - refused.length);
			rows.splice(50, 0, ...refused);
			const last = rows.at(-1)?.phone ?? '';
			const typo = { ...customer(0), phone: '06 12' };
			const duplicate = { ...customer(0), phone: `00${rows[0]?.phone}` };
			const plan = await campaigns.planned(host, name, [...rows, typo, duplicate]);
			expect(plan).toMatchObject({ rows: count, leftOut: 2 });
			await insertRows(client, 'mobile_data_opt_outs', [{ phone: `+${last}` }]);
			await campaigns.approve(plan);

			let finishedAt = 0;
			const isFinished = async () => {
				const found = await tableRows(client, 'mobile_data_campaigns', { name }).catch(() => []);
				finishedAt = Date.parse(String(found[0]?.finishedAt));
				return finishedAt > 0;
			};
			const finished = waitFor('the end', isFinished, { timeoutMs: limitMs, everyMs: 1_000 });
			const [, killed] = await Promise.all([finished, killThrough(() => finishedAt > 0)]);

			const stored = await campaigns.storedOf(host, name);
			const expected = new Map(refused.map(({ phone }) => [phone, 'failed' as const]));
			const wanted = new Map([...expected, [last, 'optedOut' as const]]);
			expect(campaigns.wrongRows(rows, requests, stored, wanted)).toEqual([]);
			const totals = totalsOf(stored.pieces);
			for (const ending of endings) {
				const ended = rows.filter(({ phone }) => stored.results.get(phone) === ending);
				const megabytes = ended.reduce((sum, row) => sum + row.megabytes, 0);
				const said = [totals[ending], totals[`${ending}Mb`]];
				expect([ending, ...said]).toEqual([ending, ended.length, megabytes]);
			}
			expect(stored.campaign).toMatchObject({ status: 'finished', active: false, problem: '' });
			expect(killed).toHaveLength(kills);
			const stall = longestStall(killed, finishedAt);
			process.stderr.write(`seed ${SEED}: ${count} rows ${mode}, longest stall ${stall} s\n`);
			expect(stall).toBeLessThanOrEqual(LIMIT_S);
		},
		limitMs + 60_000,
	);
});
