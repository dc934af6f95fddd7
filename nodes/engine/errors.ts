import {
	isObject,
	isPassing,
	isSuccess,
	readRefusal,
	type Certainty,
	type PlatformAnswer,
	type Refusal,
} from '../../platform/answer';
import { LongAnswerError } from '../../platform/longAnswer';
import { messageOf } from '../../platform/input';
import { LoginError } from '../../platform/token';
import { neverLeft, noAnswerOf } from '../../platform/trouble';

/** What is known of the request behind an error: of its answer, or of its certainty without one. */
interface Facts extends ErrorOptions {
	status?: number;
	retryAfter?: number;
	certainty?: Certainty;
	/** The node's field that the platform names. */
	field?: string;
}

/** Why the platform did not do what was asked, in words for the user. Holds no request and no secret. */
export class PlatformError extends Error {
	override name = 'PlatformError';

	/** @param advice the next step; undefined where the platform failed */
	constructor(
		message: string,
		readonly advice?: string,
		private readonly facts: Facts = {},
	) {
		super(message, facts);
	}

	get status(): number | undefined {
		return this.facts.status;
	}

	get field(): string | undefined {
		return this.facts.field;
	}

	/** The next step. @param isWrite whether the request was to change something */
	description(isWrite: boolean): string {
		if (this.advice !== undefined) return this.advice;
		return isWrite
			? 'Check at the platform whether it was done before you send it again.'
			: 'Run this again later.';
	}

	/** The cause in n8n's terms, which invite a retry: none for a write in doubt. */
	failure(isWrite: boolean) {
		const { status = 0, certainty, retryAfter: retryAfterMs } = this.facts;
		if (this.stopsRun) return { cause: 'credential-invalid' as const };
		if (status === 429) return { cause: 'rate-limited' as const, retryAfterMs };
		const isInDoubt = isPassing(status) || certainty === 'inDoubt';
		const isDown = isInDoubt ? !isWrite : certainty === 'notProcessed';
		return isDown ? { cause: 'temporarily-unavailable' as const, retryAfterMs } : undefined;
	}

	/** Whether the next item can only fail in the same way: the login or its token was refused. */
	get stopsRun(): boolean {
		return this.status === 401;
	}
}

/** What became of a request that failed on its way; only some errors show that it never left. */
export function unanswered(host: string, error: unknown): Unanswered {
	if (error instanceof LateError || error instanceof LoginError || neverLeft(error)) {
		return notSentBecause(host, error);
	}
	const facts = error instanceof LongAnswerError ? { cause: error } : {};
	return unansweredAs('inDoubt', `${host} ${noAnswerOf(error)}`, undefined, facts);
}

/** What became of a request that failed before it left, whatever the error is. */
export function notSentBecause(host: string, error: unknown): Unanswered {
	if (error instanceof LateError) return { certainty: 'notProcessed', error };
	if (error instanceof LoginError) {
		const advice = error.isRefusal
			? 'Nothing was sent. Fix the credential, then run the list again.'
			: 'Nothing was sent. Run this again later.';
		const status = error.isRefusal ? 401 : undefined;
		return unansweredAs('notProcessed', error.message, advice, { cause: error, status });
	}
	if (!neverLeft(error)) {
		const words = `n8n can't make the request: ${messageOf(error)}`;
		return unansweredAs('notProcessed', words, 'Nothing was sent. Run this again later.');
	}
	const advice =
		'Nothing was sent. Check Base Address in the credential and the connection of this n8n.';
	return unansweredAs('notProcessed', `${host} ${noAnswerOf(error)}`, advice);
}

interface Unanswered {
	certainty: Certainty;
	error: PlatformError;
}

function unansweredAs(
	certainty: Certainty,
	message: string,
	advice?: string,
	facts?: Facts,
): Unanswered {
	return { certainty, error: new PlatformError(message, advice, { certainty, ...facts }) };
}

/** An answer that failed, and whether its request was signed as a search. */
type FailedAnswer = PlatformAnswer & { isSigned?: boolean };

/**
 * The error of an answer that is not what was asked for. With a `refusal`, a 2xx is one, too; `fieldLabel` is the node's
 * label of the field that the platform names.
 */
export function failedBy(
	host: string,
	answer: FailedAnswer,
	refusal?: Refusal,
	fieldLabel?: string,
): PlatformError {
	const { status, body, retryAfter } = answer;
	const { words, code } = refusal ?? readRefusal(body);
	const said = [words, code].filter(Boolean).join(' – ').slice(0, 500);
	const facts = { status, retryAfter, field: refusal?.field };
	if (refusal ?? (!isSuccess(status) && !isPage(answer))) {
		const what = said === '' ? `HTTP ${status}` : `${said} (HTTP ${status})`;
		return new PlatformError(`${host} says: ${what}`, adviceOn(answer, fieldLabel), facts);
	}
	if (said !== '') return new PlatformError(`${host} says: ${said}`);
	const text = typeof body === 'string' ? body : JSON.stringify(body ?? null);
	const advice =
		text === ''
			? 'Check Base Address in the credential. The response is empty.'
			: `Check Base Address in the credential. The response begins: ${text.slice(0, 200)}`;
	const what = `${host} sent a response that can't be read`;
	if (isSuccess(status)) return new PlatformError(what, advice);
	return new PlatformError(`${what} (HTTP ${status})`, advice, facts);
}

/** Whether somebody between n8n and the platform answered, with a page. */
function isPage({ status, body }: PlatformAnswer): boolean {
	const hasAdvice = status < 400 || isPassing(status) || status === 401 || status === 429;
	return !hasAdvice && !isObject(body);
}

const advices: Record<number, string> = {
	403: 'Ask your operator which services and operations the account may use.',
	404: 'Check the service key, phone number or transaction ID, and Base Address in the credential.',
	429: 'Lower Concurrency or Requests per Second in the options.',
};

const refusedToken =
	"Check that Base Address and the identity provider in the credential belong together: the login worked, but the platform doesn't accept its token.";
const refusedSearch =
	"Check 'Search User' and 'Search Signature Key' in the credential, and the clock of this n8n.";

function adviceOn({ status, isSigned }: FailedAnswer, fieldLabel?: string) {
	if (isPassing(status)) return undefined;
	if (status === 401) return isSigned ? refusedSearch : refusedToken;
	if (status >= 300 && status < 400) {
		return 'Check Base Address in the credential: redirects are not followed.';
	}
	if (fieldLabel) return `Nothing was done. Check '${fieldLabel}', then run this item again.`;
	const other = 'Nothing was done. Fix what the platform names, then run this item again.';
	return advices[status] ?? other;
}

/** The error of a write that did not leave in time. */
export class LateError extends PlatformError {
	constructor() {
		super("Not sent, because 'Send Until' has passed", 'Run this item again with a later time.');
	}
}

/** The error of an item that was not sent because the execution was canceled. */
export function canceledError(): PlatformError {
	const advice = 'Nothing was sent for this item. Run it again.';
	return new PlatformError('The execution was canceled', advice);
}

/** The error of a list that is refused before its first item is sent. */
export function listRefused(message: string, advice: string): PlatformError {
	return new PlatformError(message, `Nothing was sent. ${advice}`);
}
