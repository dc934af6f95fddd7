import type { Range } from './filter-values';
import type { Candidates } from './candidates';

/** Items in the order of a time that no longer changes; finds a range by binary search. */
export class TimeOrder<Item> {
	private readonly items: Item[] = [];

	constructor(private readonly timeOf: (item: Item) => string) {}

	/** Items of about now are cheap, older ones cost a pass over all. */
	add(items: readonly Item[]): void {
		const { timeOf } = this;
		const compare = (one: Item, other: Item) => compareTexts(timeOf(one), timeOf(other));
		const added = [...items].sort(compare);
		const [last, first] = [this.items.at(-1), added[0]];
		const inOrder = !last || !first || compare(last, first) <= 0;
		for (const item of added) this.items.push(item);
		if (!inOrder) this.items.sort(compare);
	}

	/** What lies in the range, and no more. */
	between({ gt, lt }: Range): Candidates<Item> {
		const from = gt === undefined ? 0 : this.countWhile((text) => text <= gt);
		const to = lt === undefined ? this.items.length : this.countWhile((text) => text < lt);
		return { size: Math.max(0, to - from), list: () => this.items.slice(from, to) };
	}

	private countWhile(isBefore: (text: string) => boolean): number {
		let [low, high] = [0, this.items.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			const item = this.items[middle];
			if (item !== undefined && isBefore(this.timeOf(item))) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}

export function compareTexts(one: string, other: string): number {
	return one < other ? -1 : Number(one > other);
}
