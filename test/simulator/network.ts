import { grantToken } from '../../sandbox/auth/grant';
import type { World } from '../../sandbox/world';
import type { VirtualTime } from './clock';
import type { Letter, Model } from './model';
import { answerOf, type Reply } from './platform';
import type { Effect, Scenario } from './scenario';

/** What never comes. */
export const never = new Promise<never>(() => undefined);

const trouble: Reply = {
	status: 200,
	body: { status: 'ERROR', errorMessage: 'database timeout' },
};
/** One way, in milliseconds. */
const fastest = 1;
const slowest = 40;

const failure = (code: string) => Object.assign(new Error(code), { code });

/** The network between the processes and the platform, with its faults. */
export class Network {
	private readonly counts = { write: 0, read: 0, token: 0 };

	constructor(
		private readonly time: VirtualTime,
		private readonly world: World,
		private readonly scenario: Scenario,
		private readonly random: () => number,
		private readonly model: Model,
	) {}

	/** Sends a request. Rejects with a coded error, as n8n's helper does. @param signal gives it up */
	async send(letter: Letter, signal?: AbortSignal): Promise<Reply> {
		if (signal?.aborted) throw failure('ECONNABORTED');
		const nth = this.counts[letter.kind]++;
		letter.fault = this.scenario.faults.find(
			(one) => one.on === letter.kind && nth >= one.nth && nth < one.nth + one.times,
		);
		this.model.leaves(letter);
		const abort = new Promise<Error>((resolve) => {
			signal?.addEventListener('abort', () => {
				resolve(failure('ECONNABORTED'));
			});
		});
		const reply = await Promise.race([this.deliver(letter), abort]);
		if (letter.process.isDead) return await never;
		this.model.ends(letter, reply instanceof Error ? undefined : reply);
		if (reply instanceof Error) throw reply;
		return reply;
	}

	private async deliver(letter: Letter): Promise<Reply | Error> {
		const { effect, when } = letter.fault ?? { effect: { acts: 1 } as Effect, when: 0 };
		const { timeout, spare } = this.scenario;
		// How late the platform acts, and how long a slow answer takes.
		const delay = timeout + 500 + (spare - 500) * when;
		await this.time.sleep(this.latency());
		if (effect.isLate) void this.time.sleep(delay).then(() => this.act(letter, effect));
		const reply = effect.isLate ? trouble : this.act(letter, effect);
		await this.time.sleep(effect.isSlow ? delay : this.latency());
		if (effect.isSilent) return await never;
		if (effect.error !== undefined) return failure(effect.error);
		const { status, body, headers } = effect.status ? failing(effect.status) : reply;
		if (!effect.isCut || status !== 200) return { status, body, headers };
		const text = JSON.stringify(body);
		return { status, headers, body: text.slice(0, text.length / 2) };
	}

	/** The platform gets the request, as often as the fault says; the first answer counts. */
	private act(letter: Letter, { acts, tokens }: Effect): Reply {
		const { kind, arrival } = letter;
		if (tokens === 'expire') this.world.tokens.expireAccessTokens(this.time.now());
		if (tokens === 'revoke') this.world.tokens.revokeSessions();
		const replies = Array.from({ length: acts }, () => {
			const form = () => Object.fromEntries(arrival.body as URLSearchParams) as object;
			const reply =
				kind === 'token'
					? grantToken(this.world, form(), { secretRequired: true })
					: answerOf(this.world, arrival);
			this.model.acted(letter, reply);
			return reply;
		});
		return replies[0] ?? trouble;
	}

	private latency(): number {
		return fastest + (slowest - fastest) * this.random();
	}
}

function failing(status: number): Reply {
	if (status === 200) return trouble;
	const isBusy = status === 429 || status === 503;
	return {
		status,
		body: { status: 'FAILED', errorMessage: 'The platform failed' },
		headers: isBusy ? { 'retry-after': '1' } : {},
	};
}
