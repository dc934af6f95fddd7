/** The position of a column: of `AB12` it's 27; -1 without letters. */
export function columnOf(reference: string): number {
	let column = 0;
	for (const letter of /^[A-Z]{0,4}/i.exec(reference)?.[0].toUpperCase() ?? '') {
		column = column * 26 + letter.charCodeAt(0) - 64;
	}
	return column - 1;
}
