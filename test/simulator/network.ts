import { grantToken } from '../../sandbox/auth/grant';
import type { World } from '../../sandbox/world';
import type { VirtualTime } from './clock';
import type { Letter } from './model';
import { answerOf, type Arrival, type Reply } from './platform';
import { namedId, type Effect, type Fault, type Scenario } from './scenario';

/** Hears each request and answer as a line. */
export type Say = (line: string) => void;

/** Hears what leaves and what the platform does. */
export interface Witness {
	leaves(letter: Letter): void;
	/** @param reply undefined where there was none */
	ends(letter: Letter, reply?: Reply): void;
	acted(letter: Letter, reply: Reply): void;
	readonly struck: Set<string>;
	readonly violations: string[];
}

/** A new promise that never settles: one for all would keep everything that waits for it in memory. */
export const never = async () => await new Promise<never>(() => undefined);

const trouble: Reply = {
	status: 200,
	body: { status: 'ERROR', errorMessage: 'database timeout' },
};
/** How late a request may be given up, in milliseconds. */
const checking = 600;
/** How long a platform that was stuck needs at most for what it has received: less than two look-ups are apart. */
const caughtUpMs = 1_500;
/** One way, in milliseconds. */
const fastest = 1;
const slowest = 40;

const failure = (code: string) => Object.assign(new Error(code), { code });

/** The network between the processes and the platform, with its faults. */
export class Network {
	private readonly counts = { write: 0, read: 0, token: 0, database: 0 };
	/** Until when the platform is stuck. */
	private stuckUntil = 0;

	constructor(
		private readonly time: VirtualTime,
		/** The platform of each tenant. */
		private readonly worlds: World[],
		private readonly scenario: Pick<Scenario, 'faults'> & Record<'timeoutMs' | 'spare', number>,
		private readonly random: () => number,
		private readonly model: Witness,
		private readonly say?: Say,
	) {}

	/** Sends a request. Rejects with a coded error, as n8n's helper does. @param signal gives it up */
	async send(letter: Letter, signal?: AbortSignal): Promise<Reply> {
		if (signal?.aborted) throw failure('ECONNABORTED');
		letter.fault = this.strikes(letter.kind);
		this.model.leaves(letter);
		this.trace(letter, '→', letter.arrival.body ?? letter.arrival.query);
		const sentAt = this.time.monotonic();
		const abort = new Promise<Error>((resolve) => {
			signal?.addEventListener('abort', () => {
				resolve(failure('ECONNABORTED'));
			});
		});
		const reply = await Promise.race([this.deliver(letter), abort]);
		if (letter.process.isDead) return await never();
		this.model.ends(letter, reply instanceof Error ? undefined : reply);
		if (reply instanceof Error) this.trace(letter, '←', reply.message);
		else this.trace(letter, '←', reply.body, reply.status);
		const took = this.time.monotonic() - sentAt;
		const isOverdue = letter.execution && took > this.scenario.timeoutMs + checking;
		if (isOverdue) this.tells(`a ${letter.kind} was waited for ${took} ms`);
		if (reply instanceof Error) throw reply;
		return reply;
	}

	/** Says what leaves or comes back, with the time and the execution, as one line. */
	private trace({ kind, execution, arrival }: Letter, way: string, ...what: unknown[]): void {
		if (!this.say) return;
		const at = new Date(this.time.monotonic()).toISOString().slice(11, 23);
		const texts = what.map((part) => (typeof part === 'string' ? part : JSON.stringify(part)));
		const whose = execution?.name.slice(0, 1) ?? '-';
		const line = [at, whose, kind, way, arrival.method, arrival.path, ...texts].join(' ');
		this.say(line.slice(0, 300));
	}

	/** Whether n8n's own database fails this time. */
	isDatabaseDown(): boolean {
		const isDown = this.strikes('database') !== undefined;
		if (isDown) this.model.struck.add('database');
		return isDown;
	}

	/** A process does what it may not. */
	tells(what: string): void {
		this.model.violations.push(what);
	}

	private strikes(kind: Fault['on']): Fault | undefined {
		const nth = this.counts[kind]++;
		return this.scenario.faults.find(
			(one) => one.on === kind && nth >= one.nth && nth < one.nth + one.times,
		);
	}

