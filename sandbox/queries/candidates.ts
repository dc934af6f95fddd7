/** What an index says may match; looked at only if no other index says fewer. */
export interface Candidates<Item> {
	size: number;
	list(): readonly Item[];
}

export function candidatesIn<Item>(items: readonly Item[]): Candidates<Item> {
	return { size: items.length, list: () => items };
}

/** The fewest of them. */
export function fewest<Item>(
	all: Candidates<Item>,
	narrower: (Candidates<Item> | undefined)[],
): readonly Item[] {
	const best = narrower.reduce<Candidates<Item>>(
		(found, next) => (next && next.size < found.size ? next : found),
		all,
	);
	return best.list();
}
