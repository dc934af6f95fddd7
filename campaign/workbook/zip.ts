import { unzipSync, type UnzipFileInfo } from '../../libraries/fflate';
import { tooLarge, unreadable } from './trouble';

/** A file within a zip file, as the zip file's directory tells it. */
export interface Part extends UnzipFileInfo {
	archive: Uint8Array;
}

/** More is no list of 200,000 customers, whose sheet has about 30 MB. */
const maxSize = 400_000_000;

/** No sheet packs so well, and beyond some size no bomb packs worse (Apache POI refuses the same). */
const maxRatio = 100;
const smallSize = 2_000_000;

/**
 * Reads the directory of a zip file, by which the parts are known before they are unpacked.
 *
 * @returns the parts by their paths: from the root, in small letters
 * @throws InputError for a damaged zip file
 */
export function openZip(archive: Uint8Array): Map<string, Part> {
	const parts = new Map<string, Part>();
	unzip(archive, (file) => {
		parts.set(`/${file.name.replaceAll('\\', '/')}`.toLowerCase(), { ...file, archive });
		return false;
	});
	return parts;
}

/** So much is read at a time. */
const step = 65_536;

/** Unpacks a part, and gives it piece by piece. @throws InputError for a bomb, and a damaged part */
export function* unpack({ archive, name, size, originalSize }: Part): Generator<Uint8Array> {
	if (originalSize > maxSize || originalSize > Math.max(smallSize, size * maxRatio)) {
		throw tooLarge();
	}
	const bytes = unzip(archive, (file) => file.name === name)[name] ?? new Uint8Array(0);
	for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
}

function unzip(archive: Uint8Array, filter: (file: UnzipFileInfo) => boolean) {
	try {
		return unzipSync(archive, { filter });
	} catch {
		throw unreadable();
	}
}
