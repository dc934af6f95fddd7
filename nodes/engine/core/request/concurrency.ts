/** Runs `work` for every item, at most `width` at a time, and gives the results in the items' order. */
export async function mapConcurrent<In, Out>(
	items: In[],
	width: number,
	work: (item: In, index: number) => Out | Promise<Out>,
): Promise<Out[]> {
	const results = new Array<Out>(items.length);
	const waiting = items.entries();
	const worker = async () => {
		for (const [index, item] of waiting) results[index] = await work(item, index);
	};
	await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
	return results;
}

/** Waits for a promise, at most until the signal is aborted: then undefined. */
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
