import { isObject, type PlatformRecord } from './answer';
import { JsonScanner, LongAnswerError, maxHeldCharacters, parseJson } from './json';

/** Reads an answer as it arrives: parsed when it is JSON, text otherwise. @throws LongAnswerError */
export async function readBody(chunks: AsyncIterable<Uint8Array>): Promise<unknown> {
	const decoder = new TextDecoder();
	let bytes = 0;
	let text = '';
	for await (const chunk of chunks) {
		bytes += chunk.length;
		if (bytes > maxHeldCharacters) throw new LongAnswerError();
		text += decoder.decode(chunk, { stream: true });
	}
	return parsedOrText(text + decoder.decode());
}

function parsedOrText(text: string): unknown {
	const parsed = parseJson(text);
	return parsed === undefined ? text : parsed;
}

/** The first ten records are kept in any case: they show whether the platform shows references at all. */
const minKept = 10;

/** An answer that can't be read is known by its first characters. */
const maxStart = 500;

/**
 * Reads a JSON list of records as it arrives and keeps some of them, so that memory stays small. @param maxRecords after
 * which the rest isn't read @returns the records; for anything but a list, the JSON or text @throws LongAnswerError
 */
export async function readLongList(
	chunks: AsyncIterable<Uint8Array>,
	keep: (record: PlatformRecord) => boolean,
	maxRecords = Infinity,
): Promise<unknown> {
	const decoder = new TextDecoder();
	const list = new RecordStream(keep, maxRecords);
	for await (const chunk of chunks) {
		list.read(decoder.decode(chunk, { stream: true }));
		if (list.state === 'broken' || list.isEnough) break;
	}
	return list.result(list.isEnough);
}

class RecordStream {
	/** `broken`: it began like a list of records, and isn't one. `other`: it began in another way. */
	state: 'before' | 'within' | 'after' | 'broken' | 'other' = 'before';

	private readonly scanner = new JsonScanner();
	private readonly kept: PlatformRecord[] = [];
	private count = 0;

	/** How many of them are to be kept. */
	private wanted = 0;

	private keptLength = 0;
	private keptOpened = 0;
	private start = '';
	/** The text of the unfinished record, from the bracket or comma before it. */
	private rest = '';

	constructor(
		private readonly keep: (record: PlatformRecord) => boolean,
		private readonly maxRecords: number,
	) {}

	get isEnough(): boolean {
		return this.wanted >= this.maxRecords;
	}

	read(piece: string): void {
		const text = this.state === 'before' ? piece.trimStart() : piece;
		if (text === '') return;
		if (this.state === 'before') this.state = text.startsWith('[') ? 'within' : 'other';
		this.start += text.slice(0, maxStart - this.start.length);
		let from = 0;
		for (let at = 0; at < text.length && this.state === 'within' && !this.isEnough; at++) {
			const isOutside = this.scanner.next(text.charCodeAt(at));
			const { depth } = this.scanner;
			if (!isOutside || depth > 1 || (depth === 1 && text[at] !== ',')) continue;
			if (depth === 0) this.state = 'after';
			this.add((this.rest + text.slice(from, at)).slice(1));
			this.rest = '';
			from = at;
		}
		this.rest += text.slice(from);
		if (this.rest.length + this.keptLength > maxHeldCharacters) throw new LongAnswerError();
	}

	/** The records or the text that was read. @param isCut whether more was to come */
	result(isCut: boolean): unknown {
		if (this.state === 'before' || this.state === 'other') return parsedOrText(this.rest);
		const isWhole = this.state === 'after' && this.rest.trim() === ']';
		return isWhole || (isCut && this.state !== 'broken') ? this.kept : this.start;
	}

	private add(json: string): void {
		if (this.state === 'after' && this.count === 0 && json.trim() === '') return;
		this.count += 1;
		const record = parseJson(json);
		if (!isObject(record)) {
			this.state = 'broken';
			return;
		}
		const isWanted = this.keep(record);
		if (isWanted) this.wanted += 1;
		if (isWanted || this.kept.length < minKept) {
			this.kept.push(record);
			this.keptLength += json.length;
			this.keptOpened = this.scanner.opened;
		} else {
			this.scanner.opened = this.keptOpened;
		}
	}
}
