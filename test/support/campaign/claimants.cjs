/**
 * Claimants of batches, each as the runner of campaigns is one. Run with a JSON argument; prints JSON lines.
 * `do`: `prepare` makes the table with a log that the database itself writes, `claim` claims until all batches are
 * done, `log` and `batches` print what the database says.
 */
const { setTimeout: sleep } = require('node:timers/promises');
const { openDataTables } = require('./dataTables.cjs');

const TABLE = 'claimed_batches';
const job = JSON.parse(process.argv[2]);
process.argv.length = 2;

const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const iso = (ms) => new Date(ms).toISOString();

/** Each change of a batch in the order in which the database made it, with its own clock. */
const postgresLog = (table) => [
	`CREATE TABLE claim_log (seq bigserial PRIMARY KEY, batch int, before text, owner text, lease timestamptz,
		at timestamptz DEFAULT clock_timestamp())`,
	`CREATE FUNCTION log_claim() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		INSERT INTO claim_log (batch, before, owner, lease) VALUES (NEW.number, OLD.owner, NEW.owner, OLD."leaseUntil");
		RETURN NULL; END $$`,
	`CREATE TRIGGER log_claim AFTER UPDATE ON "${table}" FOR EACH ROW EXECUTE FUNCTION log_claim()`,
];
const sqliteLog = (table) => [
	`CREATE TABLE claim_log (seq INTEGER PRIMARY KEY AUTOINCREMENT, batch, before, owner, lease, at)`,
	`CREATE TRIGGER log_claim AFTER UPDATE ON "${table}" BEGIN
		INSERT INTO claim_log (batch, before, owner, lease, at) VALUES (NEW.number, OLD.owner, NEW.owner,
			OLD.leaseUntil, strftime('%Y-%m-%d %H:%M:%f', 'now')); END`,
];

async function prepare(tables) {
	const column = (name, type) => ({ name, type });
	const { id } = await tables.create(TABLE, [
		column('number', 'number'),
		column('status', 'string'),
		column('owner', 'string'),
		column('leaseUntil', 'date'),
		column('tries', 'number'),
	]);
	for (let number = 1; number <= job.batches; number++) {
		await tables.insert(id, { number, status: 'open', owner: '', leaseUntil: iso(0), tries: 0 });
	}
	const log = tables.isPostgres ? postgresLog : sqliteLog;
	for (const statement of log(`data_table_user_${id}`)) await tables.source.query(statement);
}

/** Some open batches; `undefined` when the node stumbles over a change between its rows and their count. */
async function openBatches(tables, table, more, limit) {
	try {
		return await tables.get(table, [['status', 'eq', 'open'], ...more], limit);
	} catch (error) {
		if (!String(error.message).includes('synchronization error')) throw error;
		return undefined;
	}
}

/** One claimant: it claims, works, and releases the batch, outlives its lease, or dies with it. */
async function claimant(tables, table, name) {
	for (let count = 0; ; count++) {
		const now = iso(Date.now());
		const free = (await openBatches(tables, table, [['leaseUntil', 'lt', now]], 5)) ?? [];
		if (free.length === 0) {
			if ((await openBatches(tables, table, [], 1))?.length === 0) return;
			await sleep(20);
			continue;
		}
		const batch = free[Math.floor(Math.random() * free.length)];
		const owner = `${name}-${count}`;
		const [claimed] = await tables.update(
			table,
			[
				['id', 'eq', batch.id],
				['status', 'eq', 'open'],
				...(job.careless ? [] : [['leaseUntil', 'lt', now]]),
			],
			{ owner, leaseUntil: iso(Date.now() + job.leaseMs), tries: batch.tries + 1 },
		);
		if (claimed?.owner !== owner) continue;
		print({ batch: claimed.number, owner });
		const fate = Math.random();
		if (fate < 0.02) continue;
		await sleep(fate < 0.03 ? job.leaseMs * 1.2 : Math.random() * 4);
		const status = claimed.tries >= job.claimsEach ? 'done' : 'open';
		await tables.update(
			table,
			[
				['id', 'eq', batch.id],
				['owner', 'eq', owner],
			],
			{ status, leaseUntil: iso(Date.now()) },
		);
	}
}

async function main() {
	const tables = await openDataTables(job.program);
	if (job.do === 'prepare') return await prepare(tables);
	const table = await tables.idOf(TABLE);
	if (job.do === 'log') print(await tables.source.query('SELECT * FROM claim_log ORDER BY seq'));
	if (job.do === 'batches') print(await tables.get(table, []));
	if (job.do === 'claim') {
		const names = Array.from({ length: job.claimants }, (_, n) => `${process.pid}-${n}`);
		await Promise.all(names.map((name) => claimant(tables, table, name)));
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
