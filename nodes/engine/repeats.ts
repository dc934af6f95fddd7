/** Finds the items of a list that are for the same as another one. */
export class Listed {
	private readonly firsts = new Map<string, number>();

	/**
	 * Lists an item by its names. One that has a name in common with another is not listed, and stands for nothing.
	 *
	 * @returns the index of that other item
	 */
	enter(itemIndex: number, names: string[]): number | undefined {
		const first = this.firstOf(names);
		if (first === undefined) this.add(itemIndex, names);
		return first;
	}

	/** The index of an item that goes by one of these names. */
	firstOf(names: string[]): number | undefined {
		return names.map((name) => this.firsts.get(name)).find((index) => index !== undefined);
	}

	/** @param names what this item goes by; where one before goes by them too, that stays the one */
	add(itemIndex: number, names: string[]): void {
		for (const name of names) {
			if (!this.firsts.has(name)) this.firsts.set(name, itemIndex);
		}
	}
}

/** What stands in `skipped` of an item that repeats an earlier one. */
export function listedTwice(first: number): string {
	return `listed twice, see item ${first} of the input`;
}
