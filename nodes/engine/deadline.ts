import { canceledError, unanswered } from './errors';
import type { Clock, Policy, Sent } from './send';

/** How often deadlines are checked, in milliseconds: one watch for all requests, because a timer for each costs more. */
const checkEvery = 250;

interface Watched {
	controller: AbortController;
	/** When its request is given up, Unix milliseconds. */
	end: number;
}

/**
 * Gives a request up, and frees its connection, when its time is up or the execution is canceled: n8n's own timeout
 * doesn't end an answer that trickles, and n8n stores a canceled execution without waiting for its node.
 *
 * @param timeout milliseconds to wait for an answer, kept to a quarter of a second
 */
export function deadline(
	host: string,
	timeout: number,
	clock: Clock,
	signal?: AbortSignal,
): Policy {
	const open = new Set<Watched>();
	/** Those that served and can serve again: a new one for each request costs more than all else here. */
	const free: Watched[] = [];
	let isWatching = false;
	const abortAll = () => {
		for (const { controller } of open) controller.abort();
	};
	const watch = async () => {
		if (isWatching) return;
		isWatching = true;
		signal?.addEventListener('abort', abortAll);
		while (open.size > 0) {
			await clock.sleep(checkEvery);
			const now = clock.now();
			for (const { end, controller } of open) if (end < now) controller.abort();
		}
		signal?.removeEventListener('abort', abortAll);
		isWatching = false;
	};

	return (next) => async (request) => {
		if (signal?.aborted) return { certainty: 'notProcessed', error: canceledError() };
		const mine = free.pop() ?? { controller: new AbortController(), end: 0 };
		mine.end = clock.now() + timeout;
		open.add(mine);
		void watch();
		const sent = await next({ ...request, timeout, signal: mine.controller.signal });
		open.delete(mine);
		const { aborted } = mine.controller.signal;
		if (!aborted) free.push(mine);
		return aborted && sent.error ? timedOut(host) : sent;
	};
}

function timedOut(host: string): Sent {
	const error = unanswered(host, Object.assign(new Error(), { code: 'ETIMEDOUT' }));
	return { certainty: 'inDoubt', error };
}
