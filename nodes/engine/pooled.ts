/** Runs `work` for every item, at most `width` at a time, and gives the results in the items' order. */
export async function pooled<In, Out>(
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
