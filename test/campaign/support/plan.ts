import { randomBytes } from 'node:crypto';

import { campaignTables, hashOf, sealOf } from '../../support/campaignTables';
import type { Tables } from './tables';

/** A row of a campaign's list. */
export interface Planned {
	phone: string;
	mb: number;
	operator: string;
	customer: string;
}

/** What a test may set of a campaign. */
export interface CampaignSettings {
	name: string;
	rows: Planned[];
	budget?: number;
	startAt?: Date;
	stopAt?: Date;
	quietFrom?: string;
	quietTo?: string;
	timeZone?: string;
	batchRows?: number;
}

const PAST = new Date(0).toISOString();
const SERVICE = 'LOYALTYDATA01';

/** The n-th invented customer; nobody has a number under +999. */
export function customer(n: number): Planned {
	const phone = `9995${String(n).padStart(8, '0')}`;
	return { phone, mb: 10 + (n % 7), operator: 'XZ_SANDBOX', customer: `C-${n}` };
}

/** Makes the tables as the planning workflow does. */
export async function createTables(tables: Tables): Promise<void> {
	for (const [name, columns] of campaignTables()) await tables.create(name, columns);
}

/** Plans a campaign as the planning workflow does, and says its id. */
export async function plan(tables: Tables, settings: CampaignSettings): Promise<number> {
	const { name, rows, batchRows = 100, timeZone = 'UTC' } = settings;
	const lists = Array.from({ length: Math.ceil(rows.length / batchRows) }, (_, n) =>
		rows.slice(n * batchRows, (n + 1) * batchRows),
	);
	const texts = lists.map((list) => JSON.stringify(list));
	const hash = hashOf(
		{ name, serviceKey: SERVICE },
		texts.map((list) => ({ list })),
	);
	const megabytes = megabytesOf(rows);
	const [campaign = 0] = await tables.insert('gift_campaigns', [
		{
			name,
			key: randomBytes(16).toString('hex'),
			status: 'planned',
			serviceKey: SERVICE,
			rows: rows.length,
			megabytes,
			budget: settings.budget ?? megabytes,
			startAt: (settings.startAt ?? new Date(0)).toISOString(),
			stopAt: settings.stopAt?.toISOString() ?? null,
			quietFrom: settings.quietFrom ?? '',
			quietTo: settings.quietTo ?? '',
			hash,
			approvedHash: '',
			plannedAt: new Date().toISOString(),
			problem: '',
		},
	]);
	const batches = lists.map((list, n) => ({
		campaign,
		number: n + 1,
		status: 'open',
		owner: '',
		leaseUntil: PAST,
		rows: list.length,
		megabytes: megabytesOf(list),
		megabytesBefore: megabytesOf(rows.slice(0, n * batchRows)),
		timeZone,
		tries: 0,
		pace: 20,
		seal: sealOf({ name, serviceKey: SERVICE, hash }, { number: n + 1, list: texts[n] ?? '' }),
		list: texts[n],
		results: '{}',
	}));
	await tables.insert('gift_batches', batches);
	const counts = 'given,already,failed,inDoubt,optedOut,givenMb,alreadyMb,failedMb,inDoubtMb';
	const nothing = Object.fromEntries(counts.split(',').map((count) => [count, 0]));
	const progress = batches.map(({ number, rows, megabytes }) => ({
		campaign,
		batch: number,
		rows,
		megabytes,
		...nothing,
		reasons: '{}',
	}));
	await tables.insert('gift_progress', progress);
	return campaign;
}

/** Approves a campaign as the status page does. */
export async function approve(tables: Tables, campaign: number): Promise<void> {
	const [{ hash } = { hash: '' }] = await tables.rows('gift_campaigns', { id: campaign });
	const approved = { approvedHash: hash, approvedBy: 'test', approvedAt: new Date().toISOString() };
	const where = { id: campaign, status: 'planned', hash: hash ?? '' };
	await tables.update('gift_campaigns', where, { ...approved, status: 'running' });
}

function megabytesOf(rows: Planned[]): number {
	return rows.reduce((sum, { mb }) => sum + mb, 0);
}
