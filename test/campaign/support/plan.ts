import { createHash, randomBytes } from 'node:crypto';

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

const columns: Record<string, string> = {
	gift_campaigns:
		'name string,key string,status string,serviceKey string,rows number,megabytes number,budget number,startAt date,stopAt date,quietFrom string,quietTo string,hash string,approvedHash string,approvedBy string,approvedAt date,plannedAt date,finishedAt date,problem string',
	gift_batches:
		'campaign number,number number,status string,owner string,leaseUntil date,rows number,megabytes number,megabytesBefore number,timeZone string,tries number,pace number,seal string,list string,results string',
	gift_progress:
		'campaign number,batch number,rows number,megabytes number,given number,already number,failed number,inDoubt number,optedOut number,givenMb number,alreadyMb number,failedMb number,inDoubtMb number,reasons string,changedAt date',
	gift_opt_outs: 'phone string,reason string',
};

/** The n-th invented customer; nobody has a number under +999. */
export function customer(n: number): Planned {
	const phone = `9995${String(n).padStart(8, '0')}`;
	return { phone, mb: 10 + (n % 7), operator: 'XZ_SANDBOX', customer: `C-${n}` };
}

/** Makes the tables as the planning workflow does. */
export async function createTables(tables: Tables): Promise<void> {
	for (const [name, list] of Object.entries(columns)) await tables.create(name, list.split(','));
}

function sha256(parts: (string | number)[]): string {
	return createHash('sha256').update(parts.join('\n')).digest('hex');
}

/** Plans a campaign as the planning workflow does, and says its id. */
export async function plan(tables: Tables, settings: CampaignSettings): Promise<number> {
	const { name, rows, batchRows = 100, timeZone = 'UTC' } = settings;
	const lists = Array.from({ length: Math.ceil(rows.length / batchRows) }, (_, n) =>
		rows.slice(n * batchRows, (n + 1) * batchRows),
	);
	const texts = lists.map((list) => JSON.stringify(list));
	const hash = sha256([name, SERVICE, ...texts.map((text) => sha256([text]))]);
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
		seal: sha256([hash, name, SERVICE, n + 1, texts[n] ?? '']),
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
