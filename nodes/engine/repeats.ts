/**
 * The items that are for the same as an earlier one.
 *
 * @param items parameters by item index, in the order of the list
 * @param nameOf what they are for
 * @returns the index of the first of them, by item index
 */
export function repeatsIn(
	items: Iterable<[itemIndex: number, params: unknown]>,
	nameOf: (params: unknown) => string,
): Map<number, number> {
	const repeats = new Map<number, number>();
	const firsts = new Map<string, number>();
	for (const [itemIndex, params] of items) {
		const name = nameOf(params);
		const first = firsts.get(name);
		if (first === undefined) firsts.set(name, itemIndex);
		else repeats.set(itemIndex, first);
	}
	return repeats;
}

/** What stands in `skipped` of an item that repeats an earlier one. */
export function listedTwice(first: number): string {
	return `listed twice, see item ${first} of the input`;
}
