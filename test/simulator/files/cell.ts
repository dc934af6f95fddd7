/** A cell as a system stores it: text, or a number with the format that shows it. */
export type Cell = string | { number: number; format: string };

/** A row of a list, by the number that a spreadsheet gives it. */
export interface WrittenRow {
	row: number;
	cells: Cell[];
}
