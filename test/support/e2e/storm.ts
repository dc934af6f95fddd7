import pLimit from 'p-limit';
import { setTimeout as sleep } from 'node:timers/promises';

import { parameter } from '../../../sandbox/notifications/message';
import { send, verdictOf } from '../../../sandbox/notifications/sender';
import type { World } from '../../../sandbox/world';
import { waitFor } from '../../../scripts/host/wait';
import type { Notified, OwnNotified } from './notified';
import type { Item } from './calling';
import { type StormEvent, stormEvents, type StormRequest } from './stormEvents';

/** One delivery as the platform's ledger keeps it. */
export interface Sent extends StormEvent {
	reference: string;
	attempts: number;
	lastStatus: number | null;
	lastBody: string;
	/** `DELIVERED`, `REJECTED` or `FAILED` in the end. */
	status: string;
}

/** How a storm went. */
export interface StormReport {
	seconds: number;
	attempts: number;
	counts: Record<Sent['kind'], Record<'total' | 'DELIVERED' | 'REJECTED' | 'FAILED', number>>;
	events: Sent[];
}

interface Asked extends Partial<StormRequest> {
	concurrency?: number;
	retryMs?: number;
}

const longestRetryMs = 4000;
const timeoutMs = 30_000;

/** The platform's side of many deliveries: sends until the genuine ones are taken. */
export class StormControl {
	private events: Sent[] = [];

	constructor(private readonly world: World) {}

	/** How many genuine events were taken so far. */
	get taken(): number {
		return countsOf(this.events, 'genuine').DELIVERED;
	}

	/** Sends two services' events, or those asked for, to one address. */
	async run(
		url: string,
		{ concurrency = 20, retryMs = 250, ...asked }: Asked,
		limitMs = 300_000,
	): Promise<StormReport> {
		const targets = ['GAMECLUB04', 'NEWSDAILY05'].map((serviceKey) => ({ serviceKey, url }));
		const standard = { count: 100, seed: 1, duplicates: 0, tampered: 0, targets };
		const unsent = { attempts: 0, lastStatus: null, lastBody: '', status: 'PENDING' };
		const events = stormEvents(this.world, { ...standard, ...asked });
		this.events = events.map((event) => {
			return { ...event, ...unsent, reference: parameter(event.message, 'reference') ?? '' };
		});
		const started = performance.now();
		const limit = pLimit(concurrency);
		const stop = AbortSignal.timeout(limitMs);
		await Promise.all(
			this.events.map(async (event) => {
				while (!(await limit(() => this.attempt(event, stop)))) {
					stop.throwIfAborted();
					await sleep(Math.min(retryMs * 2 ** (event.attempts - 1), longestRetryMs));
				}
			}),
		);
		const counts = (kind: Sent['kind']) => countsOf(this.events, kind);
		return {
			seconds: (performance.now() - started) / 1000,
			attempts: this.events.reduce((sum, { attempts }) => sum + attempts, 0),
			counts: {
				genuine: counts('genuine'),
				duplicate: counts('duplicate'),
				tampered: counts('tampered'),
			},
			events: this.events,
		};
	}

	/** Answers whether the event is not to be sent again. */
	private async attempt(event: Sent, stop: AbortSignal): Promise<boolean> {
		const answer = await send(event.message, timeoutMs, stop);
		event.attempts += 1;
		event.lastStatus = answer.httpStatus;
		event.lastBody = answer.body;
		const verdict = verdictOf(answer);
		const isAwaited = this.events.some((one) => one.kind === 'genuine' && one.status === 'PENDING');
		if (verdict === 'FAILED' && isAwaited) return false;
		event.status = verdict;
		return true;
	}
}

function countsOf(events: Sent[], kind: Sent['kind']) {
	const own = events.filter((event) => event.kind === kind);
	const of = (status: string) => own.filter((event) => event.status === status).length;
	const [DELIVERED, REJECTED, FAILED] = [of('DELIVERED'), of('REJECTED'), of('FAILED')];
	return { total: own.length, DELIVERED, REJECTED, FAILED };
}

/** What a notification and the item that it becomes are compared by. */
const compared = {
	reference: 'clientReference',
	transactionid: 'transactionId',
	service: 'serviceKey',
	event_type: 'eventType',
	status: 'status',
	phone: 'msisdn',
	userid: 'userId',
	mnocode: 'operator',
	enduserprice: 'price',
};

/** The events that the platform knows, as rows to compare. */
export function rowsSent({ events }: StormReport): string[] {
	const fields = Object.keys(compared);
	const genuine = events.filter(({ kind }) => kind === 'genuine');
	return genuine
		.map(({ message }) => {
			const row = fields.map((name) => {
				const value = parameter(message, name) ?? null;
				return name === 'enduserprice' ? Number(value) : value;
			});
			return JSON.stringify(row);
		})
		.sort();
}

/** The items that n8n has started with, as rows to compare. */
export function rowsStarted(items: Item[]): string[] {
	const fields = Object.values(compared);
	return items.map((item) => JSON.stringify(fields.map((name) => item[name] ?? null))).sort();
}

/** Which rows are there more often than others: two of a row are one too many. */
export function repeatedIn(rows: string[]): string[] {
	return rows.filter((row, index) => row === rows[index - 1]);
}

const disturbed = { duplicates: 0.1, tampered: 0.05 };

/** Sends so many genuine events with what disturbs them, and compares the two ledgers row by row. */
export async function expectEachOnce(
	host: Notified,
	{ seed, count }: Pick<StormRequest, 'seed' | 'count'>,
	limitMs?: number,
): Promise<void> {
	const storms = new StormControl(host.sandbox.world);
	const storm = await storms.run(host.recordingUrl, { ...disturbed, seed, count }, limitMs);
	const started = await host.started();

	const perSecond = (storm.attempts / storm.seconds).toFixed(1);
	process.stderr.write(`measured: ${storm.attempts} deliveries, ${perSecond} a second\n`);
	expect(storm.counts).toMatchObject({
		genuine: { total: count, DELIVERED: count },
		duplicate: { total: count / 10, DELIVERED: count / 10 },
		tampered: { total: count / 20, REJECTED: count / 20 },
	});
	const forged = storm.events.filter(({ kind }) => kind === 'tampered');
	expect(new Set(forged.map(({ lastStatus }) => lastStatus))).toEqual(new Set([401]));
	expect(new Set(storm.events.map(({ message }) => message.encoding)).size).toBe(4);
	expect(rowsStarted(started)).toEqual(rowsSent(storm));
	expect(started.every(({ signatureChecked }) => signatureChecked)).toBe(true);
}

/** Begins a storm on the address, kills n8n after a third of it and starts it again. */
export async function killedOnTheWay(
	host: OwnNotified,
	url: string,
	asked: Asked & { count: number },
): Promise<StormReport> {
	const storms = new StormControl(host.sandbox.world);
	const ended = storms.run(url, { ...disturbed, retryMs: 20, ...asked });
	const third = () => Promise.resolve(storms.taken > asked.count / 3 || undefined);
	await waitFor('a third was taken', third, { timeoutMs: 100_000, everyMs: 20 });
	await host.kill();
	await host.n8n.start();
	const storm = await ended;
	expect(storm.counts.genuine.DELIVERED).toBe(asked.count);
	return storm;
}
