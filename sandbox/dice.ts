/** Chance that a seed replays: mulberry32. */
export class Dice {
	constructor(private state: number) {}

	/** A number in [0, 1). */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	/** A whole number in [0, limit). */
	below(limit: number): number {
		return Math.floor(this.next() * limit);
	}

	pick<Item>(items: readonly Item[]): Item {
		const item = items[this.below(items.length)];
		if (item === undefined) throw new Error('nothing to pick from');
		return item;
	}
}
