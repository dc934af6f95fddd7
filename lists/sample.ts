import { count, number } from '../platform/figureWords';

/** So many rows show how a list is written. */
export const mostRows = 500;

/** So many of the cells show what kind they are. */
const mostSamples = 3;

/** The first of some cells, each once. */
export function samplesOf(cells: Iterable<unknown>): unknown[] {
	const found = new Set<unknown>();
	for (const cell of cells) {
		if (found.size === mostSamples) break;
		found.add(cell);
	}
	return [...found];
}

/**
 * The words for a count in the first rows of a list: "3 amounts", or "3 amounts of the first 500 rows" where there may be more.
 *
 * @param rows how many have something in them; blank ones were looked at, too
 */
export function countInSample(found: number, noun: string, rows: number): string {
	const isWhole = rows < mostRows / 2;
	return isWhole ? count(found, noun) : `${count(found, noun)} of the first ${number(rows)} rows`;
}