	private async deliver(letter: Letter): Promise<Reply | Error> {
		const { effect, when } = letter.fault ?? { effect: { acts: 1 } as Effect, when: 0 };
		const { timeoutMs, spare } = this.scenario;
		// How late the platform acts, and how long a slow answer takes.
		const delay = timeoutMs + 500 + (spare - 500) * when;
		await this.time.sleep(this.latency());
		this.stuckUntil = Math.max(this.stuckUntil, this.time.monotonic() + (effect.stuckMs ?? 0));
		if (effect.isLate) void this.time.sleep(delay).then(() => this.carryOut(letter, effect));
		const reply = effect.isLate ? trouble : await this.carryOut(letter, effect);
		await this.time.sleep(effect.isSlow ? delay : this.latency());
		if (effect.isSilent) return await never();
		if (effect.error !== undefined) return failure(effect.error);
		const { status, body, headers } = effect.status ? failing(effect) : spoiled(effect, reply);
		if (!effect.isCut || status !== 200) return { status, body, headers };
		const text = JSON.stringify(body);
		return { status, headers, body: text.slice(0, text.length / 2) };
	}

	/** The platform acts as soon as it isn't stuck. */
	private async carryOut(letter: Letter, effect: Effect): Promise<Reply> {
		const stuckMs = this.stuckUntil - this.time.monotonic();
		if (stuckMs > 0) {
			const catchingUp = letter.kind === 'write' ? caughtUpMs * this.random() : 0;
			await this.time.sleep(stuckMs + catchingUp);
		}
		return this.act(letter, effect);
	}

	/** The platform gets the request, as often as the fault says; the first answer counts. */
	private act(letter: Letter, { acts, tokens, isUndone }: Effect): Reply {
		const { kind, arrival, tenant } = letter;
		const world = this.worldOf(tenant);
		if (tokens === 'expire') world.tokens.expireAccessTokens(world.clock.now());
		if (tokens === 'revoke') world.tokens.revokeSessions();
		const replies = Array.from({ length: acts }, () => {
			const form = () => Object.fromEntries(arrival.body as URLSearchParams) as object;
			const reply =
				kind === 'token'
					? grantToken(world, form(), { secretRequired: true })
					: answerOf(world, arrival);
			const isFailed = isUndone && kind === 'write' && undo(world, arrival, reply);
			if (!isFailed) this.model.acted(letter, reply);
			return reply;
		});
		return replies[0] ?? trouble;
	}

	private worldOf(tenant: number): World {
		const world = this.worlds[tenant];
		if (!world) throw new Error('The scenario has no such tenant');
		return world;
	}

	private latency(): number {
		return fastest + (slowest - fastest) * this.random();
	}
}

function failing({ status = 500, isPage, isNamed }: Effect): Reply {
	if (isPage) return { status, body: '<html>Somebody else answers</html>' };
	if (status === 200) return trouble;
	const isBusy = status === 429 || status === 503;
	return {
		status,
		body: {
			status: 'FAILED',
			errorMessage: 'The platform failed',
			transactionId: isNamed ? namedId : undefined,
		},
		headers: isBusy ? { 'retry-after': '1' } : {},
	};
}

/** The platform's answer as a fault spoils it. */
function spoiled({ said, isNamed, poison, isBroken }: Effect, reply: Reply): Reply {
	if (said) return { status: 200, body: said };
	if (isNamed) {
		const body = { status: 'ON_HOLD', transactionId: namedId, sessionStatus: 'PENDING' };
		return { status: 200, body };
	}
	if (poison) {
		const records = [reply.body].flat().map((one) => ({ ...(one as object), poison }));
		return { ...reply, body: Array.isArray(reply.body) ? records : records[0] };
	}
	if (!isBroken) return reply;
	const body = Object.defineProperty({}, 'status', {
		enumerable: true,
		get: () => {
			throw new Error('A fault of this package');
		},
	});
	return { ...reply, body };
}

/** Records the gift or payment of an answer as one that failed. False where it began neither. */
function undo(world: World, { path }: Arrival, { status, body }: Reply): boolean {
	const { transactionId } = body as { transactionId?: unknown };
	if (status !== 200 || !transactionId) return false;
	const gifts = world.ledger.entries.map(({ gift }) => gift);
	const gift = gifts.find((one) => one?.transactionId === transactionId);
	if (gift) gift.status = 'FAILED';
	const isPayment = path.endsWith('/subscribe');
	const payment = isPayment && world.payments.transactions.find(String(transactionId));
	const failed = { actionStatus: 'FAILED', transactionState: 'FAILED' } as const;
	if (payment) Object.assign(payment.record, failed);
	return Boolean(gift) || Boolean(payment);
}
