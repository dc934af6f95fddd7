/**
 * Claimants of leases, each as a run of the workflow is one: by the rules of the runner's row in campaign/, through n8n's own Data Table
 * node on n8n's own database, without a server. Runs on n8n's Node with a JSON argument; prints JSON lines.
 * `do`: `prepare` makes the table with a log that the database itself writes, `claim` claims until all pieces are
 * done, or so many times, `log` prints what the database says: claims, those of a piece that another one still held, and
 * pieces.
 */
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { atOnce, clockMarginMs, leaseMs } from '../../../campaign/piece.js';
import { isLeaseHeld } from '../../../campaign/runner.js';

/** A piece as the table holds it. */
interface Row {
	id: number;
	number: number;
	status: string;
	token: string;
	leaseUntil: string;
	version: number;
}
/** An update of the rows that equal `where`. */
interface Write {
	where: Partial<Row>;
	set: Partial<Row>;
}
type Condition = [column: string, condition: string, value: unknown];
type Table = Awaited<ReturnType<typeof openTable>>;
/** A change of a token, as the database logged it. */
interface LoggedClaim {
	before: string;
	lease: string;
	at: number;
}
/** What claims.campaign.ts asks of one process. */
interface Job {
	do: string;
	program: string;
	began: number;
	takeOverMs: number;
	pieces: number;
	claimants: number;
	versions: number;
	tries?: number;
	forgets?: string;
}

const job = JSON.parse(process.argv[2] ?? '') as Job;
process.argv.length = 2;

const n8n = createRequire(job.program);
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
/** The clock of the rules runs so much faster that a lease with its margin lasts `job.takeOverMs`. */
const speed = (leaseMs + clockMarginMs) / job.takeOverMs;
const now = () => job.began + (Date.now() - job.began) * speed;

/** The database of the environment, and the operations of version 1.1 of the node on the table of pieces. */
async function openTable() {
	n8n('reflect-metadata');
	n8n('../dist/config');
	const { Container } = n8n('@n8n/di');
	await Container.get(n8n('@n8n/backend-common').ModuleRegistry).loadModules(['data-table']);
	const connection = Container.get(n8n('@n8n/db').DbConnection);
	await connection.init();
	await connection.migrate();
	const source = Container.get(n8n('@n8n/typeorm').DataSource);
	const { DataTableProxyService } = n8n('../dist/modules/data-table/data-table-proxy.service.js');
	const service = Container.get(DataTableProxyService);
	const [{ id: projectId }] = await source.query('SELECT id FROM project');
	const tables = service.makeAggregateOperations(projectId);
	const name = 'claimed_pieces';
	const types = { number: 'number', status: 'string', token: 'string', leaseUntil: 'string' };
	const more = { version: 'number' };
	const columns = Object.entries({ ...types, ...more }).map(([column, type]) => ({
		...{ name: column, type },
	}));
	const known = (await tables.getManyAndCount({ filter: { name } })).data[0];
	const { id } = known ?? (await tables.createDataTable({ name, columns }));

	/** Runs one operation of the node. */
	const run = async (operation: string, parameters: object): Promise<Row[]> => {
		const all: Record<string, unknown> = { dataTableId: { mode: 'id', value: id }, ...parameters };
		const context = {
			getNode: () => ({ name: 'Data Table', typeVersion: 1.1 }),
			getInputData: () => [{ json: {} }],
			getNodeParameter: (parameter: string, _index: number, missing: unknown) =>
				all[parameter] ?? missing,
			helpers: {
				getDataTableProxy: async (table: string) =>
					service.makeDataTableOperations(projectId, table),
			},
		};
		const file = `n8n-nodes-base/dist/nodes/DataTable/actions/row/${operation}.operation.js`;
		const items = (await n8n(file).execute.call(context, 0)) as { json: Row }[];
		return items.map(({ json }) => json);
	};
	const where = (...conditions: Condition[]) => ({
		matchType: 'allConditions',
		'filters.conditions': conditions.map(([keyName, condition, keyValue]) => ({
			...{ keyName, condition, keyValue },
		})),
	});
	const set = (values: Partial<Row>) => ({
		'columns.mappingMode': 'defineBelow',
		'columns.value': values,
	});
	return { source, id, run, where, set };
}

/** Each change of token in the order in which the database made it, with its own clock in milliseconds. */
const logs = {
	postgres: (table: string) => [
		`CREATE TABLE claim_log (seq bigserial PRIMARY KEY, piece int, before text, owner text, lease text,
			at float DEFAULT extract(epoch FROM clock_timestamp()) * 1000)`,
		`CREATE FUNCTION log_claim() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			INSERT INTO claim_log (piece, before, owner, lease)
			VALUES (NEW.number, OLD.token, NEW.token, OLD."leaseUntil"); RETURN NULL; END $$`,
		`CREATE TRIGGER log_claim AFTER UPDATE ON "${table}" FOR EACH ROW WHEN (NEW.token <> OLD.token)
			EXECUTE FUNCTION log_claim()`,
	],
	sqlite: (table: string) => [
		`CREATE TABLE claim_log (seq INTEGER PRIMARY KEY AUTOINCREMENT, piece, before, owner, lease, at)`,
		`CREATE TRIGGER log_claim AFTER UPDATE ON "${table}" WHEN NEW.token <> OLD.token BEGIN
			INSERT INTO claim_log (piece, before, owner, lease, at) VALUES (NEW.number, OLD.token, NEW.token,
				OLD.leaseUntil, (julianday('now') - 2440587.5) * 86400000); END`,
	],
};

