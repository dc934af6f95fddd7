/** So many texts are kept; the platform has few. */
const most = 1000;

/** What `work` makes of a text, worked out once: every answer is asked for the same few. */
export function remembered<T>(work: (text: string) => T): (text: string) => T {
	const known = new Map<string, T>();
	return (text) => {
		const before = known.get(text);
		if (before !== undefined) return before;
		const result = work(text);
		if (known.size >= most) known.clear();
		known.set(text, result);
		return result;
	};
}
