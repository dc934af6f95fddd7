import { createHash, randomBytes } from 'node:crypto';
import type { N8nClient } from './n8nClient';
import { planWorkflow } from '../../scripts/try/workflows';
import { createTable, insertRows, tableRows, type TableRow } from './dataTables';
import { ready } from './workspace';

/** A row of a campaign's list, and what it ended with; without that it was not sent. */
export interface ListRow {
	phone: string;
	mb: number;
	operator?: string;
	customer?: string;
	ended?: { result: 'given' | 'already' | 'failed' | 'inDoubt' | 'optedOut'; reason?: string };
}

/** A batch as a test describes it. */
export interface Batch {
	rows: ListRow[];
	status?: 'open' | 'done' | 'held';
	changedAt?: string;
}

/** A campaign that is in the tables. */
export type Campaign = { id: number } & Record<'key' | 'hash', string>;

/** A campaign in its Data Table, as far as tests look at it. */
export type CampaignRow = TableRow &
	Record<'name' | 'key' | 'status' | 'serviceKey' | 'hash' | 'approvedHash' | 'approvedBy', string>;

/** A batch in its Data Table, as far as tests look at it. */
export type BatchRow = TableRow &
	Record<'campaign' | 'number', number> &
	Record<'status' | 'owner' | 'timeZone' | 'seal' | 'list' | 'results', string>;

const sizeOf = (rows: ListRow[]) => {
	return { rows: rows.length, megabytes: rows.reduce((sum, { mb }) => sum + mb, 0) };
};

const sha256 = (...lines: (string | number)[]) =>
	createHash('sha256').update(lines.join('\n')).digest('hex');

type Planned = Record<'name' | 'serviceKey', string>;

/** The hash of a campaign with these lists. */
export const hashOf = ({ name, serviceKey }: Planned, lists: string[]) =>
	sha256(name, serviceKey, ...lists.map((list) => sha256(list)));

/** The seal of a batch of a campaign with this hash. */
export const sealOf = (
	{ name, serviceKey, hash }: Planned & { hash: string },
	{ number, list }: { number: number; list: string },
) => sha256(hash, name, serviceKey, number, list);

/** Creates the tables of the campaigns, as the planning workflow does. */
export async function createCampaignTables(client: N8nClient): Promise<void> {
	for (const { parameters } of ready(planWorkflow, '').nodes) {
		if (parameters.resource !== 'table' || parameters.operation !== 'create') continue;
		const { column } = parameters.columns as { column: Record<'name' | 'type', string>[] };
		const types = Object.fromEntries(column.map(({ name, type }) => [name, type]));
		await createTable(client, String(parameters.tableName), types);
	}
}

/** Puts a campaign into the tables, with the hash and the seals that planning it would give. */
export async function addCampaign(
	client: N8nClient,
	batches: Batch[],
	fields: Record<string, unknown> = {},
): Promise<Campaign> {
	const key = randomBytes(16).toString('hex');
	const { name = 'Spring', serviceKey = 'LOYALTYDATA01' } = fields as Partial<Planned>;
	const lists = batches.map(({ rows }) => listOf(rows));
	const hash = hashOf({ name, serviceKey }, lists);
	const now = new Date().toISOString();
	const campaign = {
		...{ name, key, serviceKey, ...sizeOf(batches.flatMap(({ rows }) => rows)), hash, problem: '' },
		...{ budget: 100_000, startAt: now, plannedAt: now, quietFrom: '', quietTo: '' },
		...{ approvedHash: hash, approvedBy: 'ada@example.com', approvedAt: now, ...fields },
	};
	await insertRows(client, 'gift_campaigns', [campaign]);
	const [{ id } = { id: 0 }] = await tableRows(client, 'gift_campaigns', { key });
	const stored = batches.map(({ rows, status = 'done' }, index) => {
		const [number, list] = [index + 1, lists[index] ?? ''];
		const ended = rows.flatMap(({ phone, ended }) => (ended ? [[phone, ended] as const] : []));
		return {
			...{ campaign: id, number, status, owner: 'worker-1', leaseUntil: now, ...sizeOf(rows) },
			...{ list, seal: sealOf({ name, serviceKey, hash }, { number, list }) },
			megabytesBefore: sizeOf(batches.slice(0, index).flatMap((one) => one.rows)).megabytes,
			results: JSON.stringify(Object.fromEntries(ended)),
			...{ timeZone: 'Europe/Paris', tries: 1, pace: 20 },
		};
	});
	await insertRows(client, 'gift_batches', stored);
	const progress = batches.map(({ rows, changedAt = now }, index) => {
		return { campaign: id, batch: index + 1, ...sizeOf(rows), ...countsOf(rows), changedAt };
	});
	await insertRows(client, 'gift_progress', progress);
	return { id, key, hash };
}

/** The batches of a campaign, as the table has them. */
export async function batchesOf(client: N8nClient, { id }: { id: number }): Promise<BatchRow[]> {
	return await tableRows<BatchRow>(client, 'gift_batches', { campaign: id });
}

/** The row of a campaign, as the table has it. */
export async function campaignRow(client: N8nClient, { id }: Campaign): Promise<TableRow> {
	return (await tableRows(client, 'gift_campaigns', { id }))[0] ?? { id: 0 };
}

const listOf = (rows: ListRow[]) =>
	JSON.stringify(
		rows.map(({ phone, mb, operator = '', customer = '' }) => ({
			...{ phone, mb, operator, customer },
		})),
	);

/** How many rows ended with each result, with their megabytes, and the reasons. */
function countsOf(rows: ListRow[]) {
	const of = (kind: string) => sizeOf(rows.filter(({ ended }) => ended?.result === kind));
	const counts = ['given', 'already', 'failed', 'inDoubt'].map((kind) => {
		return { [kind]: of(kind).rows, [`${kind}Mb`]: of(kind).megabytes };
	});
	const reasons: Record<string, number> = {};
	for (const { ended: { reason } = {} } of rows) {
		if (reason) reasons[reason] = (reasons[reason] ?? 0) + 1;
	}
	const optedOut = of('optedOut').rows;
	return Object.assign({ optedOut, reasons: JSON.stringify(reasons) }, ...counts) as object;
}
