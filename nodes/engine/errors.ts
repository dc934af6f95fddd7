import { isSuccess, readRefusal, type Certainty, type Refusal } from '../../platform/answer';
import { LoginError } from '../../platform/token';
import { codeOf, neverLeft, troubleOf } from '../../platform/trouble';

/** What to do next; two texts where that depends on whether something was to be changed. */
type Advice = string | { write: string; read: string };

const platformFailed: Advice = {
	write: 'The platform may have acted: check there before you send this again.',
	read: 'Run this again later.',
};

/** Why the platform did not do what was asked, in words for the user. Holds no request and no secret. */
export class PlatformError extends Error {
	override name = 'PlatformError';

	constructor(
		message: string,
		private readonly advice: Advice,
		readonly certainty: Certainty,
		/** HTTP status. */
		readonly status?: number,
		options?: ErrorOptions,
	) {
		super(message, options);
	}

	/** The next step. @param isWrite whether the request was to change something */
	description(isWrite: boolean): string {
		if (typeof this.advice === 'string') return this.advice;
		return isWrite ? this.advice.write : this.advice.read;
	}

	/** Whether the next item can only fail in the same way: the login or its token was refused. */
	get stopsRun(): boolean {
		return this.status === 401 || (this.cause instanceof LoginError && this.cause.isRefusal);
	}
}

/** The part of an answer that an error is made of. */
interface Refusing {
	status: number;
	body: unknown;
}

/** The error of a request without an answer. */
export function unanswered(host: string, error: unknown): PlatformError {
	if (error instanceof PlatformError) return error;
	if (error instanceof LoginError) {
		const advice = error.isRefusal
			? 'Nothing was sent. Fix the credential; the rest of the list waits, so that the account is not locked.'
			: 'Nothing was sent. Run this again later.';
		return new PlatformError(error.message, advice, 'notProcessed', undefined, { cause: error });
	}
	const trouble = `${host} can't be reached: ${troubleOf(codeOf(error))}`;
	return neverLeft(error)
		? new PlatformError(
				trouble,
				'Nothing was sent. Check Base Address in the credential and the connection of this n8n.',
				'notProcessed',
			)
		: new PlatformError(trouble, platformFailed, 'inDoubt');
}

/** The error of an answer that is not a 2xx. `fieldLabel` is the node's label of the field the platform names. */
export function refusedBy(
	host: string,
	{ status, body }: Refusing,
	certainty: Certainty = 'answered',
	refusal: Refusal = readRefusal(body),
	fieldLabel?: string,
): PlatformError {
	const said = wordsOf(refusal);
	const what = said === '' ? `HTTP ${status}` : `${said} (HTTP ${status})`;
	const message = `${host} says: ${what}${fieldLabel ? `. Check '${fieldLabel}'` : ''}`;
	return new PlatformError(message, adviceOn(status), certainty, status);
}

/** The error of a 2xx answer that was not recognized. */
export function unreadable(host: string, body: unknown): PlatformError {
	const said = wordsOf(readRefusal(body));
	if (said !== '') return new PlatformError(`${host} says: ${said}`, platformFailed, 'inDoubt');
	return new PlatformError(
		`${host} answered with something that is no data`,
		`It begins: ${beginningOf(body).slice(0, 200)}. Check Base Address in the credential.`,
		'inDoubt',
	);
}

/** The error of any answer that is not what was asked for. */
export function failedBy(host: string, answer: Refusing, certainty?: Certainty): PlatformError {
	return isSuccess(answer.status)
		? unreadable(host, answer.body)
		: refusedBy(host, answer, certainty);
}

/** The error of an item that failed in a way nobody expected. */
export function unexpected(caught: unknown): PlatformError {
	const message = caught instanceof Error ? caught.message : String(caught);
	return new PlatformError(message, platformFailed, 'inDoubt', undefined, { cause: caught });
}

/** The error of an item that was not sent because its list has items that can't be sent. */
export function otherItemsRefused(): PlatformError {
	return new PlatformError(
		'Not sent, because other items of the list are not valid',
		'Fix those items, then run the list again.',
		'notProcessed',
	);
}

/** The error of an item that was not sent because the execution was canceled. */
export function canceledError(): PlatformError {
	return new PlatformError(
		'The execution was canceled',
		'Nothing was sent for this item: run it again.',
		'notProcessed',
	);
}

/** The error of a list that is refused before its first item is sent. */
export function listRefused(message: string, advice: string): PlatformError {
	return new PlatformError(message, `Nothing was sent. ${advice}`, 'notProcessed');
}

/** The first part of an answer, for people to read. */
export function beginningOf(body: unknown): string {
	return typeof body === 'string' ? body.slice(0, 2000) : JSON.stringify(body ?? null);
}

function wordsOf({ code, words }: Refusal): string {
	return [words, code]
		.filter((part) => part !== undefined)
		.join(' – ')
		.slice(0, 500);
}

function adviceOn(status: number): Advice {
	if (status >= 500) return platformFailed;
	if (status >= 300 && status < 400) {
		return 'The redirect was not followed, so that the token stays private. Check Base Address in the credential.';
	}
	switch (status) {
		case 401:
			return "The login worked, but the platform doesn't accept its token. Check that Base Address and the identity provider in the credential belong together.";
		case 403:
			return 'Ask your operator which services and operations the account may use.';
		case 404:
			return 'Check the service key, phone number or transaction ID, and Base Address in the credential.';
		case 429:
			return 'The platform wants fewer requests. Lower Concurrency or Requests per Second in the options.';
		default:
			return 'Nothing was done. Fix what the platform names, then run this item again.';
	}
}
