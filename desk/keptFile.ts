import { gunzipSync, gzipSync } from '../libraries/fflate';
import { tried } from '../platform/input';
import type { StoredList } from '../campaign/types';
import { firstNumber } from './ranges';

/** In bytes: the first chunk is packed in 9 ms, the others in 2, and other work waits. Of 250,000 the first takes 95. */
const chunkBytes = 64_000;

/** Whether a row of the table has rows of the list, and no chunk of its file. */
export function hasRows({ number }: StoredList): boolean {
	return number > firstNumber;
}

/** A file as it was uploaded, for the table with the lists: chunk by chunk, so that other work gets its turn. */
export function* keptFile(planId: string, bytes: Uint8Array): Generator<StoredList> {
	for (let at = 0; at < bytes.length; at += chunkBytes) {
		const packed = gzipSync(bytes.subarray(at, at + chunkBytes), { level: 1 });
		const list = JSON.stringify([Buffer.from(packed).toString('base64'), bytes.length]);
		yield { planId, number: firstNumber - at / chunkBytes, list };
	}
}

/** The file whose chunks are among these; undefined where there is none, or not all of it. */
export function keptFileIn(lists: StoredList[]): Uint8Array | undefined {
	const chunks = lists
		.filter((stored) => !hasRows(stored))
		.sort((one, other) => other.number - one.number)
		.map(({ list }) => JSON.parse(list) as [base64: string, length: number]);
	const [[, length] = [undefined, undefined]] = chunks;
	const unpacked = chunks.map(([base64]) => tried(() => gunzipSync(Buffer.from(base64, 'base64'))));
	const bytes = Buffer.concat(unpacked.filter((chunk) => chunk !== undefined));
	return bytes.length === length ? bytes : undefined;
}
