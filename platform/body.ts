import { parseJson } from './json';

/** So much of an answer is held in memory, in bytes or characters after unpacking: n8n takes as much in a call. */
export const maxHeld = 16_000_000;

/** An answer that is too long to be held. The message continues the name of who sent it. */
export class LongAnswerError extends Error {
	constructor() {
		super(`sent a response of more than ${maxHeld / 1_000_000} MB`);
	}
}

/** Reads an answer as it arrives: parsed when it is JSON, text otherwise. @throws LongAnswerError */
export async function readBody(chunks: AsyncIterable<Uint8Array>): Promise<unknown> {
	const decoder = new TextDecoder();
	let bytes = 0;
	let text = '';
	for await (const chunk of chunks) {
		bytes += chunk.length;
		if (bytes > maxHeld) throw new LongAnswerError();
		text += decoder.decode(chunk, { stream: true });
	}
	return parsedOrText(text + decoder.decode());
}

/** What a text says: parsed when it is JSON, itself otherwise. */
export function parsedOrText(text: string): unknown {
	const parsed = parseJson(text);
	return parsed === undefined ? text : parsed;
}
