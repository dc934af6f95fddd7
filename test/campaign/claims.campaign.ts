import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import freePort from 'get-port';

import { measured } from '../queue/support/measured';
import { PostgresServer } from '../queue/support/postgres';
import { findQueuePrograms } from '../queue/support/programs';
import { Claims, claimsIn, heldTwice } from './support/claims';

/** The full size is 10,000. */
const CLAIMS = Number(process.env.CLAIMS ?? 400);
const BATCHES = 40;
const CLAIMANTS = 8;
const LEASE_MS = 300;

const folder = join(tmpdir(), `campaign-claims-${process.pid}`);
let postgres: PostgresServer;

beforeAll(async () => {
	const access = { port: await freePort(), user: 'n8n', password: 'n8n', database: 'n8n' };
	postgres = new PostgresServer(findQueuePrograms().postgresFolder, folder, access);
	await postgres.start();
});

afterAll(async () => {
	await postgres.stop();
	rmSync(folder, { recursive: true, force: true });
});

function onPostgres(): Record<string, string> {
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgres.access.port),
		DB_POSTGRESDB_USER: 'n8n',
		DB_POSTGRESDB_PASSWORD: 'n8n',
		DB_POSTGRESDB_DATABASE: 'n8n',
		DB_POSTGRESDB_POOL_SIZE: '4',
	};
}

// n8n on SQLite is one process; on PostgreSQL the claimants are spread over four.
describe.each([
	{ database: 'SQLite', settings: () => ({}), processes: 1 },
	{ database: 'PostgreSQL', settings: onPostgres, processes: 4 },
])('batches in Data Tables on $database', ({ database, settings, processes }) => {
	const claimants = CLAIMANTS / processes;
	let claims: Claims;
	let dates: Record<string, unknown>;

	beforeAll(async () => {
		claims = new Claims(database, settings());
		dates = await claims.prepare({ batches: BATCHES });
		measured(`${database}: ${JSON.stringify(dates)}`);
	});

	it('compares times exactly to the millisecond', () => {
		expect(dates).toMatchObject({
			lt: [false, false, true],
			eq: [false, true, false],
			gt: [true, false, false],
			otherZone: true,
		});
	});

	it(`lets ${CLAIMANTS} claimants hold a batch one at a time in ${CLAIMS} claims`, async () => {
		const claimsEach = Math.ceil(CLAIMS / BATCHES);
		const began = performance.now();
		const believed = await claims.claim(processes, { claimants, claimsEach, leaseMs: LEASE_MS });
		const seconds = (performance.now() - began) / 1000;
		const { changes, batches } = await claims.log();
		const inDatabase = claimsIn(changes);
		const neverReleased = 2 * believed.length - changes.length;
		measured(
			`${database}: ${believed.length} claims in ${seconds.toFixed(1)} s, ${neverReleased} never released`,
		);

		expect(believed.length).toBeGreaterThanOrEqual(CLAIMS);
		expect(heldTwice(changes)).toEqual([]);
		expect(inDatabase.map(keyOf).sort()).toEqual(believed.map(keyOf).sort());
		const lost = batches.filter(({ status, tries }) => status !== 'done' || tries < claimsEach);
		expect(lost).toEqual([]);
		expect(batches.reduce((sum, { tries }) => sum + tries, 0)).toBe(believed.length);
		expect(batches).toHaveLength(BATCHES);
	});
});

it('is caught when claimants ignore the lease', async () => {
	const claims = new Claims('careless');
	await claims.prepare({ batches: 4 });
	await claims.claim(1, {
		claimants: CLAIMANTS,
		claimsEach: 20,
		leaseMs: LEASE_MS,
		careless: true,
	});
	expect(heldTwice((await claims.log()).changes).length).toBeGreaterThan(0);
});

function keyOf({ batch, owner }: { batch: number; owner: string }): string {
	return `${batch} ${owner}`;
}
