interface Entry<Item> {
	at: number;
	order: number;
	item: Item;
}

/** What is due when: a binary heap; of two items due at once the one added first comes first. */
export class DueQueue<Item> {
	private readonly heap: Entry<Item>[] = [];
	private added = 0;

	add(at: number, item: Item): void {
		const entry = { at, order: this.added++, item };
		let index = this.heap.push(entry) - 1;
		while (index > 0) {
			const parent = (index - 1) >> 1;
			if (!this.swapIfLater(parent, index)) break;
			index = parent;
		}
	}

	/** When the first is due. */
	get nextAt(): number | undefined {
		return this.heap[0]?.at;
	}

	/** Takes out what is due first, if it is due at `now`. */
	takeDue(now: number): { at: number; item: Item } | undefined {
		const [first] = this.heap;
		if (!first || first.at > now) return undefined;
		const last = this.heap.pop();
		if (last && this.heap.length > 0) {
			this.heap[0] = last;
			this.sink();
		}
		return first;
	}

	private sink(): void {
		for (let index = 0; ;) {
			const left = 2 * index + 1;
			const child = this.comesBefore(left + 1, left) ? left + 1 : left;
			if (!this.swapIfLater(index, child)) return;
			index = child;
		}
	}

	/** Swaps when the parent comes after the child. */
	private swapIfLater(parent: number, child: number): boolean {
		const [a, b] = [this.heap[parent], this.heap[child]];
		if (!a || !b || !this.comesBefore(child, parent)) return false;
		this.heap[parent] = b;
		this.heap[child] = a;
		return true;
	}

	private comesBefore(one: number, other: number): boolean {
		const [a, b] = [this.heap[one], this.heap[other]];
		return a !== undefined && b !== undefined && (a.at - b.at || a.order - b.order) < 0;
	}
}
