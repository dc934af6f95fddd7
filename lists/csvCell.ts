import { isObject } from '../platform/answer';

/** Begins a file: without it Excel takes the text for Windows-1252. */
export const byteOrderMark = '\uFEFF';

/** Lines of CSV (RFC 4180), whose cells are shown as they are. @param isSafe for texts that a spreadsheet may read as it likes */
export function csvLines(
	rows: unknown[][],
	separator: string,
	isSafe: (text: string) => boolean = () => false,
): string {
	const cellOf = (value: unknown): string => {
		if (typeof value === 'number') return String(value);
		const text = isObject(value) ? JSON.stringify(value) : String(value ?? '');
		return inQuotes(isSafe(text) ? text : withoutFormulas(text), separator);
	};
	return rows.map((cells) => `${cells.map(cellOf).join(separator)}\r\n`).join('');
}

/** Whether a text is a number with a sign, such as a phone number: a spreadsheet has nothing to run in it. */
export function isSignedNumber(text: string): boolean {
	return /^[+-]\d[\d., \u00A0\u202F]*$/.test(text);
}

function inQuotes(safe: string, separator: string): string {
	const needsQuotes = /[",;|\t\r\n]/.test(safe) || safe.includes(separator);
	return needsQuotes ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * The beginnings of formulas: a spreadsheet may split lines at another sign than the comma, by its region or by a choice at
 * the import, and then doesn't heed quotes. LibreOffice runs `=` there, and leaves a NUL out; it runs nothing behind blanks,
 * invisible marks or quotes. Excel runs the other signs, too, the wide ones in Japan (OWASP, CSV Injection).
 */
const formulas = /(^|[,;|\t\r\n])(\0*)([-=+@＝＋－＠])/g;

/** A cell that a spreadsheet would run gets an apostrophe, which makes it text. */
function withoutFormulas(text: string): string {
	return text.replace(formulas, "$1$2'$3");
}

const textOnly = /^="((?:[^"]|"")*)"$/;

/** The text of a formula that is nothing but a text, as people protect zeros: `="0151…"`; undefined for any other cell. */
export function textOfFormula(cell: unknown): string | undefined {
	if (typeof cell !== 'string' || !cell.startsWith('="')) return undefined;
	return textOnly.exec(cell)?.[1]?.replaceAll('""', '"');
}
