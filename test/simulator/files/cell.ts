/** A cell as a system stores it: text, a number with the format that shows it, or a formula that is nothing but a text. */
export type Cell = string | { number: number; format: string } | { formula: string };

/** A row of a list, by the number that a spreadsheet gives it. */
export interface WrittenRow {
	row: number;
	cells: Cell[];
}

/** A cell for people who look for a fault. */
export function shownCell(cell: Cell): string {
	if (typeof cell === 'string') return cell;
	return 'formula' in cell ? `="${cell.formula}"` : `${cell.number} {${cell.format}}`;
}
