import { sleep } from 'n8n-workflow';

/** How often it is looked whether time is up, in milliseconds. */
const look = 250;

/**
 * Gives up what takes longer than a limit: n8n's own time-out only counts while nothing comes at all, and an answer may
 * trickle for ever. One watch looks after all that is under way, because a timer for each costs more.
 *
 * @param limit milliseconds, kept to a quarter of a second
 * @param signal gives up at once all that is under way; n8n stores a cancelled execution without waiting for its node
 * @returns what hands a request on, or rejects with the code of a time-out
 */
export function limitedTo(
	limit: number,
	signal?: AbortSignal,
): <T>(request: Promise<T>) => Promise<T> {
	const open = new Set<{ end: number; giveUp: () => void }>();
	let isWatching = false;

	const giveUpAll = () => {
		for (const { giveUp } of open) giveUp();
	};

	const watch = async () => {
		if (isWatching) return;
		isWatching = true;
		signal?.addEventListener('abort', giveUpAll);
		while (open.size > 0) {
			await sleep(look);
			const now = Date.now();
			for (const { end, giveUp } of open) if (end < now) giveUp();
		}
		signal?.removeEventListener('abort', giveUpAll);
		isWatching = false;
	};

	return async (request) =>
		await new Promise((resolve, reject) => {
			const giveUp = () => {
				open.delete(mine);
				reject(Object.assign(new Error('no answer came in time'), { code: 'ETIMEDOUT' }));
			};
			const mine = { end: Date.now() + limit, giveUp };
			open.add(mine);
			void watch();
			request.then(resolve, reject).finally(() => open.delete(mine));
		});
}
