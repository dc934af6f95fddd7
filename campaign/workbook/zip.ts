import { Inflate } from '../../libraries/fflate';
import { tooLarge, unreadable } from './trouble';

/** A file within a zip file, as the zip file's directory tells it. */
export interface Part {
	method: number;
	/** The bytes, as they are packed. */
	packed: Uint8Array;
	/** How many bytes they unpack to. */
	size: number;
}

/** More is no list of 200,000 customers, whose sheet has about 30 MB. */
const maxSize = 400_000_000;

/** No sheet packs so well, and beyond some size no bomb packs worse (Apache POI refuses the same). */
const maxRatio = 100;
const smallSize = 2_000_000;

/** The signatures and the lengths of what a zip file is made of (APPNOTE.TXT 6.3, 4.3). */
const local = { signature: 0x04034b50, length: 30 };
const entry = { signature: 0x02014b50, length: 46 };
const end = { signature: 0x06054b50, length: 22 };

/** What stands in place of a number that doesn't fit. */
const elsewhere = 0xffffffff;

/**
 * Reads the directory of a zip file, by which the parts are known before they are unpacked. fflate's own readers unpack
 * a part before it can be stopped, or guess where it ends.
 *
 * @returns the parts by their paths: from the root, in small letters
 * @throws InputError for a damaged zip file
 */
export function openZip(bytes: Uint8Array): Map<string, Part> {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
	try {
		return new Map(entriesOf(view, bytes));
	} catch (error) {
		throw error instanceof RangeError ? unreadable() : error;
	}
}

function* entriesOf(view: DataView, bytes: Uint8Array): Generator<[string, Part]> {
	let at = bytes.length - end.length;
	while (view.getUint32(at, true) !== end.signature) at--;
	const count = view.getUint16(at + 10, true);
	at = view.getUint32(at + 16, true);
	for (let left = count; left > 0; left--) {
		if (view.getUint32(at, true) !== entry.signature) throw unreadable();
		const nameEnd = at + entry.length + view.getUint16(at + 28, true);
		const extraEnd = nameEnd + view.getUint16(at + 30, true);
		const name = new TextDecoder().decode(bytes.subarray(at + entry.length, nameEnd));
		const { size, packedSize, offset } = sizesOf(view, at, nameEnd, extraEnd);
		const packed = packedAt(view, bytes, offset, packedSize);
		const path = `/${name.replaceAll('\\', '/')}`.toLowerCase();
		yield [path, { method: view.getUint16(at + 10, true), packed, size }];
		at = extraEnd + view.getUint16(at + 32, true);
	}
}

/** The sizes and the place of a part: where they don't fit, in its extra field 1 (zip64), which Java writes always. */
function sizesOf(view: DataView, at: number, nameEnd: number, extraEnd: number) {
	let field = nameEnd;
	while (field < extraEnd && view.getUint16(field, true) !== 1) {
		field += 4 + view.getUint16(field + 2, true);
	}
	let long = field + 4;
	const [size, packedSize, offset] = [24, 20, 42].map((position) => {
		const short = view.getUint32(at + position, true);
		if (short !== elsewhere || field >= extraEnd) return short;
		long += 8;
		return Number(view.getBigUint64(long - 8, true));
	}) as [number, number, number];
	return { size, packedSize, offset };
}

function packedAt(view: DataView, bytes: Uint8Array, offset: number, size: number): Uint8Array {
	if (view.getUint32(offset, true) !== local.signature) throw unreadable();
	const names = view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
	const start = offset + local.length + names;
	if (start + size > bytes.length) throw unreadable();
	return bytes.subarray(start, start + size);
}

/** So much is unpacked at a time, and gives a thousand times as much at most. */
const step = 32_768;

function* stored(bytes: Uint8Array): Generator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
}

/** Unpacks a part, piece by piece. @throws InputError for a bomb, a damaged part, and one that is packed in another way */
export function* unpack({ method, packed, size }: Part): Generator<Uint8Array> {
	if (size > maxSize || size > Math.max(smallSize, packed.length * maxRatio)) throw tooLarge();
	if (method === 0) yield* stored(packed);
	else if (method === 8) yield* inflated(packed, size);
	else throw unreadable();
}

function* inflated(packed: Uint8Array, size: number): Generator<Uint8Array> {
	let pieces: Uint8Array[] = [];
	const inflate = new Inflate((piece) => pieces.push(piece));
	let left = size;
	for (let at = 0; at < packed.length; at += step) {
		try {
			inflate.push(packed.subarray(at, at + step), at + step >= packed.length);
		} catch {
			throw unreadable();
		}
		for (const piece of pieces) {
			left -= piece.length;
			if (left < 0) throw unreadable();
			yield piece;
		}
		pieces = [];
	}
	if (left > 0) throw unreadable();
}
