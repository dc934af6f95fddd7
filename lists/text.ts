import { InputError, tried } from '../platform/input';
import type { Steps } from './steps';

/** How a file writes its characters. */
export type Encoding = 'UTF-8' | 'UTF-16' | `Windows-${CodePage}`;

/** The same, as a decoder takes it. */
type Label = 'utf-8' | 'utf-16le' | 'utf-16be' | `windows-${CodePage}`;

type CodePage = (typeof codePages)[number];

/** As Windows writes Western, Central European, Cyrillic, Turkish and Arabic text: a file doesn't say which. */
const codePages = [1252, 1250, 1251, 1254, 1256] as const;

/** As much as an n8n form takes by default. */
const maxBytes = 200 * 1024 * 1024;

/** Bytes that show how a file is written. */
const headBytes = 4096;

/** The characters of Windows-1252 for the bytes 80 to 9F, five of which it leaves out (WHATWG Encoding, “windows-1252”). */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/** The text of a file, piece by piece, so that other work gets its turn between them. */
interface TextFile {
	encoding: Encoding;
	/** They can be read more than once. */
	pieces: Iterable<string>;
}

/**
 * Reads the text of a file as spreadsheets write it: UTF-8, UTF-16 or one of Windows. The first two are known by
 * their byte order mark or by their bytes; of the others, the one by which most words are known.
 *
 * @param known how many words at the beginning of a text are known
 * @throws InputError for a file that isn't text, such as a workbook
 */
export function* readText(
	bytes: Uint8Array,
	known: (text: string) => number = () => 0,
): Steps<TextFile> {
	if (bytes.length > maxBytes) {
		throw new InputError('The file has more than 200 MB', 'Split the list into several files.');
	}
	const unicode = utf16Of(bytes) ?? 'utf-8';
	if (yield* isTextIn(unicode, bytes)) {
		const encoding = unicode === 'utf-8' ? 'UTF-8' : 'UTF-16';
		return { encoding, pieces: piecesIn(unicode, bytes) };
	}
	const page = codePageOf(bytes.subarray(0, headBytes), known);
	yield* isTextIn(`windows-${page}`, bytes);
	return { encoding: `Windows-${page}`, pieces: piecesIn(`windows-${page}`, bytes) };
}

function piecesIn(label: Label, bytes: Uint8Array): Iterable<string> {
	return { [Symbol.iterator]: () => decoded(label, bytes) };
}

/** Bytes that are decoded at a time. */
const step = 500_000;

function* decoded(label: Label, bytes: Uint8Array): Generator<string> {
	const decoder = new TextDecoder(label, { fatal: label === 'utf-8' });
	for (let at = 0; at < bytes.length; at += step) {
		const isLast = at + step >= bytes.length;
		const text = decoder.decode(bytes.subarray(at, at + step), { stream: !isLast });
		yield label === 'windows-1252' ? withSigns(text) : text;
	}
}

/** Whether bytes can be read in an encoding. @throws InputError for what no text has */
function* isTextIn(label: Label, bytes: Uint8Array): Steps<boolean> {
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

function codePageOf(head: Uint8Array, known: (text: string) => number): CodePage {
	const [best = 1252] = codePages
		.map((page) => [page, known([...decoded(`windows-${page}`, head)].join(''))] as const)
		.sort(([, one], [, other]) => other - one)
		.map(([page]) => page);
	return best;
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
	const isMany = (zeros: number) => zeros > head.length / 10;
	const [even, odd] = [0, 1].map(
		(parity) => head.filter((byte, at) => byte === 0 && at % 2 === parity).length,
	) as [number, number];
	if (isMany(odd) && odd > even) return 'utf-16le';
	return isMany(even) && even > odd ? 'utf-16be' : undefined;
}
