import { InputError, tried } from '../platform/input';
import type { Turns } from './turns';

/** As Windows writes Western, Central European, Cyrillic, Turkish and Arabic text: a file doesn't say which. */
const codePages = [1252, 1250, 1251, 1254, 1256] as const;

/** An encoding, as a decoder takes it. */
type Label = 'utf-8' | 'utf-16le' | 'utf-16be' | `windows-${(typeof codePages)[number]}`;

/** As much as an n8n form takes by default. */
const maxBytes = 200 * 1024 * 1024;

/** Bytes that show how a file is written. */
const headBytes = 4096;

/** The characters of Windows-1252 for the bytes 80 to 9F, five of which it leaves out (WHATWG Encoding, “windows-1252”). */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/**
 * Reads the text of a file as spreadsheets write it: UTF-8, UTF-16 or one of Windows. The first two are known by
 * their byte order mark or by their bytes; of the others, the one by which most words are known.
 *
 * @param known how many words at the beginning of a text are known
 * @returns the name of the encoding, and the text piece by piece, which can be read more than once
 * @throws InputError for a file that isn't text, such as a workbook
 */
export function* readText(bytes: Uint8Array, known: (text: string) => number = () => 0) {
	if (bytes.length > maxBytes) {
		throw new InputError('The file has more than 200 MB', 'Split the list into several files.');
	}
	const opened = (encoding: string, label: Label) => {
		const pieces: Iterable<string> = { [Symbol.iterator]: () => decoded(label, bytes) };
		return { encoding, pieces };
	};
	const unicode = utf16Of(bytes) ?? 'utf-8';
	if (yield* isTextIn(unicode, bytes)) return opened(unicode.slice(0, 6).toUpperCase(), unicode);
	if (bytes.includes(0)) throw notText();
	const page = codePageOf(bytes.subarray(0, headBytes), known);
	return opened(`Windows-${page}`, `windows-${page}`);
}

/** Bytes that are decoded at a time. */
const decodedBytes = 500_000;

function* decoded(label: Label, bytes: Uint8Array): Generator<string> {
	const decoder = new TextDecoder(label, { fatal: label === 'utf-8' });
	for (let at = 0; at < bytes.length; at += decodedBytes) {
		const isLast = at + decodedBytes >= bytes.length;
		const text = decoder.decode(bytes.subarray(at, at + decodedBytes), { stream: !isLast });
		yield label === 'windows-1252' ? withSigns(text) : text;
	}
}

/** Whether bytes can be read in an encoding. @throws InputError for what no text has */
function* isTextIn(label: Label, bytes: Uint8Array): Turns<boolean> {
	const pieces = decoded(label, bytes);
	for (;;) {
		const piece = tried(() => pieces.next());
		if (!piece) return false;
		if (piece.done) return true;
		if (piece.value.includes('\0')) throw notText();
		yield;
	}
}

function notText(): InputError {
	return new InputError(
		'The file is not a workbook or CSV file',
		'Save the spreadsheet as a workbook (.xlsx) or as CSV, and submit that file.',
	);
}

function codePageOf(head: Uint8Array, known: (text: string) => number) {
	const pages = codePages.map((page) => {
		return { page, known: known([...decoded(`windows-${page}`, head)].join('')) };
	});
	return pages.reduce((best, other) => (other.known > best.known ? other : best)).page;
}

/** Node.js 20 leaves the bytes 80 to 9F of Windows-1252 as they are. */
function withSigns(text: string): string {
	return text.replace(/[\x80-\x9F]/g, (byte) => windows1252.charAt(byte.charCodeAt(0) - 0x80));
}

/** The label of UTF-16: by its mark, or by the zeros in digits, separators and Latin letters. */
function utf16Of(bytes: Uint8Array): Label | undefined {
	const [first, second] = bytes;
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	if (first === 0xfe && second === 0xff) return 'utf-16be';
	const head = bytes.subarray(0, headBytes);
	const zerosAt = (parity: number) =>
		head.filter((byte, at) => byte === 0 && at % 2 === parity).length;
	const [even, odd] = [zerosAt(0), zerosAt(1)];
	if (Math.max(even, odd) <= head.length / 10 || even === odd) return undefined;
	return odd > even ? 'utf-16le' : 'utf-16be';
}
