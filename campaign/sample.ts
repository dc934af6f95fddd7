import { count } from './figureWords';

/** So many rows show how a list is written. */
export const mostRows = 500;

/** What was counted in the first rows of a list: "3 amounts", or "3 amounts of the first 500 rows". @param rows that were looked at */
export function countInSample(found: number, noun: string, rows: number): string {
	return rows < mostRows
		? count(found, noun)
		: `${count(found, noun)} of the first ${mostRows} rows`;
}
