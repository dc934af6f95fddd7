/**
 * Claimants of batches, each as the runner of campaigns is one. Run with a JSON argument; prints JSON lines.
 * `do`: `prepare` makes the table with a log that the database itself writes, `claim` claims until all batches are
 * done, `log` prints what the database says.
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
	return id;
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

/** Which filters on a date match a row of exactly this time: with a millisecond less, the same, one more. */
async function dates(tables, table) {
	const at = Date.now();
	const first = ['number', 'eq', 1];
	await tables.update(table, [first], { leaseUntil: iso(at) });
	const matches = async (condition, value) =>
		(await tables.get(table, [first, ['leaseUntil', condition, value]])).length === 1;
	const matched = {};
	for (const condition of ['lt', 'eq', 'gt']) {
		matched[condition] = [];
		for (const offset of [-1, 0, 1]) {
			matched[condition].push(await matches(condition, iso(at + offset)));
		}
	}
	matched.otherZone = await matches(
		'eq',
		tables.DateTime.fromMillis(at, { zone: 'UTC+5' }).toISO(),
	);
	matched.dateTime = await matches('gt', tables.DateTime.fromMillis(at - 1));
	print(matched);
}

async function main() {
	const tables = await openDataTables(job.program);
	const table = job.do === 'prepare' ? await prepare(tables) : await tables.idOf(TABLE);
	if (job.do === 'prepare') await dates(tables, table);
	if (job.do === 'claim') {
		const names = Array.from({ length: job.claimants }, (_, n) => `${process.pid}-${n}`);
		await Promise.all(names.map((name) => claimant(tables, table, name)));
	}
	if (job.do === 'log') {
		for (const row of await tables.source.query('SELECT * FROM claim_log ORDER BY seq')) print(row);
		for (const row of await tables.get(table, [])) print(row);
	}
	// A pipe may not have taken everything yet.
	process.stdout.write('', () => process.exit(0));
}

main().catch((error) => {
	console.error(error);
	process.exit(1);
});
