const textFormula = /^="((?:[^"]|"")*)"$/;

/** The cells of a row, of which a formula that is nothing but text is that text: exports write `="0151…"` to keep the zero. */
export function withoutTextFormulas(cells: unknown[]): unknown[] {
	return cells.map((cell) => {
		const [, text] = typeof cell === 'string' ? (textFormula.exec(cell.trim()) ?? []) : [];
		return text === undefined ? cell : text.replaceAll('""', '"');
	});
}
