import { InputError } from '../platform/input';

/** How a file writes its characters. */
export type Encoding = 'UTF-8' | 'UTF-16' | `Windows-${(typeof codePages)[number]}`;

/** As Windows writes Western, Central European, Cyrillic, Turkish and Arabic text: a file doesn't say which. */
const codePages = [1252, 1250, 1251, 1254, 1256] as const;

/** As much as an n8n form takes by default. */
const maxBytes = 200 * 1024 * 1024;

/** So many bytes show how a file is written. */
const headBytes = 4096;

/** What Windows-1252 has for the bytes 80 to 9F, five of which it leaves out (WHATWG Encoding, “windows-1252”). */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/**
 * Reads the text of a file as spreadsheets write it: UTF-8, UTF-16 or one of Windows. The first two are known by
 * their byte order mark or by their bytes; of the others, it's the one that makes most words known.
 *
 * @param known how many words at the beginning of a text are known
 * @throws InputError for a file that isn't text, such as a workbook
 */
export function readText(
	bytes: Uint8Array,
	known: (text: string) => number = () => 0,
): { text: string; encoding: Encoding } {
	if (bytes.length > maxBytes) {
		throw new InputError('The file has more than 200 MB', 'Split the list into several files.');
	}
	const read = decoded(bytes, known);
	if (!read.text.includes('\0')) return read;
	throw new InputError(
		'The file is not a CSV file',
		'Save the spreadsheet as CSV, and submit that file.',
	);
}

function decoded(
	bytes: Uint8Array,
	known: (text: string) => number,
): { text: string; encoding: Encoding } {
	const utf16 = utf16Of(bytes);
	if (utf16) return { text: new TextDecoder(utf16).decode(bytes), encoding: 'UTF-16' };
	try {
		return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
	} catch {
		const head = bytes.subarray(0, headBytes);
		const [best = 1252] = codePages
			.map((page) => [page, known(decodedBy(page, head))] as const)
			.sort(([, one], [, other]) => other - one)
			.map(([page]) => page);
		return { text: decodedBy(best, bytes), encoding: `Windows-${best}` };
	}
}

function decodedBy(page: (typeof codePages)[number], bytes: Uint8Array): string {
	const text = new TextDecoder(`windows-${page}`).decode(bytes);
	if (page !== 1252) return text;
	// Node.js 20 leaves the bytes 80 to 9F as they are.
	return text.replace(/[\x80-\x9F]/g, (byte) => windows1252.charAt(byte.charCodeAt(0) - 0x80));
}

/** The label of UTF-16: by its mark, or by the zeros in digits, separators and Latin letters. */
function utf16Of(bytes: Uint8Array): string | undefined {
	const [first, second] = bytes;
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	if (first === 0xfe && second === 0xff) return 'utf-16be';
	const head = bytes.subarray(0, headBytes);
	const isMany = (zeros: number) => zeros > head.length / 10;
	const [even, odd] = [0, 1].map(
		(parity) => head.filter((byte, at) => byte === 0 && at % 2 === parity).length,
	) as [number, number];
	if (isMany(odd) && odd > even) return 'utf-16le';
	return isMany(even) && even > odd ? 'utf-16be' : undefined;
}
