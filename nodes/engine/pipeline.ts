import { isSuccess, isTrouble } from '../../platform/answer';
import type { Service } from '../../platform/service';
import { deadline } from './concurrency';
import type { PlatformRequest } from './operation';
import type { RunOptions } from './options';
import type { RateLimiter } from './rateLimit';
import type { ReconcilePorts } from './reconcile';
import { retry, type RetryPorts } from './retry';
import { classify, pipe, redact, renewToken, type Policy, type Send, type Transport } from './send';

/** n8n may log in before a request: two token requests of half a minute at most (`credentials/login.ts`). */
const maxLogin = 65_000;

/** The account a run sends with. */
export interface Account {
	host: string;
	/** Without a trailing slash. */
	baseUrl: string;
	transport: Transport;
	/** Whether a request leaves at once, without a login. */
	isLoggedIn(): boolean;
	/** What must not be shown, should the platform send it back. */
	secrets(): string[];
}

/** The ways a run sends. */
export interface Pipelines extends ReconcilePorts {
	/** Sends once, whatever the answer: for attempts. */
	sendOnce: Send;
}

/**
 * Composes the ways a run sends (docs/architecture.md, "Pipeline"). The order is the order of the names.
 */
export function pipelinesOf(
	{ host, transport, isLoggedIn, secrets }: Account,
	services: Service[],
	options: RunOptions,
	{ limiter, ...ports }: RetryPorts & { limiter: RateLimiter },
): Pipelines {
	const { clock, random, signal } = ports;
	const { timeout, tries: attempts, retryFor, settlingTime: settleMs } = options;
	const hidden = services.flatMap((one) => [one.panelPasswordHash, one.signingSecret]);
	const loginTimeOf = ({ refusedToken }: PlatformRequest) =>
		refusedToken === undefined && isLoggedIn() ? 0 : maxLogin;
	const retryOptions = { attempts, retryFor };

	const sendOnce = pipe(
		redact(() => [...hidden, ...secrets()]),
		limiter.policy(host, clock, signal),
		deadline(host, timeout, loginTimeOf, clock, signal),
	)(classify(host, transport));
	const send = renewToken(clock, random, signal)(sendOnce);
	const query = pipe(retry(retryOptions, ports), doubtTrouble)(send);
	return { ...ports, sendOnce, send, query, settleMs, retryOptions };
}

/** A question that is answered with a 2xx and an error can be asked again. */
const doubtTrouble: Policy = (next) => async (request) => {
	const sent = await next(request);
	const { answer } = sent;
	const isError = answer && isSuccess(answer.status) && isTrouble(answer.body);
	return isError ? { ...sent, certainty: 'inDoubt' } : sent;
};
