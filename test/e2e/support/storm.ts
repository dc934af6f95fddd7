import axios, { type AxiosInstance } from 'axios';

import { waitFor } from '../../../scripts/host/wait';
import type { Started } from './started';

/** One delivery as the platform's ledger keeps it. */
export interface Sent {
	kind: 'genuine' | 'duplicate' | 'tampered';
	transactionId: string;
	serviceKey: string;
	eventType: string;
	result: string;
	msisdn: string;
	userId: string | null;
	operator: string;
	price: string;
	reference: string;
	encoding: string;
	attempts: number;
	lastStatus: number | null;
	lastBody: string;
	status: string;
}

/** How a storm went. */
export interface StormReport {
	running: boolean;
	seconds: number;
	attempts: number;
	allTaken: boolean;
	counts: Record<Sent['kind'], Record<'total' | 'DELIVERED' | 'REJECTED' | 'FAILED', number>>;
	events: Sent[];
}

/** The platform's side of many deliveries. */
export class StormControl {
	private readonly http: AxiosInstance;

	constructor(sandboxUrl: string) {
		const baseURL = `${sandboxUrl}/_sandbox/notifications`;
		this.http = axios.create({ baseURL, proxy: false, timeout: 60_000 });
	}

	/** Begins a storm of two services' events on one address. */
	async begin(url: string, asked: Record<string, unknown>): Promise<void> {
		const targets = [{ serviceKey: 'GAMECLUB04' }, { serviceKey: 'NEWSDAILY05' }];
		await this.http.post('/storm', { url, targets, maxSeconds: 3600, ...asked });
	}

	/** How it stands, without its events. */
	async now(): Promise<StormReport> {
		return (await this.http.get<StormReport>('/storm', { params: { events: 'false' } })).data;
	}

	/** Waits for the end, and gives the ledger. */
	async ended(timeoutMs: number): Promise<StormReport> {
		const isOver = async () => ((await this.now()).running ? undefined : true);
		await waitFor('the storm is over', isOver, { timeoutMs, everyMs: 500 });
		return (await this.http.get<StormReport>('/storm')).data;
	}

	async run(url: string, asked: Record<string, unknown>, timeoutMs = 300_000) {
		await this.begin(url, asked);
		return await this.ended(timeoutMs);
	}
}

/** The events that the platform knows, as rows to compare. */
export function rowsSent({ events }: StormReport): string[] {
	const genuine = events.filter(({ kind }) => kind === 'genuine');
	const rows = genuine.map((sent) => ({ ...sent, price: Number(sent.price) }));
	return rows.map(rowOf).sort();
}

/** The events that n8n has started with, as rows to compare. */
export function rowsStarted(started: Started[]): string[] {
	const items = started.flatMap(({ items }) => items);
	return items
		.map(({ json }) => rowOf({ ...json, result: json.status, reference: json.clientReference }))
		.sort();
}

const COMPARED = [
	'reference',
	'transactionId',
	'serviceKey',
	'eventType',
	'result',
	'msisdn',
	'userId',
	'operator',
	'price',
];

function rowOf(record: object): string {
	const fields = new Map(Object.entries(record));
	return JSON.stringify(COMPARED.map((name) => (fields.get(name) as unknown) ?? null));
}

/** Which rows are there more often than others: two of a row are one too many. */
export function repeatedIn(rows: string[]): string[] {
	return rows.filter((row, index) => row === rows[index - 1]);
}

/** Which rows are on one side only; few enough to read. */
export function onlyIn(rows: string[], others: string[]): string[] {
	const known = new Set(others);
	return rows.filter((row) => !known.has(row)).slice(0, 10);
}
