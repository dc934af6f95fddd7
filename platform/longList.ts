import { isObject, parseJson, type PlatformRecord } from './answer';

/** What is no finished record is short; more of it is not read. Characters. */
const maxRest = 1_000_000;

/** How many bytes may still be read. An answer is cut where it would read more. */
export interface ReadBudget {
	bytes: number;
}

/** The first records stay in any case, so that one sees whether records show what is searched for. */
const samples = 10;

/** What a record is made of; each level allows one more pair of brackets within. */
const plain = String.raw`[^"{}[\]]|"(?:[^"\\]|\\.)*"`;
const nested = String.raw`${plain}|[[{](?:${plain})*[\]}]`;
const deep = String.raw`${plain}|[[{](?:${nested})*[\]}]`;

/** A record of a list, with the comma before it. */
const nextRecord = new RegExp(String.raw`\s*,?\s*(\{(?:${deep})*\})`, 'gsy');

/**
 * Reads a JSON list of records as it arrives and keeps only some of them, so that memory stays small however long the
 * list is.
 *
 * @param budget a list that it cuts counts as whole
 * @returns the records that were kept; for anything but a whole list of records the parsed JSON, or text
 */
export async function readLongList(
	chunks: AsyncIterable<Uint8Array>,
	keep: (record: PlatformRecord) => boolean,
	budget: ReadBudget = { bytes: Infinity },
): Promise<unknown> {
	const decoder = new TextDecoder();
	const kept: PlatformRecord[] = [];
	let isList = false;
	/** What was read and belongs to no finished record. */
	let rest = '';
	for await (const chunk of chunks) {
		budget.bytes -= chunk.length;
		rest += decoder.decode(chunk, { stream: true });
		if (!isList && /^\s*\[/.test(rest)) {
			isList = true;
			rest = rest.trimStart().slice(1);
		}
		let end = 0;
		for (const match of isList ? rest.matchAll(nextRecord) : []) {
			const record = parseJson(match[1] ?? '');
			// Brackets and strings in place don't make it JSON: then the list is not readable.
			if (!isObject(record)) return `[${rest}`;
			if (kept.length < samples || keep(record)) kept.push(record);
			end = match.index + match[0].length;
		}
		rest = rest.slice(end);
		if (rest.length > maxRest || budget.bytes < 0) break;
	}
	if (isList && budget.bytes < 0) return kept;
	if (isList) return rest.trim() === ']' ? kept : `[${rest}`;
	const parsed = parseJson(rest);
	return parsed === undefined ? rest : parsed;
}
