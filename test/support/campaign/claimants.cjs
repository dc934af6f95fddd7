/**
 * Claimants of batches, each as the runner of campaigns is one. They use n8n's own Data Table node on n8n's own
 * database, without a server: only expressions are missing. Runs on n8n's Node with a JSON argument; prints JSON lines.
 * `do`: `prepare` makes the table with a log that the database itself writes, `claim` claims until all batches are
 * done, `log` prints what the database says: changes of owner, those while another one still held the batch, batches.
 */
const { createRequire } = require('node:module');
const { setTimeout: sleep } = require('node:timers/promises');

const job = JSON.parse(process.argv[2]);
process.argv.length = 2;

const n8n = createRequire(job.program);
const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const iso = (ms) => new Date(ms).toISOString();

/** The database of the environment, and the operations of version 1.1 of the node on the table of batches. */
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
	const name = 'claimed_batches';
	const types = { number: 'number', status: 'string', owner: 'string', leaseUntil: 'date' };
	const columns = Object.entries({ ...types, tries: 'number' }).map(([column, type]) => ({
		...{ name: column, type },
	}));
	const known = (await tables.getManyAndCount({ filter: { name } })).data[0];
	const { id } = known ?? (await tables.createDataTable({ name, columns }));

	/** Runs one operation of the node. */
	const run = async (operation, parameters) => {
		const all = { dataTableId: { mode: 'id', value: id }, ...parameters };
		const context = {
			getNode: () => ({ name: 'Data Table', typeVersion: 1.1 }),
			getInputData: () => [{ json: {} }],
			getNodeParameter: (parameter, _index, missing) => all[parameter] ?? missing,
			helpers: {
				getDataTableProxy: async (table) => service.makeDataTableOperations(projectId, table),
			},
		};
		const file = `n8n-nodes-base/dist/nodes/DataTable/actions/row/${operation}.operation.js`;
		return (await n8n(file).execute.call(context, 0)).map(({ json }) => json);
	};
	const where = (...conditions) => ({
		matchType: 'allConditions',
		'filters.conditions': conditions.map(([keyName, condition, keyValue]) => ({
			...{ keyName, condition, keyValue },
		})),
	});
	const set = (values) => ({ 'columns.mappingMode': 'defineBelow', 'columns.value': values });
	return { source, id, run, where, set };
}

/** Each change of a batch in the order in which the database made it, with its own clock. */
const logs = {
	postgres: (table) => [
		`CREATE TABLE claim_log (seq bigserial PRIMARY KEY, batch int, before text, owner text, lease timestamptz,
			at timestamptz DEFAULT clock_timestamp())`,
		`CREATE FUNCTION log_claim() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			INSERT INTO claim_log (batch, before, owner, lease)
			VALUES (NEW.number, OLD.owner, NEW.owner, OLD."leaseUntil"); RETURN NULL; END $$`,
		`CREATE TRIGGER log_claim AFTER UPDATE ON "${table}" FOR EACH ROW EXECUTE FUNCTION log_claim()`,
	],
	sqlite: (table) => [
		`CREATE TABLE claim_log (seq INTEGER PRIMARY KEY AUTOINCREMENT, batch, before, owner, lease, at)`,
		`CREATE TRIGGER log_claim AFTER UPDATE ON "${table}" BEGIN
			INSERT INTO claim_log (batch, before, owner, lease, at) VALUES (NEW.number, OLD.owner, NEW.owner,
				strftime('%Y-%m-%d %H:%M:%f', OLD.leaseUntil), strftime('%Y-%m-%d %H:%M:%f', 'now')); END`,
	],
};

async function prepare({ source, id, run, set }) {
	for (let number = 1; number <= job.batches; number++) {
		const values = { number, status: 'open', owner: '', leaseUntil: iso(0), tries: 0 };
		await run('insert', set(values));
	}
	const log = source.options.type === 'postgres' ? logs.postgres : logs.sqlite;
	for (const statement of log(`data_table_user_${id}`)) await source.query(statement);
}

/** One claimant: it claims, works, and releases the batch, outlives its lease, or dies with it. */
async function claimant({ run, where, set }, name) {
	const isOpen = ['status', 'eq', 'open'];
	/** Some open batches; none when the node stumbles over a change between its rows and their count. */
	const open = async (limit, ...more) =>
		await run('get', { ...where(isOpen, ...more), limit }).catch((error) => {
			if (!String(error.message).includes('synchronization error')) throw error;
		});
	for (let count = 0; ; count++) {
		const isFree = ['leaseUntil', 'lt', iso(Date.now())];
		const free = (await open(5, isFree)) ?? [];
		if (free.length === 0) {
			if ((await open(1))?.length === 0) return;
			await sleep(20);
			continue;
		}
		const { id, tries } = free[Math.floor(Math.random() * free.length)];
		const owner = `${name}-${count}`;
		const taken = { owner, leaseUntil: iso(Date.now() + job.leaseMs), tries: tries + 1 };
		const conditions = [['id', 'eq', id], isOpen, ...(job.careless ? [] : [isFree])];
		const [claimed] = await run('update', { ...where(...conditions), ...set(taken) });
		if (claimed?.owner !== owner) continue;
		print({ batch: claimed.number, owner });
		const fate = Math.random();
		if (fate < 0.02) continue;
		await sleep(fate < 0.03 ? job.leaseMs * 1.2 : Math.random() * 4);
		const status = claimed.tries >= job.claimsEach ? 'done' : 'open';
		const released = set({ status, leaseUntil: iso(Date.now()) });
		await run('update', { ...where(['id', 'eq', id], ['owner', 'eq', owner]), ...released });
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
		const changes = 'SELECT batch, owner FROM claim_log WHERE owner <> before';
		const claims = await table.source.query(changes);
		const heldTwice = await table.source.query(`${changes} AND at < lease`);
		print({
			claims,
			heldTwice,
			batches: await table.run('get', { ...table.where(), returnAll: true }),
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
