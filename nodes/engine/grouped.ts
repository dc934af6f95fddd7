/** The items by name, those of one name in their order. (n8n still runs on a Node.js without `Map.groupBy`.) */
export function grouped<T>(items: Iterable<T>, nameOf: (item: T) => string): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const item of items) {
		const name = nameOf(item);
		const group = groups.get(name);
		if (group) group.push(item);
		else groups.set(name, [item]);
	}
	return groups;
}
