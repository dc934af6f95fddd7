import type { IExecuteFunctions } from 'n8n-workflow';
import { isSuccess } from '../../platform/fate';
import type { PlatformRecord } from '../../platform/records';
import { withoutSecrets } from '../../platform/redact';
import { serviceNamed, type Service } from '../../platform/service';
import { connect, tokenProbe } from './client';
import { baseUrlIn } from './credentials';
import { endingOf, readingOf } from './interpret';
import type { Ask } from './lookUp';
import type { Answer, Ending, LocalOperation, PlatformRequest, RemoteOperation } from './operation';
import type { RunOptions } from './options';
import { paceFor } from './pace';
import { answerOf, fateOfRead, persist } from './persist';
import { PlatformError, refusedBy } from './platformError';
import { sendWrite, type EarlierTry, type Sender } from './sendWrite';
import { spreadOver } from './spread';
import type { Written } from './written';

/**
 * Carries an operation out with one item's checked parameters.
 *
 * @param earlier the try before this one, when it may have been done
 * @throws PlatformError or LoginError
 */
export type Perform = (item: Written, earlier?: EarlierTry) => Promise<Ending>;

/** How a run carries its operation out, and asks the platform what it needs to know besides. */
export interface Performer {
	perform: Perform;
	ask: Ask;
	host: string;
}

/** What carries a remote operation out, ready for a whole run: credentials are read once. */
export async function remotePerformer(
	context: IExecuteFunctions,
	operation: RemoteOperation,
	services: Service[],
	options: RunOptions,
): Promise<Performer> {
	const { concurrency, retryFor, settlingTime, timeout, tries, requestsPerSecond, workers } =
		options;
	const signal = context.getExecutionCancelSignal();
	const share = requestsPerSecond && requestsPerSecond / workers;
	const spread = spreadOver(concurrency);
	const { baseUrl, host, secrets, send } = await connect(context, {
		timeout,
		signal,
		pace: (to, isReady) => (share ? paceFor(to, share) : spread)(isReady, signal),
	});
	const patience = { tries, retryFor, signal };
	const ofServices = services.flatMap((one) => [one.panelPasswordHash, one.signingSecret]);
	const hiddenOf = (own: string[] = []) => [...own, ...ofServices, ...secrets()];
	// What was sent must not come back with its secrets, in an item or in the words of an error.
	const masked = (answer: Answer, own?: string[]): Answer => ({
		...answer,
		body: withoutSecrets(answer.body, hiddenOf(own)),
	});
	const ask = async (request: PlatformRequest) => {
		const answer = answerOf(await persist(() => send(request), patience, undefined, fateOfRead));
		// Lists hold none, and may be large; a text is somebody else's page.
		const isList = isSuccess(answer.status) && typeof answer.body !== 'string';
		return isList ? answer : masked(answer);
	};

	const senderHiding = (own?: string[]): Sender => ({
		host,
		send: (one) => send(one).then((answer) => masked(answer, own)),
		ask,
		hide: (record) => withoutSecrets(record, hiddenOf(own)) as PlatformRecord,
		patience,
		settlingTime,
	});
	const { effect, trace, secrets: secretsIn } = operation;
	const plainSender = senderHiding();

	const carryOut = (
		item: Written,
		request: PlatformRequest,
		earlier?: EarlierTry,
	): Promise<Answer | Ending> => {
		if (effect === 'read') return ask(request);
		const sender = secretsIn ? senderHiding(secretsIn(item.params)) : plainSender;
		if (effect === 'write' && trace) return sendWrite(sender, trace, item, request, earlier);
		return request.once ? sendOnce(sender, request, item.params) : sender.send(request);
	};

	/** @throws PlatformError when it did not leave, or was not acted on because the token had just ended */
	const sendOnce = async (
		{ send: sendNow }: Sender,
		request: PlatformRequest,
		params: unknown,
	): Promise<Answer> => {
		const probe = await ask(tokenProbe).catch(notSent);
		const answer = await sendNow(request);
		if (answer.status !== 401 || probe.status === 401) return answer;
		const reading = readingOf(operation, answer, params);
		if (reading && 'records' in reading) return answer;
		throw refusedOnce(refusedBy(host, answer).message, await answer.hadTokenEnded?.());
	};

	const perform: Perform = async (item, earlier) => {
		const { params } = item;
		const service = serviceFor(services, params);
		const request = operation.request(params, { service, baseUrl, now: Date.now() });
		if (options.dryRun && effect !== 'read') {
			return { records: [wouldSend(request, hiddenOf(secretsIn?.(params)))] };
		}
		const carried = await carryOut(item, request, earlier);
		if ('records' in carried) return carried;
		return endingOf(operation, params, host, carried);
	};
	return { perform, ask, host };
}

/** What must leave only once was refused with 401, though the token was good a moment before. */
function refusedOnce(message: string, hadTokenEnded: boolean | undefined): PlatformError {
	if (hadTokenEnded) {
		return new PlatformError(
			message,
			'The token ended in this very moment, so this was not read and used nothing up: run this item again.',
			{ fate: 'notActed' },
		);
	}
	return new PlatformError(
		message,
		hadTokenEnded === false
			? 'The token is good, so the platform refuses this operation, or the panel login in the service credential. It may have used up an attempt all the same: look before you run this item again.'
			: 'Whether the token had ended, or the platform refuses this operation, could not be found out. It may have used up an attempt: look before you run this item again.',
		{ status: 401, fate: 'unknown', endsRun: true },
	);
}

/** What went before a request failed, and the request stayed here. */
function notSent(error: unknown): never {
	if (!(error instanceof PlatformError)) throw error;
	throw new PlatformError(error.message, 'Nothing was sent for this item: run it again.', {
		fate: 'notActed',
	});
}

/** What works a local operation out. */
export async function localPerformer(
	context: IExecuteFunctions,
	operation: LocalOperation,
	services: Service[],
): Promise<(params: unknown) => Promise<Ending>> {
	const baseUrl = operation.usesAccount ? await baseUrlIn(context) : '';
	return async (params) => {
		const service = serviceFor(services, params);
		const ending = operation.compute(params, { service, baseUrl, now: Date.now() });
		return await Promise.resolve(ending);
	};
}

/** The service an item names, with its own keys; the credential's first when it names none. */
function serviceFor(services: Service[], params: unknown): Service {
	const { serviceKey } = (params ?? {}) as { serviceKey?: unknown };
	return serviceNamed(services, typeof serviceKey === 'string' ? serviceKey : undefined);
}

function wouldSend({ method, path, body }: PlatformRequest, secrets: string[]) {
	return { dryRun: true, wouldSend: { method, path, body: withoutSecrets(body, secrets) } };
}
