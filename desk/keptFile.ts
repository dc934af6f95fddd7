import { gunzipSync, gzipSync } from '../libraries/fflate';
import { tried } from '../platform/input';
import type { StoredList } from '../campaign/types';

/** The number of a file's first piece; the others follow downwards, below all rows that were left out. */
const firstNumber = -1_000_000;

/** So many bytes are packed into a row of the table: packing takes some milliseconds, in which other work waits. */
const pieceBytes = 250_000;

/** Whether a row of the table has rows of the list, and no piece of its file. */
export function hasRows({ number }: StoredList): boolean {
	return number > firstNumber;
}

/** A file as it was uploaded, for the table with the lists: piece by piece, so that other work gets its turn. */
export function* keptFile(planId: string, bytes: Uint8Array): Generator<StoredList> {
	for (let at = 0; at < bytes.length; at += pieceBytes) {
		const packed = gzipSync(bytes.subarray(at, at + pieceBytes));
		const list = JSON.stringify([Buffer.from(packed).toString('base64'), bytes.length]);
		yield { planId, number: firstNumber - at / pieceBytes, list };
	}
}

/** The file whose pieces are among these; undefined where there is none, or not all of it. */
export function keptFileIn(lists: StoredList[]): Uint8Array | undefined {
	const pieces = lists
		.filter((stored) => !hasRows(stored))
		.sort((one, other) => other.number - one.number)
		.map(({ list }) => JSON.parse(list) as [base64: string, length: number]);
	const [[, length] = [undefined, undefined]] = pieces;
	const unpacked = pieces.map(([base64]) => tried(() => gunzipSync(Buffer.from(base64, 'base64'))));
	const bytes = Buffer.concat(unpacked.filter((piece) => piece !== undefined));
	return bytes.length === length ? bytes : undefined;
}
