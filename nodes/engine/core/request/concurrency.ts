/**
 * Runs `work` for every item, at most `width()` at a time, and gives the results in order. `width` is asked whenever an
 * item has ended.
 */
export async function mapConcurrent<In, Out>(
	items: In[],
	width: () => number,
	work: (item: In, index: number) => Out | Promise<Out>,
): Promise<Out[]> {
	const results = new Array<Out>(items.length);
	const waiting = items.entries();
	let running = 0;
	const carryOut = async ([index, item]: [number, In]) => {
		results[index] = await work(item, index);
	};
	await new Promise<void>((resolve, reject) => {
		const begin = () => {
			while (running < Math.max(1, width())) {
				const next = waiting.next();
				if (next.done) {
					if (running === 0) resolve();
					return;
				}
				running += 1;
				carryOut(next.value).then(() => {
					running -= 1;
					begin();
				}, reject);
			}
		};
		begin();
	});
	return results;
}

/** Waits for a promise until the signal is aborted, and then gives undefined. */
export async function orAborted<T>(
	promise: Promise<T>,
	signal?: AbortSignal,
): Promise<T | undefined> {
	if (!signal) return await promise;
	return await new Promise((resolve, reject) => {
		const stop = () => {
			resolve(undefined);
		};
		if (signal.aborted) stop();
		else signal.addEventListener('abort', stop, { once: true });
		// Always, because a failure that nobody waits for would end the process.
		promise.then(resolve, reject).finally(() => {
			signal.removeEventListener('abort', stop);
		});
	});
}
