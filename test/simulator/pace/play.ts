import { setMaxListeners } from 'node:events';
import { Journal } from '../../../nodes/engine/core/list/journal';
import { runList } from '../../../nodes/engine/core/list/run';
import type { Exchange } from '../../../nodes/engine/core/exchange';
import type { PaceRules } from '../../../nodes/engine/core/request/hostPace';
import * as paceRules from '../../../nodes/engine/core/request/pace';
import { senderOf } from '../../../nodes/engine/core/request/pipeline';
import type { Clock } from '../../../nodes/engine/core/request/send';
import { RateLimiter } from '../../../nodes/engine/core/request/rateLimit';
import { runOptionsSchema } from '../../../nodes/engine/panel/options';
import { Dice } from '../../../sandbox/dice';
import { VirtualTime } from '../clock';
import { LoadedPlatform, type Load } from './platform';

setMaxListeners(0);

/** A scene to play. */
export interface Scene {
	/** By milliseconds since the start; undefined while the platform stalls. */
	loadAt: (ms: number) => Load | undefined;
	seconds: number;
	/** How many processes give at the same time. */
	processes?: number;
	/** How many requests the list has at the same time, at most. */
	concurrencyAt?: (ms: number) => number;
}

/** The figures of a scene, by second. */
export interface Played {
	/** Answered well, by process. */
	given: number[][];
	refused: number[];
	/** The slowest answer to a list, in milliseconds. */
	slowest: number[];
	/** How long a person waited for an answer, in milliseconds. */
	waits: number[];
}

/** A fixed number of requests at once, whatever the platform answers. */
export function fixed(atOnce: number): PaceRules {
	const same = <Pace>(pace: Pace) => pace;
	const firstPace = { ...paceRules.firstPace, atOnce };
	return {
		firstPace,
		afterRound: same,
		afterTrouble: same,
		afterTooMany: same,
		afterSecond: same,
		afterRest: same,
	};
}

const give: Exchange = {
	value: 'give',
	effect: 'write',
	costs: 'data',
	request: () => ({ method: 'POST', path: '/give' }),
	parse: () => ({ records: [{}] }),
	reconcile: {
		key: (params) => ({ reference: String(params), serviceKey: 'A1' }),
		withReference: (params) => params,
		request: () => ({ method: 'GET', path: '/look-up' }),
		read: () => ({ state: 'notDone' }),
		result: (record) => ({ records: [record] }),
	},
};

const host = 'billing.example.com';
const timeoutMs = 10_000;

/** Plays a scene with lists that don't end, and a person who asks for something each second. */
export async function play(scene: Scene, rules: PaceRules = paceRules): Promise<Played> {
	const time = new VirtualTime();
	return await time.run(async () => await new Play(scene, time, rules).played());
}

class Play {
	private readonly random: () => number;
	private readonly platform: LoadedPlatform;
	private readonly began: number;
	private readonly result: Played;

	constructor(
		private readonly scene: Scene,
		private readonly time: VirtualTime,
		private readonly rules: PaceRules,
	) {
		const dice = new Dice(1);
		this.random = () => dice.next();
		this.began = time.monotonic();
		this.platform = new LoadedPlatform(time, scene.loadAt, this.random);
		const zeros = () => new Array<number>(scene.seconds + 1).fill(0);
		const given = Array.from({ length: scene.processes ?? 1 }, zeros);
		this.result = { given, refused: zeros(), slowest: zeros(), waits: zeros() };
	}

	async played(): Promise<Played> {
		const end = new AbortController();
		const limiters = this.result.given.map(() => new RateLimiter(this.rules));
		const lists = limiters.map(async (limiter, index) => {
			await this.giveList(limiter, index, end.signal);
		});
		for (let n = 0; n < this.scene.seconds; n++) {
			await this.time.sleep(1_000);
			if (limiters[0]) void this.ask(limiters[0], end.signal);
		}
		end.abort();
		await Promise.all(lists);
		return this.result;
	}

	private get ms(): number {
		return this.time.monotonic() - this.began;
	}

	private get clock(): Clock {
		return {
			now: () => this.time.now(),
			monotonic: () => this.time.monotonic(),
			sleep: async (ms, signal) =>
				await (ms > 0 ? this.time.sleep(ms, signal) : this.platform.turn()),
		};
	}

	private account(note: (status: number, second: number, took: number) => void) {
		const transport = async ({ signal }: { signal?: AbortSignal }) => {
			const sentAt = this.ms;
			const answer = await this.platform.answer(signal);
			note(answer.status, Math.floor(this.ms / 1000), this.ms - sentAt);
			return answer;
		};
		const baseUrl = `https://${host}`;
		return { host, key: '', baseUrl, transport, logIn: () => undefined, secrets: () => [] };
	}

	private async giveList(limiter: RateLimiter, index: number, signal: AbortSignal) {
		const { refused, slowest, given } = this.result;
		const own = given[index] ?? [];
		const account = this.account((status, second, took) => {
			const counts = status === 200 ? own : refused;
			counts[second] = (counts[second] ?? 0) + 1;
			slowest[second] = Math.max(slowest[second] ?? 0, took);
		});
		const { seconds, concurrencyAt = () => 200 } = this.scene;
		const ms = () => this.ms;
		const settings = runOptionsSchema.parse({ timezone: 'UTC' });
		await runList({
			operation: give,
			account,
			inputs: Array.from({ length: seconds * 800 }, (_, n) => ({ params: `${index}-${n}` })),
			options: {
				...settings,
				skipLookUp: true,
				stopAfterFailures: 0,
				timeoutMs,
				get concurrency() {
					return concurrencyAt(ms());
				},
			},
			services: [],
			journal: new Journal(),
			limiter,
			clock: this.clock,
			random: this.random,
			runName: `${index}`,
			continueOnFail: true,
			signal,
		});
	}

	private async ask(limiter: RateLimiter, signal: AbortSignal): Promise<void> {
		const clock = this.time;
		const account = this.account(() => undefined);
		const [asked, second] = [this.ms, Math.floor(this.ms / 1000)];
		await senderOf(account, timeoutMs, { limiter, clock, signal })({ method: 'GET', path: '/one' });
		this.result.waits[second] = this.ms - asked;
	}
}

/** Answered well a second, from a second on to another. */
export function goodput({ given }: Played, from: number, to: number): number {
	const all = given.flatMap((own) => own.slice(from, to));
	return all.reduce((sum, one) => sum + one, 0) / (to - from);
}
