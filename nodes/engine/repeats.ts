/**
 * The items that are for the same as an earlier one.
 *
 * @param items parameters by item index, in the order of the list
 * @param namesOf the names of what they are for; one in common is enough
 * @returns the index of the first of them, by item index
 */
export function repeatsIn(
	items: Iterable<[itemIndex: number, params: unknown]>,
	namesOf: (params: unknown) => string[],
): Map<number, number> {
	const repeats = new Map<number, number>();
	const firsts = new Map<string, number>();
	for (const [itemIndex, params] of items) {
		const names = namesOf(params);
		const first = names.map((name) => firsts.get(name)).find((index) => index !== undefined);
		if (first !== undefined) repeats.set(itemIndex, first);
		else for (const name of names) firsts.set(name, itemIndex);
	}
	return repeats;
}

/** What stands in `skipped` of an item that repeats an earlier one. */
export function listedTwice(first: number): string {
	return `listed twice, see item ${first} of the input`;
}
