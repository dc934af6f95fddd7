import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import freePort from 'get-port';

import { Postgres } from '../support/queue/servers';
import { Claims, heldTwice, type Claim } from '../support/campaign/claims';

/** The full size is 10,000. */
const CLAIMS = Number(process.env.CLAIMS ?? 400);
const BATCHES = 40;
const CLAIMANTS = 8;
const LEASE_MS = 300;

const folder = join(tmpdir(), `campaign-claims-${process.pid}`);
let postgres: Postgres;

beforeAll(async () => {
	postgres = new Postgres(folder, await freePort());
	await postgres.start();
});

afterAll(async () => {
	await postgres.stop();
	rmSync(folder, { recursive: true, force: true });
});

const onPostgres = () => ({
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: '127.0.0.1',
	DB_POSTGRESDB_PORT: String(postgres.port),
	DB_POSTGRESDB_USER: postgres.access.user,
	DB_POSTGRESDB_DATABASE: postgres.access.database,
	DB_POSTGRESDB_POOL_SIZE: '4',
});

const named = ({ batch, owner }: Claim) => `${batch} ${owner}`;

// n8n on SQLite is one process; on PostgreSQL the claimants are spread over several.
it.each([
	{ database: 'SQLite', settings: () => ({}), processes: 1 },
	{ database: 'PostgreSQL', settings: onPostgres, processes: 2 },
])(
	`lets ${CLAIMANTS} claimants hold a batch one at a time in ${CLAIMS} claims on $database`,
	async ({ database, settings, processes }) => {
		const claims = new Claims(database, settings());
		await claims.prepare(BATCHES);
		const claimsEach = Math.ceil(CLAIMS / BATCHES);
		const claimants = CLAIMANTS / processes;
		const believed = await claims.claim(processes, { claimants, claimsEach, leaseMs: LEASE_MS });
		const { changes, batches } = await claims.log();

		expect(believed.length).toBeGreaterThanOrEqual(CLAIMS);
		expect(heldTwice(changes)).toEqual([]);
		const inDatabase = changes.filter(({ before, owner }) => owner !== before);
		expect(inDatabase.map(named).sort()).toEqual(believed.map(named).sort());
		const lost = batches.filter(({ status, tries }) => status !== 'done' || tries < claimsEach);
		expect(lost).toEqual([]);
		expect(batches).toHaveLength(BATCHES);
	},
);

it('is caught when claimants ignore the lease', async () => {
	const claims = new Claims('careless');
	await claims.prepare(4);
	const job = { claimants: CLAIMANTS, claimsEach: 20, leaseMs: LEASE_MS, careless: true };
	await claims.claim(1, job);
	expect(heldTwice((await claims.log()).changes).length).toBeGreaterThan(0);
});
