import { canceledError, givenUp } from './errors';
import type { Clock, Policy } from './send';

/** How often deadlines are checked: one watch for all requests, because a timer for each costs more. */
const checkEveryMs = 250;

/** Gives a request up after `timeoutMs` or when the execution is canceled: n8n's timeout doesn't end a trickling answer. */
export function deadline(timeoutMs: number, clock: Clock, signal?: AbortSignal): Policy {
	const underWay = new Map<AbortController, number>();
	let isWatching = false;
	const abortAll = () => {
		for (const controller of underWay.keys()) controller.abort();
	};
	const watch = async () => {
		if (isWatching) return;
		isWatching = true;
		signal?.addEventListener('abort', abortAll);
		while (underWay.size > 0) {
			await clock.sleep(checkEveryMs);
			const now = clock.monotonic();
			for (const [controller, end] of underWay) if (end < now) controller.abort();
		}
		signal?.removeEventListener('abort', abortAll);
		isWatching = false;
	};

	return (next) => async (request) => {
		if (signal?.aborted) return { certainty: 'notProcessed', error: canceledError() };
		const controller = new AbortController();
		const { signal: mine } = controller;
		underWay.set(controller, clock.monotonic() + timeoutMs);
		void watch();
		const sending = next({ ...request, timeoutMs, signal: mine });
		const sent = await sending.finally(() => underWay.delete(controller));
		return mine.aborted && sent.error ? givenUp() : sent;
	};
}
