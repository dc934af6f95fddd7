import { newParser } from '../../libraries/saxen';
import { InputError } from '../../platform/input';
import type { Turns } from '../turns';
import { tooLarge, unreadableWorkbook } from './trouble';
import { unpack, type ZipEntry } from './zip';

/** Hears what an XML document has, apart from the pronunciation of East Asian text. Names come without their prefixes. */
export interface Listener {
	open?(name: string, attribute: (name: string) => string | undefined): void;
	text?(text: string): void;
	close?(name: string): void;
}

/** Characters of a tag or a text: a cell has 32,767 at most. */
const maxToken = 1_000_000;

/**
 * Reads a part of a workbook, if it's there, and stops after each piece, so that what was heard can be handed on.
 *
 * @throws InputError for what isn't XML, and for a document with a type, which could define entities
 */
export function* readXml(part: ZipEntry | undefined, listener: Listener): Turns<void> {
	if (!part) return;
	const decoder = new TextDecoder('utf-8', { fatal: true });
	/** How many characters have come since something was heard. */
	let waiting = 0;
	const parser = parserFor(listener, () => {
		waiting = 0;
	});
	try {
		for (const bytes of unpack(part)) {
			const text = decoder.decode(bytes, { stream: true });
			waiting += text.length;
			parser.write(text);
			if (waiting > maxToken) throw tooLarge();
			yield;
		}
		parser.end();
		yield;
	} catch (error) {
		throw error instanceof InputError ? error : unreadableWorkbook();
	}
}

function parserFor(listener: Listener, hear: () => void) {
	const parser = newParser();
	const plain = (name: string) => name.slice(name.indexOf(':') + 1);
	let isPronunciation = false;
	const hearText = (text: string) => {
		hear();
		if (!isPronunciation) listener.text?.(text);
	};
	parser.on('openTag', (name, attributes, decode) => {
		hear();
		isPronunciation ||= plain(name) === 'rPh';
		listener.open?.(plain(name), (wanted) => {
			const values = attributes();
			const found = wanted in values ? wanted : keyWithPrefix(values, wanted);
			return found === undefined ? undefined : decode(withLongCodes(values[found] ?? ''));
		});
	});
	parser.on('closeTag', (name) => {
		hear();
		if (plain(name) === 'rPh') isPronunciation = false;
		listener.close?.(plain(name));
	});
	parser.on('text', (text, decode) => {
		hearText(decode(withLongCodes(text)));
	});
	parser.on('cdata', hearText);
	parser.on('attention', () => {
		throw unreadableWorkbook();
	});
	return parser;
}

/** Text in which characters beyond U+FFFF, such as emojis, are no references: the parser would take them for others. */
function withLongCodes(text: string): string {
	if (!text.includes('&#')) return text;
	return text.replace(
		/&#(?:x([0-9a-f]{5,})|(\d{5,}));/gi,
		(_all, hex?: string, digits?: string) => {
			const code = hex === undefined ? Number(digits) : parseInt(hex, 16);
			return code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code);
		},
	);
}

function keyWithPrefix(values: Record<string, string>, name: string): string | undefined {
	for (const key in values) if (key.endsWith(`:${name}`)) return key;
	return undefined;
}

/** The text of a cell, in which characters that XML forbids are written as `_x000D_`. */
export function cellText(text: string): string {
	return text.replace(/_x([0-9a-f]{4})_/gi, (_all, code: string) =>
		String.fromCharCode(parseInt(code, 16)),
	);
}

/** How a flag is written. */
export function isTrue(value: string | undefined): boolean {
	return value === '1' || value === 'true';
}
