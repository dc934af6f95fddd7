import { InputError } from '../platform/input';

/** How a file writes its characters. */
export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252';

/** As much as an n8n form takes by default. */
const maxBytes = 200 * 1024 * 1024;

/** So many bytes show whether a file is UTF-16. */
const headBytes = 4096;

/** What Windows-1252 has for the bytes 80 to 9F, five of which it leaves out (WHATWG Encoding, “windows-1252”). */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/**
 * Reads the text of a file as spreadsheets write it: UTF-8, UTF-16 or Windows-1252. The first two are known by their
 * byte order mark or by their bytes; whatever isn't UTF-8 is Windows-1252.
 *
 * @throws InputError for a file that isn't text, such as a workbook
 */
export function readText(bytes: Uint8Array): { text: string; encoding: Encoding } {
	if (bytes.length > maxBytes) {
		throw new InputError('The file has more than 200 MB', 'Split the list into several files.');
	}
	const read = decoded(bytes);
	if (!read.text.includes('\0')) return read;
	throw new InputError(
		'The file is not a CSV file',
		'Save the spreadsheet as CSV, and submit that file.',
	);
}

function decoded(bytes: Uint8Array): { text: string; encoding: Encoding } {
	const utf16 = utf16Of(bytes);
	if (utf16) return { text: new TextDecoder(utf16).decode(bytes), encoding: 'UTF-16' };
	try {
		return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
	} catch {
		// Node.js 20 leaves the bytes 80 to 9F as they are.
		const text = new TextDecoder('windows-1252')
			.decode(bytes)
			.replace(/[\x80-\x9F]/g, (byte) => windows1252.charAt(byte.charCodeAt(0) - 0x80));
		return { text, encoding: 'Windows-1252' };
	}
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
