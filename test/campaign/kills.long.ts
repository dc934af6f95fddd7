import { setTimeout as sleep } from 'node:timers/promises';
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

	it('sends nothing later than 2 s after a pause, and goes on when resumed', async () => {
		const { requests } = host;
		const rows = customers(400, 50_000_000);
		const { statusUrl } = await campaigns.approved(host, `pause-${SEED}`, rows);
		const sent = (wanted: number) => () => requests.length >= wanted;
		await waitFor('60 gifts', sent(60), { timeoutMs: 90_000, everyMs: 20 });
		await press(statusUrl, 'pause');
		const paused = Date.now();
		await sleep(12_000);
		const late = requests.map(({ at }) => at - paused).filter((after) => after > 2_000);
		expect(late).toEqual([]);
		expect(requests.length).toBeLessThan(rows.length);
		await press(statusUrl, 'resume');
		await waitFor('more gifts', sent(requests.length + 1), { timeoutMs: 90_000 });
		await press(statusUrl, 'cancel');
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
			const typo = { phone: '06 12', megabytes: 10, operator: 'XZ_SANDBOX', customer: 'typo' };
			const duplicate = { ...typo, phone: `00${rows[0]?.phone}` };
			const { rejected } = await campaigns.approved(host, name, rows, [typo, duplicate]);
			await insertRows(client, 'gift_opt_outs', [{ phone: `+${last}`, reason: 'by phone' }]);
			expect(rejected).toMatchObject([{ row: count + 1 }, { row: count + 2 }]);

			let finishedAt = 0;
			const isFinished = async () => {
				const [row] = await tableRows(client, 'gift_campaigns', { name }).catch(() => []);
				if (row?.status === 'finished') finishedAt = Date.parse(String(row.finishedAt));
				return finishedAt > 0;
			};
			const finished = waitFor('the end', isFinished, { timeoutMs: limitMs, everyMs: 1_000 });
			const [, killed] = await Promise.all([finished, killThrough(() => finishedAt > 0)]);

			const { id, results } = await campaigns.resultsOf(host, name);
			const expected = new Map(refused.map(({ phone }) => [phone, 'failed']));
			expected.set(last, 'optedOut');
			expect(campaigns.wrongRows(name, rows, requests, results, expected)).toEqual([]);
			const progress = await tableRows(client, 'gift_progress', { campaign: id });
			for (const kind of ['given', 'already', 'failed', 'inDoubt', 'optedOut']) {
				const counted = [...results.values()].filter((result) => result === kind).length;
				const said = progress.reduce((sum, row) => sum + Number(row[kind]), 0);
				expect([kind, said]).toEqual([kind, counted]);
			}
			expect(killed).toHaveLength(kills);
			const stall = longestStall(killed, finishedAt);
			process.stderr.write(`seed ${SEED}: ${count} rows ${mode}, longest stall ${stall} s\n`);
			expect(stall).toBeLessThanOrEqual(LIMIT_S);
		},
		limitMs + 60_000,
	);
});
