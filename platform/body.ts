import { parseJson } from './json';
import { LongAnswerError, maxHeld } from './longAnswer';

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
