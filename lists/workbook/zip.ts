import { Inflate } from '../../libraries/fflate';
import { InputError } from '../../platform/input';
import type { Turns } from '../turns';
import { tooLarge, unreadableWorkbook, type Budget } from './trouble';

/** A file within a zip file, by its place there. */
export interface ZipEntry {
	/** As it is packed. */
	packed: Uint8Array;
	isDeflated: boolean;
	/** Bytes when unpacked, as the directory says. */
	size: number;
	/** Of the whole workbook. */
	budget: Budget;
}

/** Signatures of APPNOTE.TXT, the specification of zip files. */
const signatures = { file: 0x04034b50, entry: 0x02014b50, end: 0x06054b50, longEnd: 0x06064b50 };

/** Parts of a workbook: even with a thousand pictures it has fewer. */
const maxEntries = 10_000;

/**
 * Reads the directory of a zip file, which names its parts before they are unpacked.
 *
 * @returns the parts by their paths: from the root, in small letters
 * @throws InputError for a damaged zip file, such as one with two parts of one name
 */
export function* openZip(archive: Uint8Array, budget: Budget): Turns<Map<string, ZipEntry>> {
	const view = new DataView(archive.buffer, archive.byteOffset, archive.length);
	const parts = new Map<string, ZipEntry>();
	try {
		const { count, start } = directoryIn(view);
		if (count > maxEntries) throw tooLarge();
		for (let left = count, at = start; left > 0; left--) {
			const { name, next, ...part } = entryAt(view, at);
			if (parts.has(name)) throw unreadableWorkbook();
			parts.set(name, { ...part, budget });
			at = next;
			yield;
		}
	} catch (error) {
		// The view ends where the file does.
		throw error instanceof InputError ? error : unreadableWorkbook();
	}
	return parts;
}

/** Bytes of the end of the directory, and of a comment behind it. */
const [endLength, maxComment] = [22, 65_535];

/** How many entries the directory has, and where it starts. */
function directoryIn(view: DataView): { count: number; start: number } {
	let end = view.byteLength - endLength;
	const last = Math.max(0, end - maxComment);
	while (end >= last && view.getUint32(end, true) !== signatures.end) end--;
	if (end < last) throw unreadableWorkbook();
	const [count, start] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)];
	if (count !== 0xffff && start !== 0xffffffff) return { count, start };
	const longEnd = longAt(view, end - 12);
	if (view.getUint32(longEnd, true) !== signatures.longEnd) throw unreadableWorkbook();
	return { count: longAt(view, longEnd + 32), start: longAt(view, longEnd + 48) };
}

const names = new TextDecoder();

function entryAt(view: DataView, at: number) {
	if (view.getUint32(at, true) !== signatures.entry) throw unreadableWorkbook();
	const [isEncrypted, method] = [view.getUint16(at + 8, true) & 1, view.getUint16(at + 10, true)];
	const [nameEnd, extra] = [at + 46 + view.getUint16(at + 28, true), view.getUint16(at + 30, true)];
	const sizes = [at + 24, at + 20, at + 42].map((place) => view.getUint32(place, true));
	const [size, packedSize, file] = withLongSizes(view, sizes, nameEnd, extra);
	const start = startOf(view, file);
	if (isEncrypted || (method !== 0 && method !== 8) || start + packedSize > view.byteLength) {
		throw unreadableWorkbook();
	}
	const bytes = (from: number, to: number) =>
		new Uint8Array(view.buffer, view.byteOffset + from, to - from);
	return {
		name: `/${names.decode(bytes(at + 46, nameEnd)).replaceAll('\\', '/')}`.toLowerCase(),
		packed: bytes(start, start + packedSize),
		isDeflated: method === 8,
		size,
		next: nameEnd + extra + view.getUint16(at + 32, true),
	};
}

/** Numbers that have no room in an entry are in its extra field 1, one after the other. */
function withLongSizes(
	view: DataView,
	sizes: number[],
	start: number,
	length: number,
): [size: number, packedSize: number, file: number] {
	let field = start;
	while (field < start + length && view.getUint16(field, true) !== 1) {
		field += 4 + view.getUint16(field + 2, true);
	}
	let at = field + 4;
	const read = sizes.map((size) => {
		if (size !== 0xffffffff || field >= start + length) return size;
		at += 8;
		return longAt(view, at - 8);
	});
	return read as [number, number, number];
}

/** The position where a part begins, behind its own header. */
function startOf(view: DataView, file: number): number {
	if (view.getUint32(file, true) !== signatures.file) throw unreadableWorkbook();
	return file + 30 + view.getUint16(file + 26, true) + view.getUint16(file + 28, true);
}

function longAt(view: DataView, at: number): number {
	return Number(view.getBigUint64(at, true));
}

/** No sheet packs so well, and beyond some size no bomb packs worse (Apache POI refuses the same). */
const maxRatio = 100;
const smallSize = 2_000_000;

/** Bytes that are unpacked, and given, at a time: packed ones are up to a thousand times as many. */
const [packedStep, step] = [4_096, 65_536];

/**
 * Unpacks a part, and gives it piece by piece.
 *
 * @throws InputError for a bomb, by the bytes that are really unpacked, and for a damaged part
 */
export function* unpack({ packed, isDeflated, size, budget }: ZipEntry): Generator<Uint8Array> {
	let unpacked = 0;
	for (const [bytes, read] of isDeflated ? inflated(packed) : [[packed, packed.length] as const]) {
		unpacked += bytes.length;
		budget.unpack(bytes.length);
		if (unpacked > size) throw unreadableWorkbook();
		if (unpacked > Math.max(smallSize, read * maxRatio)) throw tooLarge();
		for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
	}
	if (unpacked < size) throw unreadableWorkbook();
}

/** The unpacked bytes, with how many packed ones were read for them so far. */
function* inflated(packed: Uint8Array): Generator<[bytes: Uint8Array, read: number]> {
	const pieces: Uint8Array[] = [];
	const inflate = new Inflate((piece) => pieces.push(piece));
	for (let at = 0; at < packed.length; at += packedStep) {
		const read = Math.min(packed.length, at + packedStep);
		try {
			inflate.push(packed.subarray(at, read), read === packed.length);
		} catch {
			throw unreadableWorkbook();
		}
		for (const piece of pieces.splice(0)) yield [piece, read];
	}
}
