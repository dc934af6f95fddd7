import { isPassing, isSuccess } from '../../../../platform/answer';
import { isTrouble } from '../../../../platform/verdict';
import { LongAnswerError } from '../../../../platform/json';
import type { Service } from '../../../../platform/service';
import { deadline } from './deadline';
import type { RateLimiter } from './rateLimit';
import { retry, type RetryPorts } from './retry';
import {
	classify,
	pipe,
	redact,
	renewForNext,
	renewToken,
	type ConnectedAccount,
	type Clock,
	type Policy,
	type Send,
} from './send';

export interface SendOptions {
	timeoutMs: number;
	attempts: number;
	retryForMs: number;
	/** How long the platform may take to show what it did. */
	settleMs: number;
}

/** The part of a run that sending once needs; without an operation the editor or a trigger asks. */
interface SenderRun {
	limiter: RateLimiter;
	clock: Clock;
	signal?: AbortSignal;
	operation?: { isAwaited?: true };
	inputs?: unknown[];
	/** Another wait before each request, such as a campaign's rate. */
	paced?: Policy;
}

export interface SendingRun extends SenderRun {
	account: ConnectedAccount;
	services: Service[];
	options: SendOptions;
	/** 0 to 1. */
	random: () => number;
}

export interface Pipelines extends RetryPorts {
	/** Sends once, whatever the answer: for what can't be repeated. */
	sendOnce: Send;
	/** Sends once more with a new token where one was refused. */
	send: Send;
	query: Send;
	settleMs: number;
}

/** Composes the ways a run sends (docs/architecture.md, "Pipeline"). */
export function pipelinesOf(run: SendingRun): Pipelines {
	const { account, services, options, clock, random, signal } = run;
	const { timeoutMs, attempts, retryForMs, settleMs } = options;
	const hidden = services.flatMap((service) => [service.panelPasswordHash, service.signingSecret]);
	const secrets = () => [...hidden, ...account.secrets()];
	const ports = { attempts, retryForMs, settleMs, clock, random, signal };

	const once = senderOf({ ...account, secrets }, timeoutMs, run);
	const sendOnce = renewForNext(account, signal)(once);
	const send = renewToken(clock, random, signal)(once);
	const query = pipe(retry(ports), certaintyOfRead)(send);
	return { ...ports, sendOnce, send, query };
}

/** A person may wait for each of up to ten items; more items are a list. */
const maxAwaitedItems = 10;

/** Sends a request once. The order is the order of the names. */
export function senderOf(
	account: ConnectedAccount,
	timeoutMs: number,
	{ limiter, clock, signal, operation, inputs = [], paced = (next) => next }: SenderRun,
): Send {
	const isAwaited = operation?.isAwaited ?? operation === undefined;
	return pipe(
		redact(account.secrets),
		paced,
		limiter.policy(account, clock, !isAwaited || inputs.length > maxAwaitedItems, signal),
		deadline(timeoutMs, clock, signal),
	)(classify(account));
}

/** A read does no harm: its certainty says whether to ask again, as after a 2xx with an error, and not after a 4xx page. */
const certaintyOfRead: Policy = (next) => async (request) => {
	const sent = await next(request);
	const { answer, error, certainty } = sent;
	// An answer that is too long stays so.
	if (error?.cause instanceof LongAnswerError) return { error, certainty: 'answered' };
	if (!answer || certainty === 'notProcessed') return sent;
	const { status, body } = answer;
	const mayHelp = isSuccess(status)
		? certainty === 'inDoubt' || isTrouble(body)
		: isPassing(status);
	return { ...sent, certainty: mayHelp ? 'inDoubt' : 'answered' };
};
