import type { WrittenRow } from './cell';
import type { FileScenario } from './scenario';

type Dialect = FileScenario['file'];

/** Writes a CSV file. Rows that are left out between others are blank lines. */
export function csvOf(rows: WrittenRow[], dialect: Dialect): Uint8Array {
	const { separator, lineEnd, hasSep, endsWithLine, encoding } = dialect;
	const lines: string[] = [];
	for (const { row, cells } of rows) {
		while (lines.length < row - 1) lines.push('');
		lines.push(cells.map((cell) => quoted(String(cell), dialect)).join(separator));
	}
	const text = lines.join(lineEnd) + (endsWithLine ? lineEnd : '');
	return encoded((hasSep ? `sep=${separator}${lineEnd}` : '') + text, encoding);
}

function quoted(text: string, { separator, quotes }: Dialect): string {
	const needed = quotes === 'all' || /["\r\n]/.test(text) || text.includes(separator);
	return needed ? `"${text.replaceAll('"', '""')}"` : text;
}

function encoded(text: string, encoding: Dialect['encoding']): Uint8Array {
	if (encoding === 'utf-8') return Buffer.from(text);
	if (encoding === 'utf-8 bom') return Buffer.from(`\uFEFF${text}`);
	if (encoding === 'utf-16le') return Buffer.from(`\uFEFF${text}`, 'utf16le');
	if (encoding === 'utf-16be') return Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
	return inCodePage(text, encoding) ?? Buffer.from(text);
}

const pages = new Map<string, Map<string, number>>();

/** The text in a code page of Windows; undefined where it doesn't have all of its characters. */
function inCodePage(text: string, encoding: string): Uint8Array | undefined {
	let page = pages.get(encoding);
	if (!page) {
		const bytes = Array.from({ length: 256 }, (_, byte) => byte);
		const decoder = new TextDecoder(encoding);
		page = new Map(bytes.map((byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
		pages.set(encoding, page);
	}
	const written = [...text].map((character) => page.get(character));
	return written.includes(undefined) ? undefined : Uint8Array.from(written as number[]);
}
