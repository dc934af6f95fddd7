/** Different cells whose results are kept. */
const maxKept = 10_000;

/** A pure function of cells that keeps the results of the first ones: most columns of a list repeat their cells. */
export function remembered<Result>(compute: (cell: unknown) => Result): (cell: unknown) => Result {
	const known = new Map<unknown, Result>();
	return (cell) => {
		const found = known.get(cell);
		if (found !== undefined) return found;
		const result = compute(cell);
		if (known.size < maxKept) known.set(cell, result);
		return result;
	};
}
