import { pause } from './pause';
import { untilCancelled } from './untilCancelled';

/**
 * Waits for a request's turn. What it returns is called once the request is answered, or has failed.
 *
 * @param isReady whether nothing else, such as a login, goes before the request
 */
export type Pace = (isReady: boolean, signal?: AbortSignal) => Promise<() => void>;

const paces = new Map<string, Pace>();
const mostPaces = 100;

const ended = (): void => undefined;

const second = 1000;
/** A request that was ready is taken to have arrived so many milliseconds after it left, answered or not. */
const longestWay = 250;
/** How far requests that are late, in milliseconds, may catch up. */
const mostCatchUp = 100;

/**
 * The pace towards one platform, shared by all runs of this process that keep to the same one: in no window of a second
 * do more requests arrive there. When one arrives nobody here can see, but it was before its answer came. So another
 * may leave in its place a second after its answer, which slow answers make slower by a fifth at most.
 *
 * @param host whom the requests go to
 * @param perSecond requests; of a fraction above 1 the whole part counts
 */
export function paceFor(host: string, perSecond: number): Pace {
	const name = `${host} ${perSecond}`;
	const known = paces.get(name);
	if (known) return known;
	const [oldest] = paces.keys();
	if (paces.size >= mostPaces && oldest !== undefined) paces.delete(oldest);
	const pace = slidingPace(perSecond);
	paces.set(name, pace);
	return pace;
}

function slidingPace(perSecond: number): Pace {
	const most = Math.max(1, Math.floor(perSecond));
	const span = Math.max(second, second / perSecond);
	/** By when the last requests had arrived, the oldest first. */
	const requests: Promise<number>[] = [];
	let due = -Infinity;
	let queue: Promise<unknown> = Promise.resolve();

	const takeTurn = async (isReady: boolean, signal?: AbortSignal) => {
		// Even steps, so that a run does not begin with a burst.
		const next = Math.max(due + span / most, performance.now() - mostCatchUp);
		await until(next, signal);
		const oldest = requests.length < most ? undefined : requests[0];
		if (oldest) await until((await oldest) + span, signal);
		// What is not sent takes nobody's place.
		if (signal?.aborted) return ended;
		due = next;
		if (oldest) void requests.shift();
		let end = ended;
		const answered = new Promise<void>((resolve) => {
			// Of a cancelled request that is still on its way nobody hears when it arrives.
			end = () => {
				if (!isReady || !signal?.aborted) resolve();
			};
		});
		const arrived = isReady ? Promise.race([answered, pause(longestWay)]) : answered;
		requests.push(arrived.then(() => performance.now()));
		return end;
	};

	return async (isReady, signal) => {
		const turn = queue.then(async () => await takeTurn(isReady, signal));
		queue = turn;
		await untilCancelled(turn, signal);
		if (!signal?.aborted) return await turn;
		void turn.then((end) => {
			end();
		});
		return ended;
	};
}

async function until(moment: number, signal?: AbortSignal): Promise<void> {
	while (moment > performance.now() && !signal?.aborted) {
		await pause(moment - performance.now(), signal);
	}
}
