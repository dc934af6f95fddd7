import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

const AT_ONCE = 1000;
const PIECE = 250;

/** A list as JSON text; a long one in pieces, between which other requests have their turn. */
export function jsonList(records: readonly object[]): string | Readable {
	if (records.length <= AT_ONCE) return JSON.stringify(records);
	return Readable.from(pieces(records), { highWaterMark: 1 });
}

async function* pieces(records: readonly object[]) {
	for (let from = 0; from < records.length; from += PIECE) {
		const text = JSON.stringify(records.slice(from, from + PIECE)).slice(1, -1);
		yield (from === 0 ? '[' : ',') + text;
		await setImmediate();
	}
	yield ']';
}
