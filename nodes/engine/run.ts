import { withoutSecrets } from '../../platform/redact';
import { serviceNamed } from '../../platform/service';
import { mapConcurrent } from './concurrency';
import { canceledError, PlatformError } from './errors';
import { JournalRun } from './journal';
import type { ItemResult, OperationResult, RemoteOperation } from './operation';
import { pipelinesOf, type Pipelines } from './pipeline';
import { planItems, type ListRun, type PlannedItem } from './plan';
import { prepare } from './prepare';
import { sendWrite } from './reconcile';
import { mayBeDone, resultOf } from './result';
import { redact, type Send, type Sent } from './send';

/** A PIN is sent with a token that has at least so many milliseconds to live. */
const minTokenLife = 30_000;

/** A run in progress. */
interface Running extends ListRun {
	pipelines: Pipelines;
	entries: JournalRun;
}

/**
 * Carries out an operation for every item, "Concurrency" at a time. Order is kept.
 *
 * @throws PlatformError when the whole list is refused before anything is sent
 */
export async function runList(run: ListRun): Promise<ItemResult[]> {
	const { operation, account, options, signal } = run;
	const { requestsPerSecond, workers, settlingTime, concurrency } = options;
	const share = requestsPerSecond && requestsPerSecond / workers;
	const endLimit = run.limiter.limit(account.host, share);
	const settleMs = operation.effect === 'write' ? settlingTime : 0;
	const entries = new JournalRun(run.journal, run.clock, settleMs);
	try {
		const pipelines = pipelinesOf(account, run.services, options, run);
		const planned = planItems(run);
		for (const { key, index, result } of planned) {
			if (key && result) entries.enter(key, index, result);
		}
		if (!run.continueOnFail && planned.some(({ result }) => result?.kind === 'notSent')) {
			const error = new PlatformError(
				'Not sent, because other items of the list are not valid',
				'Fix those items, then run the list again.',
			);
			return planned.map(({ result }) => result ?? notSent('stopped', error));
		}
		await prepare(run, planned, pipelines.query);
		const running = { ...run, pipelines, entries };
		const failures = new Set<unknown>();
		let stopped: Error | undefined;
		return await mapConcurrent(planned, concurrency, async (item) => {
			if (item.result) return item.result;
			if (signal?.aborted) return item.doubted ?? notSent('canceled', canceledError());
			if (stopped) return item.doubted ?? notSent('stopped', stopped);
			const result = await carryOut(running, item).catch(unexpectedResult);
			run.attempts?.set(item.index, { params: item.params, result });
			stopped ??= reasonToStop(run, failures, result);
			return result;
		});
	} finally {
		entries.close();
		endLimit();
	}
}

async function carryOut(running: Running, item: PlannedItem): Promise<ItemResult> {
	const { operation, account, services, pipelines, entries, signal } = running;
	const { params, key, index } = item;
	const service = serviceNamed(services, serviceKeyOf(params));
	const context = { service, baseUrl: account.baseUrl, now: running.clock.now() };
	const request = operation.request(params, context);
	const judge = (sent: Sent) => resultOf(operation, params, account.host, sent);
	if (operation.effect === 'read') return judge(await pipelines.query(request));

	const secrets = operation.secrets?.(params) ?? [];
	if (running.options.dryRun) {
		const { method, path, body } = request;
		const wouldSend = { method, path, body: withoutSecrets(body, secrets) };
		return { kind: 'skipped', result: { records: [{ dryRun: true, wouldSend }] } };
	}
	const hide = secrets.length > 0 ? redact(() => secrets) : (next: Send) => next;
	const send = async (doubted = item.doubted): Promise<ItemResult> => {
		if (operation.effect === 'write' && operation.reconcile) {
			const ports = secrets.length > 0 ? { ...pipelines, send: hide(pipelines.send) } : pipelines;
			const { reconcile } = operation;
			return await sendWrite(ports, reconcile, params, request, judge, doubted !== undefined);
		}
		// What can't be looked up is sent once.
		return doubted ?? judge(await hide(pipelines.sendOnce)({ ...request, minTokenLife }));
	};
	if (key === undefined) return await send();
	const { result, sharedWith } = await entries.once(key, index, send, signal);
	if (sharedWith === undefined || result.kind !== 'done') return result;
	return { kind: 'skipped', result: sharedResult(operation, params, result.result, sharedWith) };
}

/** The result of an item whose key was sent by another item, or by another execution at the same time. */
function sharedResult(
	{ dedupe }: RemoteOperation,
	params: unknown,
	{ records, outcome }: OperationResult,
	sharedWith: number,
): OperationResult {
	const isInList = sharedWith >= 0;
	if (dedupe?.isWanted(params)) {
		return dedupe.skipped(params, isInList ? undefined : (records[0] ?? {}), sharedWith);
	}
	const skipped = isInList
		? `listed twice, see item ${sharedWith} of the input`
		: 'sent by another execution at the same time';
	return { outcome, records: records.map((record) => ({ ...record, skipped })) };
}

/** What went before and after isn't lost by an error that nobody expected. */
function unexpectedResult(caught: unknown): ItemResult {
	const message = caught instanceof Error ? caught.message : String(caught);
	return { kind: 'failed', certainty: 'inDoubt', error: new PlatformError(message) };
}

function notSent(reason: 'stopped' | 'canceled', error: Error): ItemResult {
	return { kind: 'notSent', reason, error };
}

/** The service key among the parameters of an item. */
export function serviceKeyOf(params: unknown): string | undefined {
	const { serviceKey } = (params ?? {}) as { serviceKey?: unknown };
	return typeof serviceKey === 'string' ? serviceKey : undefined;
}

/**
 * Why the rest of a list is not sent after an item with this result, if it isn't: a circuit breaker, and what can only
 * fail in the same way.
 *
 * @param failures why items failed in a row; a failed login that many items waited for is there once
 */
function reasonToStop(
	{ options: { stopAfterFailures }, continueOnFail }: ListRun,
	failures: Set<unknown>,
	result: ItemResult,
): Error | undefined {
	const error = 'error' in result ? result.error : undefined;
	if (error && (result.kind === 'failed' || mayBeDone(result))) failures.add(error.cause ?? error);
	else failures.clear();
	if (!error || !continueOnFail) return error;
	if (error instanceof PlatformError && error.status === 401) {
		return new PlatformError(
			"Not sent, because the platform doesn't accept the token",
			'See what the first refused item says.',
		);
	}
	if (error instanceof PlatformError && error.stopsRun) return error;
	if (stopAfterFailures === 0 || failures.size < stopAfterFailures) return undefined;
	return new PlatformError(
		`Not sent, because ${failures.size} items in a row failed at the platform. The last one says: ${error.message}`,
		'Run the rest of the list again later. Stop After Failures in a Row in the options sets the number.',
	);
}
