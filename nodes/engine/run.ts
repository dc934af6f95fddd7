import { withoutSecrets } from '../../platform/redact';
import { serviceNamed, type Service } from '../../platform/service';
import { checkBalance } from './balance';
import { mapConcurrent } from './concurrency';
import { findDone } from './dedupe';
import { Stop } from './stop';
import { canceledError, otherItemsRefused, unexpected } from './errors';
import type { Attempt, Journal, JournalRun } from './journal';
import type { ItemResult, OperationResult, PlatformRequest, RemoteOperation } from './operation';
import type { RunOptions } from './options';
import { resultOf, resultOfWrite } from './parse';
import { pipelinesOf, type Account, type Pipelines } from './pipeline';
import { planItems, type ItemInput, type PlannedItem } from './plan';
import type { RateLimiter } from './rateLimit';
import { sendWrite } from './reconcile';
import { redact, type Clock } from './send';

/** A PIN is sent with a token that has at least so many milliseconds to live. */
const minTokenLife = 30_000;

/** A list of items to carry out. */
export interface ListRun {
	operation: RemoteOperation;
	inputs: ItemInput[];
	options: RunOptions;
	account: Account;
	/** The services of the service credential. */
	services: Service[];
	/** What the runs of this process share. */
	journal: Journal;
	limiter: RateLimiter;
	clock: Clock;
	/** 0 to 1. */
	random: () => number;
	signal?: AbortSignal;
	/** Names execution, node and run index. */
	runName: string;
	/** Whether an item that failed lets the others go on. */
	continueOnFail: boolean;
	/** Results of an earlier try, by item (Retry On Fail); those of this one are added. */
	attempts?: Map<number, Attempt>;
}

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
	const { operation, account, options, services, clock, signal } = run;
	const { requestsPerSecond, workers } = options;
	const share = requestsPerSecond && requestsPerSecond / workers;
	const endLimit = run.limiter.limit(account.host, share);
	const entries = run.journal.open(clock, operation.effect === 'write' ? options.settlingTime : 0);
	try {
		const pipelines = pipelinesOf(account, services, options, run);
		const running = { ...run, pipelines, entries };
		const planned = planItems(run);
		for (const { key, index, result } of planned) {
			if (key && result) entries.enter(key, index, result);
		}
		if (!run.continueOnFail && planned.some(({ result }) => result?.kind === 'notSent')) {
			return planned.map(({ result }) => result ?? notSent('stopped', otherItemsRefused()));
		}
		await prepare(running, planned);
		const stop = new Stop(options.stopAfterFailures, run.continueOnFail);
		return await mapConcurrent(planned, options.concurrency, async (item) => {
			if (item.result) return item.result;
			if (signal?.aborted) return item.doubted ?? notSent('canceled', canceledError());
			if (stop.error) return item.doubted ?? notSent('stopped', stop.error);
			const result = await carryOut(running, item).catch(unexpectedResult);
			run.attempts?.set(item.index, { params: item.given, result });
			stop.note(result);
			return result;
		});
	} finally {
		entries.close();
		endLimit();
	}
}

/** Finds out what was done before, and whether the pools cover the rest. Everything is read before anything is sent. */
async function prepare(running: Running, planned: PlannedItem[]): Promise<void> {
	const { operation, options, pipelines, entries, clock } = running;
	const { dedupe, balance } = operation;
	const open = planned.filter(({ result, doubted }) => !result && !doubted);
	const wanted = dedupe ? open.filter(({ params }) => dedupe.isWanted(params)) : [];
	if (wanted.length > 0) {
		entries.takeSnapshot();
		const done = await findDone(operation, wanted, pipelines.query, options.concurrency);
		for (const item of wanted) item.result = done.get(item.index);
	}
	const counted = new Map(open.map((item) => [item.key ?? item.index, item]));
	const spending = [...counted.values()].filter(
		({ result, params }) => !result && balance?.isWanted(params),
	);
	if (balance) await checkBalance(balance, spending, pipelines.query, clock.now());
}

async function carryOut(running: Running, item: PlannedItem): Promise<ItemResult> {
	const { operation, options, account, services, pipelines, signal } = running;
	const { params, key, index } = item;
	const service = serviceNamed(services, serviceKeyOf(params));
	const context = { service, baseUrl: account.baseUrl, now: running.clock.now() };
	const request = operation.request(params, context);
	if (operation.effect === 'read') {
		return resultOf(operation, params, account.host, await pipelines.query(request));
	}
	const secrets = operation.secrets?.(params) ?? [];
	if (options.dryRun) return { kind: 'skipped', result: wouldSend(request, secrets) };
	if (key === undefined) return await spend(running, item, request, secrets, item.doubted);

	const shared = await running.entries.once(
		key,
		index,
		operation.effect === 'attempt' || operation.reconcile?.withReference !== undefined,
		async (doubted) => await spend(running, item, request, secrets, item.doubted ?? doubted),
		signal,
	);
	const { result, sharedWith } = shared;
	if (sharedWith === undefined || result.kind !== 'done') return result;
	return { kind: 'skipped', result: sharedResult(operation, params, result.result, sharedWith) };
}

/** Sends what must not be done twice. @param doubted an earlier request under the same key that may have been done */
async function spend(
	{ operation, pipelines, account }: Running,
	{ params }: PlannedItem,
	request: PlatformRequest,
	secrets: string[],
	doubted: ItemResult | undefined,
): Promise<ItemResult> {
	const { host } = account;
	const { reconcile } = operation;
	const hide = redact(() => secrets);
	if (operation.effect === 'write' && reconcile) {
		const ports = secrets.length > 0 ? { ...pipelines, send: hide(pipelines.send) } : pipelines;
		const proved = { ...operation, reconcile };
		const outcome = await sendWrite(ports, proved, request, params, doubted !== undefined);
		return resultOfWrite(operation, params, host, outcome);
	}
	// What can't be looked up is sent once.
	if (doubted) return doubted;
	const sent = await hide(pipelines.sendOnce)({ ...request, minTokenLife });
	return resultOf(operation, params, host, sent);
}

/** The result of an item whose key was sent by another item, or by another execution at the same time. */
function sharedResult(
	{ dedupe }: RemoteOperation,
	params: unknown,
	result: OperationResult,
	sharedWith: number,
): OperationResult {
	const isInList = sharedWith >= 0;
	if (dedupe?.isWanted(params)) {
		const record = isInList ? undefined : (result.records[0] ?? {});
		return dedupe.skipped(params, record, sharedWith);
	}
	const skipped = isInList
		? `listed twice, see item ${sharedWith} of the input`
		: 'sent by another execution at the same time';
	return { ...result, records: result.records.map((record) => ({ ...record, skipped })) };
}

/** What went before and after isn't lost by an error that nobody expected. */
function unexpectedResult(caught: unknown): ItemResult {
	return { kind: 'failed', certainty: 'inDoubt', error: unexpected(caught) };
}

function notSent(reason: 'stopped' | 'canceled', error: Error): ItemResult {
	return { kind: 'notSent', reason, error };
}

/** The service key among the parameters of an item. */
export function serviceKeyOf(params: unknown): string | undefined {
	const { serviceKey } = (params ?? {}) as { serviceKey?: unknown };
	return typeof serviceKey === 'string' ? serviceKey : undefined;
}

function wouldSend({ method, path, body }: PlatformRequest, secrets: string[]): OperationResult {
	const shown = { method, path, body: withoutSecrets(body, secrets) };
	return { records: [{ dryRun: true, wouldSend: shown }] };
}
