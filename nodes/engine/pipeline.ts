import { isSuccess, isTrouble } from '../../platform/answer';
import { deadline } from './deadline';
import type { ListRun } from './plan';
import { retry, type Pipelines } from './reconcile';
import { classify, pipe, redact, renewToken, type Account, type Policy, type Send } from './send';

/** Composes the ways a run sends (docs/architecture.md, "Pipeline"). */
export function pipelinesOf(run: ListRun): Pipelines {
	const { account, services, options, clock, random, signal } = run;
	const { timeout, maxTries: attempts, retryFor, settlingTime: settleMs } = options;
	const hidden = services.flatMap((one) => [one.panelPasswordHash, one.signingSecret]);
	const secrets = () => [...hidden, ...account.secrets()];
	const ports = { attempts, retryFor, settleMs, clock, random, signal };

	const sendOnce = senderOf({ ...account, secrets }, timeout, run);
	const send = renewToken(clock, random, signal)(sendOnce);
	const query = pipe(retry(ports), doubtTrouble)(send);
	return { ...ports, sendOnce, send, query };
}

/** Sends a request once. The order is the order of the names. @param timeout milliseconds */
export function senderOf(
	account: Account,
	timeout: number,
	{ limiter, clock, signal }: Pick<ListRun, 'limiter' | 'clock' | 'signal'>,
): Send {
	return pipe(
		redact(account.secrets),
		limiter.policy(account, clock, signal),
		deadline(account, timeout, clock, signal),
	)(classify(account));
}

/** A question that is answered with a 2xx and an error can be asked again. */
const doubtTrouble: Policy = (next) => async (request) => {
	const sent = await next(request);
	const { answer } = sent;
	const isError = answer && isSuccess(answer.status) && isTrouble(answer.body);
	return isError ? { ...sent, certainty: 'inDoubt' } : sent;
};
