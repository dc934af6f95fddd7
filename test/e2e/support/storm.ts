import { parameter } from '../../../sandbox/notifications/message';
import { send, verdictOf } from '../../../sandbox/notifications/sender';
import type { World } from '../../../sandbox/world';
import { waitFor } from '../../../scripts/host/wait';
import type { Started } from './started';
import { type StormEvent, stormEvents, type StormRequest } from './stormEvents';

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

interface Asked extends Partial<StormRequest> {
	concurrency?: number;
	retryMs?: number;
}

type Sending = StormEvent & Pick<Sent, 'attempts' | 'lastStatus' | 'lastBody' | 'status'>;

const longestRetryMs = 4000;
const timeoutMs = 30_000;

/** The platform's side of many deliveries: sends until the genuine ones are taken. */
export class StormControl {
	private events: Sending[] = [];
	private started = 0;
	private endedAt: number | undefined;
	private readonly waiting: Sending[] = [];
	private underWay = 0;
	private open = 0;
	private readonly never = new AbortController().signal;

	constructor(private readonly world: World) {}

	/** Begins a storm of two services' events on one address. */
	begin(url: string, { concurrency = 20, retryMs = 250, ...asked }: Asked): void {
		const targets = ['GAMECLUB04', 'NEWSDAILY05'].map((serviceKey) => ({ serviceKey, url }));
		const standard = { count: 100, seed: 1, duplicates: 0, tampered: 0, targets };
		const unsent = { attempts: 0, lastStatus: null, lastBody: '', status: 'PENDING' };
		const events = stormEvents(this.world, { ...standard, ...asked });
		this.events = events.map((event) => ({ ...event, ...unsent }));
		this.waiting.push(...this.events);
		this.started = performance.now();
		this.endedAt = undefined;
		this.open = events.length;
		this.send(concurrency, retryMs);
	}

	/** How it stands. */
	now(): StormReport {
		const { events, endedAt } = this;
		const seconds = Math.round((endedAt ?? performance.now()) - this.started) / 1000;
		const counts = (kind: Sent['kind']) => {
			const own = events.filter((event) => event.kind === kind);
			const of = (status: string) => own.filter((event) => event.status === status).length;
			const [DELIVERED, REJECTED, FAILED] = ['DELIVERED', 'REJECTED', 'FAILED'].map(of);
			return { total: own.length, DELIVERED, REJECTED, FAILED } as StormReport['counts']['genuine'];
		};
		const [genuine, duplicate, forged] = [
			counts('genuine'),
			counts('duplicate'),
			counts('tampered'),
		];
		return {
			running: endedAt === undefined,
			seconds,
			attempts: events.reduce((sum, { attempts }) => sum + attempts, 0),
			allTaken: genuine.DELIVERED === genuine.total,
			counts: { genuine, duplicate, tampered: forged },
			events: events.map(lineOf),
		};
	}

	/** Waits for the end, and gives the ledger. */
	async ended(limitMs: number): Promise<StormReport> {
		const isOver = () => Promise.resolve(this.endedAt === undefined ? undefined : true);
		await waitFor('the storm is over', isOver, { timeoutMs: limitMs, everyMs: 500 });
		return this.now();
	}

	async run(url: string, asked: Asked, limitMs = 300_000) {
		this.begin(url, asked);
		return await this.ended(limitMs);
	}

	private send(concurrency: number, retryMs: number): void {
		while (this.underWay < concurrency) {
			const event = this.waiting.shift();
			if (!event) return;
			this.underWay += 1;
			void this.attempt(event).then((isSettled) => {
				this.underWay -= 1;
				if (isSettled) this.open -= 1;
				else {
					const wait = Math.min(retryMs * 2 ** (event.attempts - 1), longestRetryMs);
					setTimeout(() => {
						this.waiting.push(event);
						this.send(concurrency, retryMs);
					}, wait);
				}
				if (this.open === 0) this.endedAt ??= performance.now();
				this.send(concurrency, retryMs);
			});
		}
	}

	/** Answers whether the event is not to be sent again. */
	private async attempt(event: Sending): Promise<boolean> {
		const answer = await send(event.message, timeoutMs, this.never);
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

function lineOf({ message, ...event }: Sending): Sent {
	const field = (name: string) => parameter(message, name) ?? '';
	return {
		...event,
		transactionId: field('transactionid'),
		serviceKey: field('service'),
		eventType: field('event_type'),
		result: field('status'),
		msisdn: field('phone'),
		userId: field('userid'),
		operator: field('mnocode'),
		price: field('enduserprice'),
		reference: field('reference'),
		encoding: message.encoding,
	};
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
