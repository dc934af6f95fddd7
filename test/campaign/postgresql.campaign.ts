import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import freePort from 'get-port';

import { projectRoot } from '../../scripts/host/paths';
import { waitFor } from '../../scripts/host/wait';
import { ready, startLooking, stopLooking, type Looking } from '../e2e/support/looking';
import { deploymentFolder } from '../queue/support/deployment';
import { measured } from '../queue/support/measured';
import { PostgresServer } from '../queue/support/postgres';
import { findQueuePrograms } from '../queue/support/programs';
import { recordGifts } from './support/gifts';
import { faultless, judge, resultsIn } from './support/judge';
import { customer } from './support/plan';

const COUNT = 300;
const NAME = 'postgresql';
const file = join(projectRoot, 'workflows', 'campaign-run-postgresql.json');
const folder = join(tmpdir(), `campaign-postgresql-${process.pid}`);

let postgres: PostgresServer;
let host: Looking;

beforeAll(async () => {
	const access = { port: await freePort(), user: 'n8n', password: 'n8n', database: 'campaigns' };
	postgres = new PostgresServer(findQueuePrograms().postgresFolder, folder, access);
	await postgres.start();
	await postgres.runFile(join(deploymentFolder, 'campaigns.sql'));
	const data = { ...access, host: '127.0.0.1', ssl: 'disable' };
	host = await startLooking(
		(url) => ({ campaignRun: ready({ file }, url) }),
		() => [{ id: 'queueDatabase', name: 'Queue database', type: 'postgres', data }],
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
	const began = Date.now();

	const hasBegun = async () => await Promise.resolve(requests.length > 50 || undefined);
	await waitFor('50 gifts', hasBegun, { timeoutMs: 120_000, everyMs: 20 });
	await host.n8n.kill();
	await host.n8n.start();
	const isFinished = async () => {
		const [status] = await postgres.rows('SELECT status FROM gift_campaigns');
		return status === 'finished' ? true : undefined;
	};
	await waitFor('the campaign finished', isFinished, { timeoutMs: 300_000, everyMs: 1_000 });
	measured(`${COUNT} rows from PostgreSQL in ${(Date.now() - began) / 1000} s`);

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
	await postgres.rows(
		`SELECT approve_gift_campaign(id, hash, 'test') FROM gift_campaigns WHERE id = 2`,
	);
	const isVoid = async () => {
		const [row] = await postgres.rows('SELECT status, problem FROM gift_campaigns WHERE id = 2');
		return (row ?? '').startsWith('planned\tBatch 1 was changed') ? true : undefined;
	};
	await waitFor('the approval is void', isVoid, { timeoutMs: 60_000, everyMs: 500 });
	const gifts = host.sandbox.world.ledger.entries.filter(({ gift }) =>
		gift?.clientId?.startsWith('changed'),
	);
	expect(gifts).toEqual([]);
}, 90_000);
