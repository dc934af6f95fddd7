/** Keys are spread by their last two characters, or digits. */
const maxParts = 100;

/**
 * A map with up to a million keys. A `Map` copies all of its keys each time that it doubles, and n8n waits for it: 40 to 85 ms
 * at 524,288 keys. Here each of a hundred maps grows for itself.
 */
export class LargeMap<Key extends string | number, Value> {
	private readonly parts = new Map<string | number, Map<Key, Value>>();

	get size(): number {
		return [...this.parts.values()].reduce((sum, { size }) => sum + size, 0);
	}

	has(key: Key): boolean {
		return this.partOf(key).has(key);
	}

	get(key: Key): Value | undefined {
		return this.partOf(key).get(key);
	}

	set(key: Key, value: Value): void {
		this.partOf(key).set(key, value);
	}

	private partOf(key: Key): Map<Key, Value> {
		const name = typeof key === 'number' ? key % maxParts : key.slice(-2);
		const known = this.parts.get(name);
		if (known) return known;
		const part = new Map<Key, Value>();
		this.parts.set(name, part);
		return part;
	}
}
