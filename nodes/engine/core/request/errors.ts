import {
	type Certainty,
	isObject,
	isPassing,
	isSuccess,
	type Refusal,
} from '../../../../platform/answer';
import { codeIn, notAllowed } from '../../../../platform/codes';
import { messageOf } from '../../../../platform/input';
import { LongAnswerError } from '../../../../platform/json';
import { LoginError } from '../../../../platform/token';
import { neverLeft, noAnswerInTime, noAnswerOf } from '../../../../platform/trouble';
import { readRefusal } from '../../../../platform/verdict';
import { type Answer, masked } from './platformRequest';

interface Facts extends ErrorOptions {
	status?: number;
	retryAfterMs?: number;
	certainty?: Certainty;
	/** The node's field that the platform names. */
	field?: string;
	/** The platform has refused the item, and would refuse it again. */
	isRefusal?: boolean;
	/** A setting of the node that helps: advice for the workflow's builder, who isn't the reader of an item. */
	setting?: string;
}

/** Why the platform did not do what was asked, in words for the user. Holds no request and no secret. */
export class PlatformError extends Error {
	override name = 'PlatformError';

	/** @param advice the next step; undefined where the platform failed */
	constructor(
		message: string,
		readonly advice?: string,
		readonly facts: Readonly<Facts> = {},
	) {
		super(message, facts);
	}

	get status(): number | undefined {
		return this.facts.status;
	}

	get field(): string | undefined {
		return this.facts.field;
	}

	/** Whether the same item is refused again, unless something is changed first. */
	get isRefusal(): boolean {
		return this.facts.isRefusal === true;
	}

	/** The next step. @param isWrite whether the request was to change something */
	description(isWrite: boolean): string {
		const { advice, isRefusal, cause } = this;
		if (advice !== undefined) return isRefusal && isWrite ? `Nothing was done. ${advice}` : advice;
		if (isWrite) return 'Check at the platform whether it was done before you send it again.';
		return cause instanceof LongAnswerError
			? 'Ask for less: one phone number, one service, or a shorter time.'
			: 'Run this again later.';
	}

	/** Whether the next item can only fail in the same way: the login or its token was refused. */
	get stopsRun(): boolean {
		return this.status === 401;
	}
}

/** The outcome of a request that failed on its way; only some errors show that it never left. */
export function unanswered(host: string, error: unknown): Unanswered {
	if (error instanceof LateError || error instanceof LoginError || neverLeft(error)) {
		return notSentBecause(host, error);
	}
	const facts = error instanceof LongAnswerError ? { cause: error } : {};
	return unansweredAs('inDoubt', noAnswer(error), undefined, facts);
}

/** The outcome of a request that was given up: it may arrive. */
export function givenUp(): Unanswered {
	return unansweredAs('inDoubt', `The platform ${noAnswerInTime}`);
}

/** The outcome of a request that failed before it left, whatever the error is. */
export function notSentBecause(host: string, error: unknown): Unanswered {
	if (error instanceof LateError) return { certainty: 'notProcessed', error };
	if (error instanceof LoginError) {
		const status = error.isRefusal ? 401 : undefined;
		const advice = `Nothing was sent. ${error.nextStep}`;
		return unansweredAs('notProcessed', error.reason, advice, { cause: error, status });
	}
	if (!neverLeft(error)) {
		const words = `n8n can't make the request: ${messageOf(error)}`;
		return unansweredAs('notProcessed', words, 'Nothing was sent. Run this again later.');
	}
	const advice = `Nothing was sent. Check Base Address in the credential (${host}) and the connection of this n8n.`;
	return unansweredAs('notProcessed', noAnswer(error), advice);
}

