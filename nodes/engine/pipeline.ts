import { isSuccess, isTrouble } from '../../platform/answer';
import type { Service } from '../../platform/service';
import { deadline } from './deadline';
import type { PlatformRequest } from './operation';
import type { RunOptions } from './options';
import type { RateLimiter } from './rateLimit';
import { retry, type ReconcilePorts, type RetryPorts } from './reconcile';
import {
	classify,
	pipe,
	redact,
	renewToken,
	type Clock,
	type Policy,
	type Send,
	type Transport,
} from './send';

/** The account a run sends with. */
export interface Account {
	host: string;
	/** Without a trailing slash. */
	baseUrl: string;
	transport: Transport;
	/** Gets a token that this request can be sent with; undefined when there is one. */
	logIn(request: PlatformRequest): Promise<void> | undefined;
	/** What must not be shown, should the platform send it back. */
	secrets(): string[];
}

/** The ways a run sends. */
export interface Pipelines extends ReconcilePorts {
	/** Sends once, whatever the answer: for attempts. */
	sendOnce: Send;
}

interface SendPorts {
	limiter: RateLimiter;
	clock: Clock;
	signal?: AbortSignal;
}

/**
 * Composes the ways a run sends (docs/architecture.md, "Pipeline").
 */
export function pipelinesOf(
	account: Account,
	services: Service[],
	options: RunOptions,
	{ limiter, ...ports }: SendPorts & RetryPorts,
): Pipelines {
	const { clock, random, signal } = ports;
	const { timeout, tries: attempts, retryFor, settlingTime: settleMs } = options;
	const hidden = services.flatMap((one) => [one.panelPasswordHash, one.signingSecret]);
	const secrets = () => [...hidden, ...account.secrets()];
	const retryOptions = { attempts, retryFor };

	const sendOnce = senderOf({ ...account, secrets }, timeout, { limiter, clock, signal });
	const send = renewToken(clock, random, signal)(sendOnce);
	const query = pipe(retry(retryOptions, ports), doubtTrouble)(send);
	return { ...ports, sendOnce, send, query, settleMs, retryOptions };
}

/**
 * Sends a request once. The order is the order of the names.
 *
 * @param timeout milliseconds
 */
export function senderOf(
	{ host, transport, logIn, secrets }: Account,
	timeout: number,
	{ limiter, clock, signal }: SendPorts,
): Send {
	return pipe(
		redact(secrets),
		limiter.policy(host, logIn, clock, signal),
		deadline(host, timeout, clock, signal),
	)(classify(host, transport));
}

/** A question that is answered with a 2xx and an error can be asked again. */
const doubtTrouble: Policy = (next) => async (request) => {
	const sent = await next(request);
	const { answer } = sent;
	const isError = answer && isSuccess(answer.status) && isTrouble(answer.body);
	return isError ? { ...sent, certainty: 'inDoubt' } : sent;
};
