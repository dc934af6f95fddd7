import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { ensureN8n } from '../../scripts/host/installN8n';
import { n8nEnvironment } from '../../scripts/host/n8nProcess';
import { projectRoot, userFolders } from '../../scripts/host/paths';
import { Postgres } from '../support/queue/servers';

/** So that n8n's Node loads the rules as they are. */
const typescript = pathToFileURL(require.resolve('tsx')).href;

/** The full size is 10,000. */
const CLAIMS = Number(process.env.CLAIMS ?? 400);
const PIECES = 40;
const CLAIMANTS = 8;

let postgres: Postgres;

beforeAll(async () => {
	postgres = await Postgres.fresh('campaign-claims');
});

afterAll(async () => {
	await postgres.remove();
});

const onPostgres = () => ({
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: '127.0.0.1',
	DB_POSTGRESDB_PORT: String(postgres.port),
	DB_POSTGRESDB_USER: postgres.access.user,
	DB_POSTGRESDB_DATABASE: postgres.access.database,
	DB_POSTGRESDB_POOL_SIZE: '4',
});

/** A claim that a claimant believes in, or that the database has seen. */
interface Claim {
	piece: number;
	owner: string;
}

interface Log {
	claims: Claim[];
	/** Claims of pieces that another claimant still held. */
	heldTwice: Claim[];
	pieces: { status: string; version: number }[];
}

/** Runs programs on a new database of n8n, one after the other; each gives what it prints. */
function newDatabase(name: string, databaseSettings: Record<string, string> = {}) {
	const userFolder = join(userFolders, 'claims', name);
	rmSync(userFolder, { recursive: true, force: true });
	mkdirSync(userFolder, { recursive: true });
	const clock = { began: Date.now(), takeOverMs: 3_000 };
	return async <Line>(what: 'prepare' | 'claim' | 'log', job: object = {}): Promise<Line[]> => {
		const installation = await ensureN8n();
		const settings = { ...databaseSettings, N8N_LOG_LEVEL: 'error' };
		const place = { userFolder, port: 0, brokerPort: 0, withEditor: false, settings };
		const env = n8nEnvironment(place, installation);
		const told = JSON.stringify({ ...job, ...clock, do: what, program: installation.program });
		const program = join(projectRoot, 'test', 'support', 'campaign', 'claimants.mts');
		const options = { cwd: userFolder, env, maxBuffer: 1e9, timeout: 600_000 };
		const args = ['--import', typescript, program, told];
		const { stdout } = await promisify(execFile)(installation.node, args, options);
		const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
		return lines.map((line) => JSON.parse(line) as Line);
	};
}

const named = ({ piece, owner }: Claim) => `${piece} ${owner}`;

// n8n on SQLite is one process; on PostgreSQL the claimants are spread over several.
it.each([
	{ database: 'SQLite', settings: () => ({}), processes: 1 },
	{ database: 'PostgreSQL', settings: onPostgres, processes: 2 },
])(
	`lets ${CLAIMANTS} claimants hold a piece one at a time in ${CLAIMS} claims on $database`,
	async ({ database, settings, processes }) => {
		const run = newDatabase(database, settings());
		await run('prepare', { pieces: PIECES });
		// A claim that ends well writes three times, and one that doesn't fewer times.
		const versions = Math.ceil(CLAIMS / PIECES) * 3;
		const job = { claimants: CLAIMANTS / processes, versions };
		const all = Array.from({ length: processes }, async () => await run<Claim>('claim', job));
		const believed = (await Promise.all(all)).flat();
		const [log] = await run<Log>('log');

		expect(believed.length).toBeGreaterThanOrEqual(CLAIMS);
		expect(log?.heldTwice).toEqual([]);
		expect(log?.claims.map(named).sort()).toEqual(believed.map(named).sort());
		const isDone = log?.pieces.map((one) => one.status === 'done' && one.version >= versions);
		expect(isDone).toEqual(Array.from({ length: PIECES }, () => true));
	},
);

it.each(['lease', 'token'])(
	'claimants hold a piece twice if they ignore the %s',
	async (forgets) => {
		const run = newDatabase(`without-${forgets}`);
		await run('prepare', { pieces: 4 });
		await run('claim', { claimants: CLAIMANTS, versions: 60, tries: 40, forgets });
		const [log] = await run<Log>('log');
		expect(log?.heldTwice).not.toEqual([]);
	},
);
