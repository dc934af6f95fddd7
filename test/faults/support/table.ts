import { sumOf, type Tally } from './tally';

/** A finished cell: an operation under a fault. */
export interface Cell {
	row: string;
	column: string;
	tally: Tally;
}

const columnsAcross = 6;
const nothing = '-';

const words: [keyof Tally, string][] = [
	['right', 'ok'],
	['failed', 'no'],
	['unknown', '?'],
	['doubled', 'DOUBLED'],
	['lost', 'LOST'],
	['wrong', 'WRONG'],
];

const legend =
	'ok: said done, and done once; for a read: the right answer. no: said failed, and not done. ?: said that nobody knows.';

/** The matrix in blocks that fit a screen: operations down, faults across; below it the totals. */
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

/** The sums in words. */
export function totalText(tallies: Tally[]): string {
	const { right, failed, unknown, doubled, lost, wrong } = sumOf(tallies);
	return `${right} right, ${failed} failed and said so, ${unknown} unknown and said so. Doubled ${doubled}, lost ${lost}, reported wrongly ${wrong}.`;
}

function textOf(cells: Cell[], row: string, column: string): string {
	const cell = cells.find((one) => one.row === row && one.column === column);
	if (!cell) return nothing;
	return words
		.filter(([name]) => cell.tally[name] > 0)
		.map(([name, word]) => `${cell.tally[name]} ${word}`)
		.join(' ');
}

function aligned(lines: string[][]): string {
	const widths = lines[0]?.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
	return lines
		.map((line) =>
			line
				.map((text, at) => text.padEnd(widths?.[at] ?? 0))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}
