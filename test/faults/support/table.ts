import { totalText, type Tally } from './tally';

/** A finished cell, such as an operation under a fault. */
export interface Cell {
	row: string;
	column: string;
	tally: Tally;
	/** Of each item that was doubled, lost or reported wrongly: what was said and done. */
	bad: string[];
}

const columnsAcross = 6;

const words: Partial<Record<string, string>> = { right: 'ok', failed: 'no', unknown: '?' };

const legend =
	'ok: said done, and done once; for a read: the right answer. no: said failed, and not done. ?: said to be in doubt.';

/** The cells as a table in blocks that fit a screen; below it the totals. */
export function matrixText(cells: Cell[]): string {
	const rows = [...new Set(cells.map(({ row }) => row))];
	const columns = [...new Set(cells.map(({ column }) => column))];
	const blocks: string[] = [];
	for (let at = 0; at < columns.length; at += columnsAcross) {
		const across = columns.slice(at, at + columnsAcross);
		const lines = rows.map((row) => [row, ...across.map((column) => textOf(cells, row, column))]);
		blocks.push(aligned([['', ...across], ...lines]));
	}
	return [...blocks, legend, totalText(cells.map(({ tally }) => tally))].join('\n\n');
}

function textOf(cells: Cell[], row: string, column: string): string {
	const cell = cells.find((one) => one.row === row && one.column === column);
	return Object.entries(cell?.tally ?? {})
		.filter(([, count]) => count > 0)
		.map(([name, count]) => `${count} ${words[name] ?? name.toUpperCase()}`)
		.join(' ');
}

function aligned(lines: string[][]): string {
	const widths = lines[0]?.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
	const padded = (line: string[]) => line.map((text, at) => text.padEnd(widths?.[at] ?? 0));
	return lines.map((line) => padded(line).join('  ').trimEnd()).join('\n');
}
