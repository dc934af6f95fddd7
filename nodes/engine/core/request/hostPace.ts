import type * as paceRules from './pace';
import { paceFiguresOf, LatencyCounts, type PaceFigures } from './paceFigures';
import type { PlatformRequest } from './platformRequest';
import type { Clock, Send, Sent } from './send';

/** The rules, so that a simulation can have others. */
export type PaceRules = typeof paceRules;

/** After two minutes without a request the pace starts low again. */
const restMs = 120_000;
const secondMs = 1_000;
const minAnswers = 8;

/** The pace of the requests that go to one host, for all runs of this process. */
export class HostPace {
	private pace: paceRules.Pace;
	private running = 0;
	private round = newRound(-Infinity);
	private second = { began: 0, answered: 0, tooMany: 0 };
	/** The time of the last back-off: requests that left before tell nothing new. */
	private backedOffAt = -Infinity;
	private lastAt = Infinity;
	private wasFull = false;
	/** How long the last timer of 0 ms took: other work of this n8n waits as long. */
	private turnMs = 0;
	private readonly latencies = new LatencyCounts();

	constructor(private readonly rules: PaceRules) {
		this.pace = rules.firstPace;
	}

	get found(): paceRules.Pace {
		return this.pace;
	}

	/** A function that gives the figures from now on. @param load the share of the time in which n8n was busy */
	figures(clock: Clock): (load: number) => PaceFigures {
		const [began, before, noted] = [clock.monotonic(), this.pace, this.latencies.since()];
		return (load) => {
			const pace = { before, after: this.pace, isFull: this.wasFull };
			return paceFiguresOf(noted(), pace, { ms: clock.monotonic() - began, load });
		};
	}

	hasRoom(): boolean {
		return this.running < this.pace.atOnce;
	}

	enter(clock: Clock): void {
		const now = clock.monotonic();
		if (this.running === 0 && now - this.lastAt > restMs) {
			this.pace = this.rules.afterRest(this.pace);
			this.round = newRound(now);
		}
		this.running += 1;
		this.round.isFull ||= !this.hasRoom();
	}

	leave(): void {
		this.running -= 1;
	}

	/** Sends a request that has entered, and learns from its answer; a canceled request teaches nothing. */
	async send(
		next: Send,
		request: PlatformRequest,
		clock: Clock,
		signal?: AbortSignal,
	): Promise<Sent> {
		const sentAt = clock.monotonic();
		const sent = await next(request);
		if (signal?.aborted) return sent;
		const now = clock.monotonic();
		this.lastAt = now;
		this.count(sent, now);
		if (sent.answer) this.latencies.note(now - sentAt);
		const status = sent.answer?.status ?? noStatus;
		// Too many a second are not too many at once.
		if (status === 429) {
			this.pace = this.rules.afterTooMany(this.pace);
			this.round = newRound(now);
		} else if (busyStatuses.includes(status)) this.backOff(sentAt, now);
		else if (status !== 401 && sentAt >= this.round.began) this.time(now - sentAt, clock);
		return sent;
	}

	private count({ answer }: Sent, now: number): void {
		const { second } = this;
		if (answer?.status === 429) second.tooMany += 1;
		else if (answer) second.answered += 1;
		if (now < second.began + secondMs) return;
		// After a pause the count is of more than a second.
		if (now < second.began + 2 * secondMs)
			this.pace = this.rules.afterSecond(this.pace, second, now);
		this.second = { began: now, answered: 0, tooMany: 0 };
	}

	private backOff(sentAt: number, now: number): void {
		if (sentAt < this.backedOffAt) return;
		this.backedOffAt = now;
		this.pace = this.rules.afterTrouble(this.pace, now);
		this.round = newRound(now);
	}

	private time(latencyMs: number, clock: Clock): void {
		const { latencies, isFull } = this.round;
		latencies.push(latencyMs);
		if (latencies.length < Math.max(minAnswers, this.pace.atOnce / 2)) return;
		latencies.sort((one, other) => one - other);
		const quick = latencies[Math.floor(latencies.length / 4)] ?? 0;
		const { turnMs } = this;
		const now = clock.monotonic();
		this.pace = this.rules.afterRound(this.pace, { latencyMs: quick, isFull, turnMs }, now);
		this.wasFull = isFull;
		this.round = newRound(now);
		void this.timeTurn(clock);
	}

	private async timeTurn(clock: Clock): Promise<void> {
		const began = clock.monotonic();
		await clock.sleep(0);
		this.turnMs = clock.monotonic() - began;
	}
}

const newRound = (began: number) => ({ began, latencies: [] as number[], isFull: false });

/** In the place of a status: a timeout, or a connection that broke. */
const noStatus = 0;
/** Answers of a platform, or of a gateway before it, that has too much to do. */
const busyStatuses = [noStatus, 408, 502, 503, 504];
