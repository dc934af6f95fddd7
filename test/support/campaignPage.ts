import { randomBytes } from 'node:crypto';

import type { N8nClient } from './n8nClient';
import { campaignTables, hashOf, sealOf } from './campaignTables';
import { createTable, insertRows, tableRows, type TableRow } from './dataTables';

/** What a row of a campaign's list ended with; without one it was not sent. */
export interface Result {
	result: 'given' | 'already' | 'failed' | 'inDoubt' | 'optedOut';
	reason?: string;
}

/** A row of a campaign's list. */
export interface ListRow {
	phone: string;
	mb: number;
	operator?: string;
	customer?: string;
	ended?: Result;
}

/** A batch as a test describes it. */
export interface Batch {
	rows: ListRow[];
	status?: 'open' | 'done' | 'held';
	changedAt?: string;
}

/** A campaign that is in the tables. */
export interface Campaign {
	id: number;
	key: string;
	hash: string;
}

/** A row of `gift_batches`, as far as tests look at it. */
export interface BatchRow extends TableRow {
	campaign: number;
	number: number;
	status: string;
	owner: string;
	list: string;
	results: string;
	seal: string;
}

const total = (rows: ListRow[]) => rows.reduce((sum, { mb }) => sum + mb, 0);

/** Creates the tables of the campaigns. */
export async function createCampaignTables(client: N8nClient): Promise<void> {
	for (const [table, columns] of campaignTables()) await createTable(client, table, columns);
}

/** Puts a campaign into the tables, with the hash and the seals that planning it would give. */
export async function addCampaign(
	client: N8nClient,
	batches: Batch[],
	fields: Record<string, unknown> = {},
): Promise<Campaign> {
	const key = randomBytes(16).toString('hex');
	const { name = 'Spring', serviceKey = 'LOYALTYDATA01' } = fields as Record<string, string>;
	const lists = batches.map(({ rows }) => listOf(rows));
	const hash = hashOf(
		{ name, serviceKey },
		lists.map((list) => ({ list })),
	);
	const now = new Date().toISOString();
	const rows = batches.flatMap((batch) => batch.rows);
	const approval = { approvedHash: hash, approvedBy: 'ada@example.com', approvedAt: now };
	const known = { name, key, serviceKey, rows: rows.length, megabytes: total(rows), hash };
	const rest = { budget: 100_000, startAt: now, plannedAt: now, quietFrom: '', quietTo: '' };
	const campaign = { ...known, ...rest, problem: '', ...approval, ...fields };
	await insertRows(client, 'gift_campaigns', [campaign]);
	const stored = await tableRows(client, 'gift_campaigns');
	const { id } = stored.find((one) => one.key === key) ?? { id: 0 };
	let megabytesBefore = 0;
	const numbered = batches.map((batch, index) => {
		const list = lists[index] ?? '';
		const seal = sealOf({ name, serviceKey, hash }, { number: index + 1, list });
		const row = { ...batchRow(id, index + 1, batch), list, seal, megabytesBefore };
		megabytesBefore += row.megabytes;
		return row;
	});
	await insertRows(client, 'gift_batches', numbered);
	await insertRows(
		client,
		'gift_progress',
		batches.map((batch, index) => progressRow(id, index + 1, batch)),
	);
	return { id, key, hash };
}

/** The batches of a campaign, as the table has them. */
export async function batchesOf(client: N8nClient, { id }: Campaign): Promise<BatchRow[]> {
	const rows = await tableRows<BatchRow>(client, 'gift_batches');
	return rows.filter(({ campaign }) => campaign === id);
}

/** The row of a campaign, as the table has it. */
export async function campaignRow(client: N8nClient, { id }: Campaign): Promise<TableRow> {
	const rows = await tableRows(client, 'gift_campaigns');
	return rows.find((row) => row.id === id) ?? { id: 0 };
}

function listOf(rows: ListRow[]): string {
	const entries = rows.map(({ phone, mb, operator = '', customer = '' }) => ({
		phone,
		mb,
		operator,
		customer,
	}));
	return JSON.stringify(entries);
}

function batchRow(campaign: number, number: number, { rows, status = 'done' }: Batch) {
	const ended = rows.flatMap(({ phone, ended }) => (ended ? [[phone, ended] as const] : []));
	return {
		...{ campaign, number, status, owner: 'worker-1', leaseUntil: new Date().toISOString() },
		...{ rows: rows.length, megabytes: total(rows), timeZone: 'Europe/Paris' },
		...{ tries: 1, pace: 20, results: JSON.stringify(Object.fromEntries(ended)) },
	};
}

function progressRow(campaign: number, batch: number, { rows, changedAt }: Batch) {
	const of = (kind: string) => rows.filter(({ ended }) => ended?.result === kind);
	const kinds = ['given', 'already', 'failed', 'inDoubt'];
	const counts = kinds.flatMap((kind) => [
		[kind, of(kind).length],
		[`${kind}Mb`, total(of(kind))],
	]);
	const reasons: Record<string, number> = {};
	for (const { ended: { reason } = {} } of rows) {
		if (reason) reasons[reason] = (reasons[reason] ?? 0) + 1;
	}
	return {
		...{ campaign, batch, rows: rows.length, megabytes: total(rows) },
		...(Object.fromEntries(counts) as Record<string, number>),
		...{ optedOut: of('optedOut').length, reasons: JSON.stringify(reasons) },
		changedAt: changedAt ?? new Date().toISOString(),
	};
}
