import { isObject, textIn } from '../platform/answer';
import { inEnglish, type Phrase } from '../platform/say';

/** An answer to a browser or a program. `location` and `refresh` are headers; empty where they aren't needed. */
export interface PageAnswer {
	statusCode: number;
	type: 'text/html; charset=utf-8' | 'application/json; charset=utf-8';
	location: string;
	refresh: string;
	body: string;
}

/** A request to a webhook. */
export interface DeskRequest {
	query: Record<string, unknown>;
	body: Record<string, unknown>;
	/** Its Accept header. */
	accept: string;
	/** Its Accept-Language header. */
	languages?: string;
}

/** Programs that take any answer, such as n8n's HTTP Request node, ask for JSON, too. */
export function isBrowser({ accept }: Pick<DeskRequest, 'accept'>): boolean {
	return accept.includes('text/html') && !accept.includes('application/json');
}

/** A page. */
export function htmlAnswer(statusCode: number, body: string): PageAnswer {
	return { statusCode, type: 'text/html; charset=utf-8', location: '', refresh: '', body };
}

/** A value for programs, its texts in English. */
export function jsonAnswer(statusCode: number, value: object): PageAnswer {
	const type = 'application/json; charset=utf-8';
	const body = JSON.stringify(value, (_, part: unknown) =>
		isPhrase(part) ? inEnglish(part) : part,
	);
	return { ...htmlAnswer(statusCode, body), type };
}

function isPhrase(value: unknown): value is Phrase {
	return isObject(value) && typeof value.key === 'string' && Array.isArray(value.values);
}

/** Why nothing was done, for programs. */
export function jsonRefusal(statusCode: number, problem: string): PageAnswer {
	return jsonAnswer(statusCode, { status: 'refused', problem });
}

/** Sends a browser to another address. */
export function redirect(location: string): PageAnswer {
	return { ...htmlAnswer(303, ''), location };
}

/**
 * The header Content-Disposition of a file (RFC 6266): its name in ASCII, and as it is where it has more.
 *
 * @param fileName of letters, digits, marks, `.`, `_` and `-`
 */
export function attachment(fileName: string): string {
	const plain = fileName
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.replace(/[^\w.-]+/g, '-');
	const whole = plain === fileName ? '' : `; filename*=UTF-8''${encodeURIComponent(fileName)}`;
	return `attachment; filename="${plain}"${whole}`;
}

/** More of a name is no help. */
const maxNameLength = 200;

/** The key of a request's address, and the button that it presses. */
export function pressIn({ query, body }: DeskRequest) {
	const key = textIn(query.key) ?? '';
	const by = textIn(body.by)?.slice(0, maxNameLength) ?? 'Control address';
	return { key, action: textIn(body.action), hash: textIn(body.hash), by };
}

/** Whether a program presses a button, or asks for figures. */
export function isProgram(request: DeskRequest): boolean {
	const { action } = pressIn(request);
	return textIn(request.query.format) === 'json' || (action !== undefined && !isBrowser(request));
}
