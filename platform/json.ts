import { tried } from './input';

/** How deep lists and objects may be nested: functions that walk through an answer call themselves as often. */
const maxDepth = 100;

const charCodeOf = (character: string) => character.charCodeAt(0);
const quote = charCodeOf('"');
const backslash = charCodeOf('\\');
const [openList, closeList] = [charCodeOf('['), charCodeOf(']')];
const [openObject, closeObject] = [charCodeOf('{'), charCodeOf('}')];

/** Follows JSON one character at a time, so that reading takes linear time, also where it arrives in pieces. */
export class JsonScanner {
	depth = 0;

	opened = 0;

	private isString = false;

	private isEscaped = false;

	/** Takes the next character's code; says whether it's outside of strings. @throws LongAnswerError for too many lists */
	next(code: number): boolean {
		if (this.isString) {
			if (this.isEscaped) this.isEscaped = false;
			else if (code === backslash) this.isEscaped = true;
			else this.isString = code !== quote;
			return false;
		}
		this.isString = code === quote;
		if (code === openObject || code === openList) this.open();
		else if (code === closeObject || code === closeList) this.depth -= 1;
		return !this.isString;
	}

	private open(): void {
		this.depth += 1;
		this.opened += 1;
		if (this.opened > maxOpened) throw new LongAnswerError(`${maxOpened} lists and objects`);
	}
}

/** The characters of numbers: digits, `+`, `-`, `.`, `E` and `e`. */
const isNumeric = (code: number) =>
	(code >= 48 && code <= 57) ||
	code === 43 ||
	code === 45 ||
	code === 46 ||
	code === 69 ||
	code === 101;

/** Whether a number is whole and above 2^53, where JavaScript would round it. */
const losesDigits = (number: string) =>
	number.length >= 16 && !Number.isSafeInteger(Number(number)) && !/[.eE]/.test(number);

/** Text that could be the name `__proto__`, spelled out or by escapes. */
const prototypePattern = /__proto__|\\u00[5-7]/;

/**
 * Parses JSON; whole numbers above 2^53 become text, so that no ID loses digits. @param isText which numbers become text
 * @returns undefined for other text, for what lies too deep, and for `__proto__` @throws LongAnswerError
 */
export function parseJson(json: string, isText = losesDigits): unknown {
	const exact = withTexts(json, isText);
	if (exact === undefined) return undefined;
	const revive = prototypePattern.test(json) ? withoutPrototype : undefined;
	const value = tried(() => JSON.parse(json, revive) as unknown);
	// As a field's name, a number is no JSON until it has quotes.
	if (value === undefined || exact === json) return value;
	return JSON.parse(exact, revive) as unknown;
}

function withoutPrototype(name: string, value: unknown): unknown {
	if (name === '__proto__') throw new SyntaxError();
	return value;
}

/** The text with quotes around some numbers; undefined for what lies too deep. */
function withTexts(json: string, isText: typeof losesDigits): string | undefined {
	const scanner = new JsonScanner();
	let exact = '';
	let copied = 0;
	let start = -1;
	for (let at = 0; at <= json.length; at++) {
		const code = json.charCodeAt(at);
		const isNumber = scanner.next(code) && isNumeric(code);
		if (scanner.depth > maxDepth) return undefined;
		if (isNumber && start < 0) start = at;
		if (isNumber || start < 0) continue;
		const number = json.slice(start, at);
		if (isText(number)) {
			exact += `${json.slice(copied, start)}"${number}"`;
			copied = at;
		}
		start = -1;
	}
	return exact + json.slice(copied);
}

/** The bytes, or characters after unpacking, of an answer in memory: as many as n8n accepts in a call. */
export const maxHeldCharacters = 16_000_000;

/** The lists and objects of an answer in memory: walking through more of them stops n8n for seconds. */
const maxOpened = 200_000;

/** An answer that is too long to be held. The message continues the name of who sent it. */
export class LongAnswerError extends Error {
	constructor(size = `${maxHeldCharacters / 1_000_000} MB`) {
		super(`sent a response of more than ${size}`);
	}
}
