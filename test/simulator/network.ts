import type { World } from '../../sandbox/world';
import type { VirtualTime } from './clock';
import { effects, type Effect, type Fault } from './faults';
import { answerOf, tokenReply, type Arrival, type Reply } from './platform';
import type { Process } from './process';

/** A request that has left a process. */
export interface Letter {
	kind: Fault['on'];
	process: Process;
	/** Undefined for a token request. */
	execution?: string;
	arrival: Arrival;
	/** Unix milliseconds. */
	leftAt: number;
	/** The fault that struck it. */
	fault?: Fault;
}

/** What the model is told. */
export interface Witness {
	leaves(letter: Letter): void;
	/** The platform has acted. */
	acted(letter: Letter, reply: Reply): void;
	/** It was answered, failed, or was given up. */
	ends(letter: Letter, reply: Reply | undefined): void;
}

/** How late the platform may act, and how long a slow answer takes, in milliseconds. */
export interface Delays {
	earliest: number;
	latest: number;
}

const trouble = { status: 'ERROR', errorMessage: 'database timeout' };
/** One way, in milliseconds. */
const fastest = 1;
const slowest = 40;

/** The network between the processes and the platform, with its faults. */
export class Network {
	/** How often the platform acted. */
	private acted = 0;

	private readonly counts = { write: 0, read: 0, token: 0 };

	constructor(
		private readonly time: VirtualTime,
		private readonly world: World,
		private readonly faults: Fault[],
		private readonly delays: Delays,
		private readonly random: () => number,
		private readonly witness: Witness,
	) {}

	/** Sends a request. Rejects with a coded error, as n8n's helper does. @param signal gives it up */
	async send(letter: Letter, signal?: AbortSignal): Promise<Reply> {
		if (signal?.aborted) throw failure('ECONNABORTED');
		const nth = this.counts[letter.kind]++;
		const fault = this.faults.find(
			(one) => one.on === letter.kind && nth >= one.nth && nth < one.nth + one.times,
		);
		letter.fault = fault;
		this.witness.leaves(letter);
		const effect: Effect = fault ? effects[fault.what] : { acts: 1 };
		return await new Promise((resolve, reject) => {
			const abort = () => {
				end(failure('ECONNABORTED'));
			};
			// A process that is dead hears nothing any more.
			let isOpen = true;
			const end = (reply: Reply | Error) => {
				if (!isOpen || letter.process.isDead) return;
				isOpen = false;
				signal?.removeEventListener('abort', abort);
				this.witness.ends(letter, reply instanceof Error ? undefined : reply);
				if (reply instanceof Error) reject(reply);
				else resolve(reply);
			};
			signal?.addEventListener('abort', abort);
			void this.deliver(letter, effect).then((reply) => {
				if (reply) end(reply);
			});
		});
	}

	private async deliver(letter: Letter, effect: Effect): Promise<Reply | Error | undefined> {
		const { earliest, latest } = this.delays;
		const delay = earliest + (latest - earliest) * (letter.fault?.when ?? 0);
		await this.time.sleep(this.latency());
		let reply: Reply = { status: 200, body: trouble };
		if (effect.isLate) {
			void this.time.sleep(delay).then(() => this.act(letter, effect));
		} else {
			reply = await this.act(letter, effect);
		}
		await this.time.sleep(effect.isSlow ? delay : this.latency());
		if (effect.isSilent) return undefined;
		if (effect.error !== undefined) return failure(effect.error);
		if (effect.status !== undefined) reply = failing(effect.status);
		if (effect.isCut && reply.status === 200) {
			const text = JSON.stringify(reply.body);
			reply = { ...reply, body: text.slice(0, text.length / 2) };
		}
		return reply;
	}

	/** The platform gets the request, as often as the fault says; the first answer counts. */
	private async act(letter: Letter, { acts, tokens }: Effect): Promise<Reply> {
		if (tokens === 'expire') this.world.tokens.expireAccessTokens(this.time.now());
		if (tokens === 'revoke') this.world.tokens.revokeSessions();
		let first: Reply | undefined;
		for (let count = 0; count < acts; count++) {
			const { arrival, kind } = letter;
			this.acted += 1;
			const reply =
				kind === 'token'
					? await tokenReply(this.world, arrival.body as URLSearchParams, this.acted)
					: answerOf(this.world, arrival);
			this.witness.acted(letter, reply);
			first ??= reply;
		}
		return first ?? { status: 200, body: trouble };
	}

	private latency(): number {
		return fastest + (slowest - fastest) * this.random();
	}
}

function failing(status: number): Reply {
	const body = status === 200 ? trouble : { status: 'FAILED', errorMessage: 'The platform failed' };
	const isBusy = status === 429 || status === 503;
	return { status, body, headers: isBusy ? { 'retry-after': '1' } : {} };
}

function failure(code: string): Error {
	return Object.assign(new Error(code), { code });
}
