/** Groups items by a key, in the order in which each key comes first. */
export function groupedBy<Item>(items: Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
	const groups = new Map<string, Item[]>();
	for (const item of items) {
		const key = keyOf(item);
		const own = groups.get(key);
		if (own) own.push(item);
		else groups.set(key, [item]);
	}
	return groups;
}
