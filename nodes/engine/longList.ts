import type { PlatformRecord } from '../../platform/answer';

/** An answer that is no list is short; more of it is not read. Characters. */
const maxOther = 1_000_000;

/**
 * Reads a JSON list of records as it arrives and keeps only some of them, so that memory stays small however long the
 * list is.
 *
 * @returns the records that were kept; for anything but a whole list the parsed JSON, or the text
 */
export async function readLongList(
	chunks: AsyncIterable<Uint8Array>,
	keep: (record: PlatformRecord) => boolean,
): Promise<unknown> {
	const decoder = new TextDecoder();
	const kept: PlatformRecord[] = [];
	/** What was read and belongs to no finished record. */
	let rest = '';
	let position = 0;
	let depth = 0;
	let inString = false;
	let recordStart = -1;
	let isList: boolean | undefined;
	let isWhole = false;

	const scan = () => {
		for (; position < rest.length; position++) {
			const character = rest[position];
			if (inString) {
				if (character === '\\') position++;
				else if (character === '"') inString = false;
			} else if (character === '"') inString = true;
			else if (character === '[' || character === '{') {
				if (depth === 1 && character === '{') recordStart = position;
				depth++;
			} else if (character === ']' || character === '}') {
				depth--;
				if (depth === 1 && recordStart >= 0) {
					const record = JSON.parse(rest.slice(recordStart, position + 1)) as PlatformRecord;
					if (keep(record)) kept.push(record);
					recordStart = -1;
				}
				isWhole = depth === 0;
			}
		}
		const from = recordStart >= 0 ? recordStart : position;
		if (depth > 0) rest = rest.slice(from);
		position -= depth > 0 ? from : 0;
		if (recordStart >= 0) recordStart = 0;
	};

	for await (const chunk of chunks) {
		rest += decoder.decode(chunk, { stream: true });
		isList ??= rest.trim() === '' ? undefined : rest.trimStart().startsWith('[');
		if (isList) scan();
		else if (rest.length > maxOther) break;
	}
	if (isList) return isWhole ? kept : rest;
	return parsed(rest);
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
