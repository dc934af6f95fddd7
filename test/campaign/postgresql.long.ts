import { join } from 'node:path';
import { projectRoot } from '../../scripts/host/paths';
import { waitFor } from '../../scripts/host/wait';
import { customer, customers, giftsOf, recordGifts } from '../support/campaign/host';
import { resultsIn, wrongRows, type GiftRequest } from '../support/campaign/host';
import { ready, startLooking, stopLooking, type Looking } from '../support/e2e/looking';
import { databaseCredential, deploymentFolder } from '../support/queue/queueHost';
import { Postgres } from '../support/queue/servers';

const COUNT = 300;
const NAME = 'postgresql';
const file = join(projectRoot, 'workflows', 'campaign-run-postgresql.json');

let postgres: Postgres;
let host: Looking;
let requests: GiftRequest[];

beforeAll(async () => {
	postgres = await Postgres.fresh('campaign-postgresql');
	await postgres.runFile(join(deploymentFolder, 'campaigns.sql'));
	host = await startLooking(
		(url) => ({ campaignRun: ready({ file }, url) }),
		() => [databaseCredential(postgres)],
	);
	requests = recordGifts(host.sandbox);
	await host.client.activate('campaignRun');
}, 300_000);

afterAll(async () => {
	await stopLooking(host);
	await postgres.remove();
}, 60_000);

it(`runs a campaign of ${COUNT} rows from PostgreSQL, with n8n killed on the way`, async () => {
	const rows = customers(COUNT);
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
	const expected = new Map([[optedOut, 'optedOut']]);
	expect(wrongRows(NAME, rows, requests, results, expected)).toEqual([]);
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
	expect(giftsOf(requests, 'changed')).toEqual([]);
}, 90_000);
