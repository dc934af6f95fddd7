const textOnly = /^="((?:[^"]|"")*)"$/;

/** Whether a cell begins as a formula with a text. */
export function isFormula(cell: unknown): cell is string {
	return typeof cell === 'string' && cell.startsWith('="');
}

/** The text of a formula that is nothing but a text, as people protect zeros: `="0151…"`; undefined for any other cell. */
export function textOfFormula(cell: unknown): string | undefined {
	return isFormula(cell) ? textOnly.exec(cell)?.[1]?.replaceAll('""', '"') : undefined;
}
