const textOnly = /^="((?:[^"]|"")*)"$/;

/** The text of a formula that is nothing but a text, as people protect zeros: `="0151…"`; undefined for any other. */
export function textOfFormula(cell: string): string | undefined {
	if (!cell.startsWith('="')) return undefined;
	return textOnly.exec(cell)?.[1]?.replaceAll('""', '"');
}