function noAnswer(error: unknown): string {
	return `The platform ${noAnswerOf(error)}`;
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

interface Failed {
	/** The refusal that the operation read in the answer, which may be a 2xx. */
	refusal?: Refusal;
	costs?: string;
	/** Something may have been done, whatever the answer says. */
	isInDoubt?: boolean;
}

export function failedBy(answer: Answer, failed: Failed = {}): PlatformError {
	const { status, retryAfterMs } = answer;
	const { refusal } = failed;
	// Masked before it is cut: half a secret isn't found again.
	const { words, code } = masked(answer, refusal ?? readRefusal(answer.body));
	const parts = [words, code].map((part) => part?.slice(0, 500));
	const allWords = parts.filter(Boolean).join(' – ');
	const facts = { status, retryAfterMs, field: refusal?.field };
	const onWay = adviceOnWay(answer, allWords);
	// A proxy between n8n and the platform may answer with a page.
	const isPage = status >= 400 && !onWay && !isObject(answer.body);
	if (refusal !== undefined || (!isSuccess(status) && !isPage)) {
		const what = allWords === '' ? `HTTP ${status}` : `${allWords} (HTTP ${status})`;
		const isRefusal = !onWay && !failed.isInDoubt;
		const advice = isRefusal ? adviceOnRefusal(status, allWords, failed.costs) : onWay?.advice;
		return new PlatformError(`The platform says: ${what}`, advice, { ...facts, isRefusal });
	}
	if (allWords !== '') return new PlatformError(`The platform says: ${allWords}`);
	const body = masked(answer, answer.body);
	const text = typeof body === 'string' ? body : JSON.stringify(body ?? null);
	const advice =
		text === ''
			? 'Check Base Address in the credential. The response is empty.'
			: `Check Base Address in the credential. The response begins: ${text.slice(0, 200)}`;
	const what = "The platform sent a response that can't be read";
	if (isSuccess(status)) return new PlatformError(what, advice);
	return new PlatformError(`${what} (HTTP ${status})`, advice, facts);
}

export class LateError extends PlatformError {
	/** @param turnedAway why the platform did nothing before, if it was asked */
	constructor(readonly turnedAway?: PlatformError) {
		super("Not sent, because 'Send Until' has passed", 'Retry with a later time.');
	}
}

export function canceledError(): PlatformError {
	const advice = 'Nothing was sent for this item. Run it again.';
	return new PlatformError('The execution was canceled', advice);
}

/** The error of a list that is refused before its first item is sent. */
export function listRefused(message: string, advice: string): PlatformError {
	const before = advice.startsWith('Nothing was sent.') ? '' : 'Nothing was sent. ';
	return new PlatformError(message, before + advice);
}

/** The next step after a status that may pass, or is about all items; undefined for any other status. */
function adviceOnWay({ status, isSigned }: Answer, words: string): { advice?: string } | undefined {
	if (isPassing(status)) return {};
	if (status === 401) return { advice: isSigned ? refusedSearch : refusedToken };
	if (status === 429) return { advice: codeIn(words)?.nextStep ?? tooMany };
	const isRedirect = status >= 300 && status < 400;
	return isRedirect
		? { advice: 'Check Base Address in the credential: redirects are not followed.' }
		: undefined;
}

const tooMany = 'Lower Concurrency or Requests per Second in the options.';
const refusedToken =
	"The login worked, but the platform doesn't accept its token. Check 'Base Address' in the credential, and 'Identity Provider Address' if it has one.";
const refusedSearch =
	"Check 'Search User' and 'Search Signature Key' in the credential, and the clock of this n8n.";

const byStatus: Record<number, string> = {
	403: notAllowed,
	404: 'Check the service key, phone number or transaction ID, and Base Address in the credential.',
};

/** The next step after a refusal, by the platform's words, else by its status. @param costs the thing that the operation spends */
function adviceOnRefusal(status: number, words: string, costs?: string): string {
	const known = codeIn(words);
	if (known) return known.nextStep;
	const pools = ' If a data pool is empty, ask your operator for data.';
	const fix = 'Fix what the platform names, then retry.';
	return byStatus[status] ?? (costs === 'data' ? fix + pools : fix);
}
