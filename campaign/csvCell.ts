import { isObject } from '../platform/answer';

/** Begins a file: without it Excel takes the text for Windows-1252. */
export const byteOrderMark = '\uFEFF';

/** Lines of CSV (RFC 4180), whose cells are shown as they are. @param separator a comma, a semicolon or a tab */
export function csvLines(rows: unknown[][], separator: string): string {
	return rows.map((cells) => `${cells.map(cellOf).join(separator)}\r\n`).join('');
}

function cellOf(value: unknown): string {
	if (typeof value === 'number') return String(value);
	const safe = withoutFormulas(isObject(value) ? JSON.stringify(value) : String(value ?? ''));
	return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * A spreadsheet may split lines at another sign than the comma, by its region or by a choice at the import, and then
 * doesn't heed quotes: what stands behind any of these begins a cell.
 */
const separators = ',;|\t\r\n"';
const blanks = /[\s\0\u200B]/;
/** How a formula begins, also in the wide forms of East Asian keyboards. */
const signs = '-=+@＝＋－＠';

/** What a spreadsheet would run gets an apostrophe, which makes it text. */
function withoutFormulas(text: string): string {
	let starts = true;
	const safe = Array.from(text, (character) => {
		const runs = starts && signs.includes(character);
		if (separators.includes(character)) starts = true;
		else if (!blanks.test(character)) starts = false;
		return runs ? `'${character}` : character;
	});
	return safe.join('');
}
