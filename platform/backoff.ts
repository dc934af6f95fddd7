const firstWait = 500;
const longestWait = 30_000;

/**
 * How long to wait before trying again: half a second that doubles up to 30 s, of which the latter half is left to
 * chance, so that many who failed together do not come back together.
 *
 * @param tries how many there were, at least 1
 * @param chance 0 to 1
 * @returns milliseconds
 */
export function backoffOf(tries: number, chance: number): number {
	const wait = Math.min(firstWait * 2 ** (tries - 1), longestWait);
	return Math.round(wait / 2 + (wait / 2) * chance);
}
