import { NodeApiError, type INode, type NodeOperationError } from 'n8n-workflow';
import { fateOfAnswer, isSuccess, type Fate } from '../../platform/fate';
import { blamesTheRequest, readRefusal, type Refusal } from '../../platform/refusal';
import type { Answer } from './operation';

/** What to do about an error; two texts where that hangs on whether something was to be changed or only asked for. */
type Advice = string | { write: string; read: string };

const platformFailed: Advice = {
	write:
		'The platform itself failed. Whether it acted is not known: look before you send this again.',
	read: 'The platform itself failed. Asking changes nothing: run this again later.',
};

const tokenNotTaken =
	'The login worked, but the platform does not accept its token. Check that Base Address and the identity provider in the credential belong together.';

const requestRefused =
	'The platform refused this request, so nothing was done. Mend what it names and run this item again.';

/** Why the platform did not do what was asked, in words for the person at the canvas. Holds no request. */
export class PlatformError extends Error {
	override name = 'PlatformError';

	constructor(
		message: string,
		readonly advice: Advice,
		readonly more: {
			status?: number;
			/** What is known of the request; “answered” when nothing is said. */
			fate?: Fate;
			/** Whether the next item can only meet the same. */
			endsRun?: boolean;
			/** The reference of a write of which nobody can tell whether it was done. */
			lostReference?: string;
		} = {},
	) {
		super(message);
	}

	/** Whether the platform failed, rather than refuse. */
	get isPlatformsFault(): boolean {
		return this.more.fate !== undefined && this.more.fate !== 'answered';
	}

	/**
	 * The error as n8n shows it: message, description and HTTP status.
	 *
	 * @param isWrite whether the request was to change something, and not only to ask
	 */
	toNodeError(node: INode, isWrite: boolean, itemIndex?: number): NodeApiError {
		const { message, advice, more } = this;
		const description = typeof advice === 'string' ? advice : isWrite ? advice.write : advice.read;
		const httpCode = more.status?.toString();
		const error = new NodeApiError(node, {}, { message, description, httpCode, itemIndex });
		// n8n puts words of its own in the place of a message in which it recognises an error code.
		error.message = message;
		error.context.lostReference = more.lostReference;
		return error;
	}
}

/** The reference of a write of which nobody can tell whether it was done, in the error n8n shows of it. */
export function referenceLostIn({
	context,
}: NodeApiError | NodeOperationError): string | undefined {
	return context.lostReference as string | undefined;
}

/** The error of an answer that is not a 2xx. */
export function refusedBy(host: string, answer: Answer): PlatformError {
	return refusedWith(host, readRefusal(answer.body), answer);
}

/** The error of a refusal that has been read. `fieldLabel` is how the node calls the field to look at. */
export function refusedWith(
	host: string,
	refusal: Refusal,
	{ status, body, retryAfter }: Answer,
	fieldLabel?: string,
): PlatformError {
	const said = wordsIn(refusal);
	const what = said === '' ? `HTTP ${status}` : `${said} (HTTP ${status})`;
	const message = fieldLabel === undefined ? what : `${what}. Look at the field “${fieldLabel}”`;
	const fate = fateOfAnswer(status, body, retryAfter !== undefined);
	return new PlatformError(`${host} says: ${message}`, adviceOn(status, fate), {
		status,
		fate,
		endsRun: status === 401,
	});
}

function wordsIn({ code, words }: Refusal): string {
	const said = [words, code].filter((part) => part !== undefined).join(' – ');
	return said.slice(0, 500);
}

/** The error of an answer that is no use, whatever its status. */
export function failedWith(host: string, answer: Answer): PlatformError {
	return isSuccess(answer.status) ? unreadable(host, answer.body) : refusedBy(host, answer);
}

/** The error of a 2xx answer in which nothing could be read. */
export function unreadable(host: string, body: unknown): PlatformError {
	const said = wordsIn(readRefusal(body));
	if (said !== '') {
		const [advice, fate] = blamesTheRequest(body)
			? ([requestRefused, 'answered'] as const)
			: ([platformFailed, 'unknown'] as const);
		return new PlatformError(`${host} says: ${said}`, advice, { fate });
	}
	return new PlatformError(
		`${host} answered with something that is no data`,
		`It begins: ${beginningOf(body).slice(0, 200)}. Check Base Address in the credential.`,
		{ fate: 'unknown' },
	);
}

/** The error of what was not sent because nobody waits for it any more. */
export function cancelled(): PlatformError {
	return new PlatformError(
		'The execution was cancelled',
		'Nothing was sent for this item: run it again.',
		{ fate: 'notActed' },
	);
}

/** The error of items that are not sent because the platform takes no token. */
export function tokenRefused(): PlatformError {
	return new PlatformError(
		'Not sent, because the platform refused the token of an item before it',
		'The login worked, but the platform does not accept its token, or not for this operation. What the refused item says tells which.',
	);
}

/** The first part of an answer, for people to look at. */
export function beginningOf(body: unknown): string {
	return typeof body === 'string' ? body.slice(0, 2000) : JSON.stringify(body ?? null);
}

function adviceOn(status: number, fate: Fate): Advice {
	if (status >= 300 && status < 400) {
		return 'The platform sent the request on to another address. It was not followed, so that the access token stays where it belongs. Check Base Address in the credential.';
	}
	if (status === 401) {
		return tokenNotTaken;
	}
	if (status === 403) {
		return 'The account in the credential may not do this. Ask your operator which services and operations it is allowed.';
	}
	if (status === 404) {
		return 'The platform does not know this. Check what it names, such as the service key, the number or the transaction ID, and Base Address in the credential.';
	}
	if (status === 429) {
		return 'The platform wants fewer requests. Lower Concurrency in the options, or run again later.';
	}
	if (fate === 'notActed') {
		return 'The platform is closed for a while, so nothing was done. Run this item again later.';
	}
	if (status >= 500) {
		return platformFailed;
	}
	return requestRefused;
}
