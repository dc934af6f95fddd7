import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import freePort from 'get-port';

import { projectRoot } from '../../scripts/host/paths';
import { waitFor } from '../../scripts/host/wait';
import { ready, startLooking, stopLooking, type Looking } from '../support/e2e/looking';
import { deploymentFolder } from '../support/queue/deployment';
import { databaseCredential } from '../support/queue/queueHost';
import { Postgres } from '../support/queue/servers';
import { customer, recordGifts } from '../support/campaign/host';
import { faultless, judge, resultsIn } from '../support/campaign/judge';

const COUNT = 300;
const NAME = 'postgresql';
const file = join(projectRoot, 'workflows', 'campaign-run-postgresql.json');
const folder = join(tmpdir(), `campaign-postgresql-${process.pid}`);

let postgres: Postgres;
let host: Looking;

beforeAll(async () => {
	postgres = new Postgres(folder, await freePort());
	await postgres.start();
	await postgres.runFile(join(deploymentFolder, 'campaigns.sql'));
	host = await startLooking(
		(url) => ({ campaignRun: ready({ file }, url) }),
		() => [databaseCredential(postgres)],
	);
	await host.client.activate('campaignRun');
}, 300_000);

afterAll(async () => {
	await stopLooking(host);
	await postgres.stop();
	rmSync(folder, { recursive: true, force: true });
}, 60_000);

it(`runs a campaign of ${COUNT} rows from PostgreSQL, with n8n killed on the way`, async () => {
	const requests = recordGifts(host.sandbox);
	const rows = Array.from({ length: COUNT }, (_, n) => customer(n));
	const values = rows.map((row) => `('${NAME}', '${row.phone}', ${row.mb}, '${row.operator}')`);
	await postgres.rows(`INSERT INTO gift_rows VALUES ${values.join(', ')}`);
	const optedOut = rows[COUNT - 1]?.phone ?? '';
	await postgres.rows(`SELECT plan_gift_campaign('${NAME}', 'LOYALTYDATA01', 1000000)`);
	await postgres.rows(`INSERT INTO gift_opt_outs VALUES ('${optedOut}')`);
	const approve = async (hash: string) =>
		await postgres.rows(`SELECT approve_gift_campaign(1, ${hash}, 'test')`);
	expect(await approve(`'of another list'`)).toEqual(['f']);
	expect(await approve(`(SELECT hash FROM gift_campaigns)`)).toEqual(['t']);

	const hasBegun = () => requests.length > 50;
	await waitFor('50 gifts', hasBegun, { timeoutMs: 120_000, everyMs: 20 });
	await host.n8n.kill();
	await host.n8n.start();
	const isFinished = async () =>
		(await postgres.rows('SELECT status FROM gift_campaigns'))[0] === 'finished';
	await waitFor('the campaign finished', isFinished, { timeoutMs: 300_000, everyMs: 1_000 });

	const results = resultsIn(await postgres.rows('SELECT results FROM gift_batches'));
	const expected = new Map([[optedOut, 'optedOut'] as const]);
	expect(judge(NAME, rows, requests, results, expected)).toEqual(faultless);
	const counted = await postgres.rows('SELECT sum(given), sum("optedOut") FROM gift_progress');
	expect(counted).toEqual([`${COUNT - 1}\t1`]);
}, 480_000);

it('stops when a batch was changed after the approval', async () => {
	const values = `('changed', '${customer(COUNT).phone}', 10, '')`;
	await postgres.rows(`INSERT INTO gift_rows VALUES ${values}`);
	await postgres.rows(`SELECT plan_gift_campaign('changed', 'LOYALTYDATA01', 1000)`);
	const changed = `UPDATE gift_batches SET list = replace(list, '10', '9000') WHERE campaign = 2`;
	await postgres.rows(`${changed} RETURNING 1`);
	const where = 'FROM gift_campaigns WHERE id = 2';
	await postgres.rows(`SELECT approve_gift_campaign(id, hash, 'test') ${where}`);
	const isVoid = async () => {
		const [row] = await postgres.rows(`SELECT status, problem ${where}`);
		return row?.startsWith('planned\tBatch 1 was changed');
	};
	await waitFor('the approval is void', isVoid, { timeoutMs: 60_000, everyMs: 500 });
	const gifts = host.sandbox.world.ledger.entries.filter(({ gift }) =>
		gift?.clientId?.startsWith('changed'),
	);
	expect(gifts).toEqual([]);
}, 90_000);