async function prepare({ source, id, run, set }: Table) {
	const unclaimed = { token: 'new', leaseUntil: atOnce };
	for (let number = 1; number <= job.pieces; number++) {
		await run('insert', set({ number, status: 'open', version: 0, ...unclaimed }));
	}
	const log = source.options.type === 'postgres' ? logs.postgres : logs.sqlite;
	for (const statement of log(`data_table_user_${id}`)) await source.query(statement);
}

/** The rule that a claimant forgets, so that the test is known to see it. */
const mutants: Record<string, typeof claim> = {
	lease: (row, token) => claim({ ...row, leaseUntil: atOnce }, token),
	token: (row, token) => {
		const write = claim(row, token);
		return write && { ...write, where: { id: row.id } };
	},
};

/** The tokens of claimants that give the lease back end so. */
const end = '.end';

/** A write of a runner's row that names the token it has read, as a step makes it. */
const writeOf = (row: Row, token: string, set: Partial<Row>): Write => ({
	where: { id: row.id, token: row.token },
	set: { ...set, token, version: row.version + 1 },
});
const leased = () => ({ leaseUntil: new Date(now() + leaseMs).toISOString() });
const claim = (row: Row, token: string) => {
	return isLeaseHeld(row, now()) ? undefined : writeOf(row, token, leased());
};
const claimAs = mutants[job.forgets ?? ''] ?? claim;

/** The conditions of the node for rows with these values. */
const equal = (values: Partial<Row>) =>
	Object.entries(values).map(([column, value]): Condition => [column, 'eq', value]);
const dueFirst = { orderBy: true, orderByColumn: 'leaseUntil', orderByDirection: 'ASC' };

/** One claimant: it claims, takes steps, and puts the piece back, outlives its lease, or dies with it. */
async function claimant({ run, where, set }: Table, name: string) {
	/** Some pieces; none when the node stumbles over a change between its rows and their count. */
	const get = async (...conditions: Condition[]): Promise<Row[] | undefined> =>
		await run('get', { ...where(...conditions), limit: 10, ...dueFirst }).catch((error) => {
			if (!String(error).includes('synchronization error')) throw error;
			return undefined;
		});
	/** The piece after a write; undefined where another one was first. It's read back, as the workflow does. */
	const write = async (one: Write): Promise<Row | undefined> => {
		await run('update', { ...where(...equal(one.where)), ...set(one.set) });
		const { id, version, token } = { ...one.where, ...one.set };
		const isThis = equal({ id, version, token });
		for (;;) {
			const found = await get(...isThis);
			if (found) return found[0];
		}
	};
	const isOpen: Condition = ['status', 'eq', 'open'];
	for (let count = 0; count < (job.tries ?? Infinity); count++) {
		const open = await get(isOpen);
		if (open?.length === 0) return;
		const owner = `${name}-${count}`;
		const claims = (open ?? []).flatMap((row) => claimAs(row, owner) ?? []);
		const chosen = claims[Math.floor(Math.random() * claims.length)];
		const claimed = chosen && (await write(chosen));
		if (!claimed) {
			await sleep(chosen ? 0 : 20);
			continue;
		}
		print({ piece: claimed.number, owner });
		const fate = Math.random();
		if (fate < 0.02) continue;
		await sleep(fate < 0.03 ? job.takeOverMs * 1.2 : Math.random() * 4);
		const stepped = await write(writeOf(claimed, `${owner}.step`, leased()));
		if (!stepped) continue;
		const status = stepped.version >= job.versions ? 'done' : 'open';
		await write(writeOf(stepped, `${owner}${end}`, { status, leaseUntil: atOnce }));
	}
}

async function main() {
	const table = await openTable();
	if (job.do === 'prepare') await prepare(table);
	if (job.do === 'claim') {
		const names = Array.from({ length: job.claimants }, (_, n) => `${process.pid}-${n}`);
		await Promise.all(names.map((name) => claimant(table, name)));
	}
	if (job.do === 'log') {
		const claims: LoggedClaim[] = await table.source.query(
			`SELECT piece, before, owner, lease, at FROM claim_log WHERE owner NOT LIKE '%${end}' AND owner NOT LIKE '%.step'`,
		);
		// By the clock of the rules.
		const isHeld = ({ before, lease, at }: LoggedClaim) =>
			!before.endsWith(end) &&
			before !== 'new' &&
			job.began + (at - job.began) * speed < Date.parse(lease);
		const heldTwice = claims.filter(isHeld);
		print({
			claims,
			heldTwice,
			pieces: await table.run('get', { ...table.where(), returnAll: true }),
		});
	}
}

main().then(
	// A pipe may not have taken everything yet.
	() => process.stdout.write('', () => process.exit(0)),
	(error) => {
		console.error(error);
		process.exit(1);
	},
);
