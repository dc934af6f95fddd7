import { withoutGaps } from '../../../../platform/answer';
import { messageOf } from '../../../../platform/input';
import { withoutSecrets } from '../../../../platform/redact';
import { serviceNamed } from '../../../../platform/service';
import type { Exchange, ItemResult } from '../exchange';
import { sendWrite } from '../reconcile';
import { mapConcurrent } from '../request/concurrency';
import { canceledError, LateError, notSentBecause, PlatformError } from '../request/errors';
import { pipelinesOf, type Pipelines } from '../request/pipeline';
import type { PlatformRequest } from '../request/platformRequest';
import { redact, type Send, type Sent } from '../request/send';
import { mayBeDone, notSent, resultOf, skippedAs } from '../result';
import { Journal, JournalRun, type KeyResult } from './journal';
import { concurrencyOf, type ListRun, type KeyedItem } from './listRun';
import { keyItems } from './itemKeys';
import { prepare } from './records';

/** The least time a token must still live to send a PIN, which isn't sent again with a new token. */
const minTokenLifeMs = 30_000;

/** Carries out an operation for every item, several at once. @throws PlatformError when the whole list is refused */
export async function runList(run: ListRun): Promise<ItemResult[]> {
	const { operation, account, options, signal } = run;
	const endLimit = run.limiter.limit(account.host, options.requestsPerSecond);
	const settleMs = operation.effect === 'write' ? options.settleMs : 0;
	// Only Check sends nothing that other runs must know of.
	const journal = run.onlyCheck ? new Journal() : run.journal;
	const journalRun = new JournalRun(journal, run.clock, settleMs);
	try {
		const pipelines = pipelinesOf(run);
		const planned = keyItems(run);
		for (const { key, index, known } of planned) {
			if (key && known) journalRun.enter(key, index, known);
		}
		const bad = planned.map(({ known }) => known).find((known) => known?.kind === 'notSent');
		if (bad && !run.continueOnFail) {
			return planned.map(({ known }) => known ?? notSent('stopped', bad.error));
		}
		const resolved = await prepare(run, planned, pipelines.query);
		const breaker = new Breaker(run);
		return await mapConcurrent(planned, concurrencyOf(run), async (item) => {
			const { doubted, known = resolved.get(item.index) } = item;
			if (known) return known;
			if (signal?.aborted) return doubted ?? notSent('canceled', canceledError());
			if (breaker.stopped) return doubted ?? notSent('stopped', breaker.stopped);
			if (breaker.late && !doubted) return notSent('stopped', breaker.late);
			// Errors caught here were thrown before a request was sent.
			const result = await carryOut(run, pipelines, journalRun, item).catch(
				(caught: unknown): ItemResult => ({
					kind: 'failed',
					...notSentBecause(run.account.host, caught),
				}),
			);
			run.earlier?.set(item.index, { params: item.params, result });
			breaker.note(result);
			return result;
		});
	} finally {
		journalRun.close();
		endLimit();
	}
}

/** Carries out an item: queries for a read, and sends a write once per key. */
async function carryOut(
	run: ListRun,
	pipelines: Pipelines,
	journalRun: JournalRun,
	item: KeyedItem,
): Promise<ItemResult> {
	const { operation, account, services, options, clock, signal } = run;
	const { params, key, index } = item;
	const service = serviceNamed(services, serviceKeyOf(params));
	const context = { service, baseUrl: account.baseUrl, now: clock.now() };
	const platformRequest = operation.request(params, context);
	if (operation.effect === 'read')
		return resultOf(operation, params, await pipelines.query(platformRequest));
	const request = { ...platformRequest, sendUntil: options.sendUntil };
	// A doubt that the journal has under this key is newer than the item's own.
	const send = async (doubted = item.doubted) =>
		await sendAfter(run, pipelines, params, request, doubted).catch((caught: unknown) =>
			unexpectedResult(operation, params, caught),
		);
	if (key === undefined) return await send();
	return itemResultOf(run, await journalRun.oncePerKey(key, index, send, signal));
}

/** Sends a write, after a look-up if an earlier attempt is in doubt; *Only Check* sends nothing. */
async function sendAfter(
	run: ListRun,
	pipelines: Pipelines,
	params: unknown,
	request: PlatformRequest,
	doubted?: ItemResult,
): Promise<ItemResult> {
	const { operation, onlyCheck } = run;
	const { effect, reconcile } = operation;
	const secrets = operation.secrets?.(params) ?? [];
	if (onlyCheck) return checkedAs(run, params, request, secrets);
	const hide = secrets.length > 0 ? redact(() => secrets) : (next: Send) => next;
	const judge = (sent: Sent) => resultOf(operation, params, sent);
	if (effect === 'write' && reconcile) {
		const ports = { ...pipelines, send: hide(pipelines.send) };
		return await sendWrite(ports, reconcile, params, request, judge, doubted);
	}
	// A PIN can't be looked up, and is sent once.
	return doubted ?? judge(await hide(pipelines.sendOnce)({ ...request, minTokenLifeMs }));
}

/** The result of an item; it's skipped if another item or execution has sent its key. */
function itemResultOf({ operation, onlyCheck }: ListRun, sent: KeyResult): ItemResult {
	if (sent.by === 'thisItem') return sent.result;
	const { dedupe, reconcile } = operation;
	const [why, outcome] =
		sent.by === 'otherExecution'
			? ['sent by another execution moments ago', reconcile?.doneBefore]
			: [`duplicate of item ${sent.itemIndex} of the input`, dedupe?.duplicate];
	// A duplicate would send no request, so Only Check shows none.
	const ownFields = onlyCheck ? undefined : sent.result.ownFields;
	return skippedAs({ ...sent.result, ownFields, outcome: outcome ?? sent.result.outcome }, why);
}

/** The result of an item with *Only Check*: its effect in words, and the request without its secrets. */
function checkedAs(
	{ operation, onlyCheck, picked }: ListRun,
	params: unknown,
	{ method, path, body }: PlatformRequest,
	secrets: string[],
): ItemResult {
	const serviceKey = serviceKeyOf(params) ?? '';
	const isPicked = picked?.value === serviceKey;
	const service = isPicked ? picked.name.replace(` (${serviceKey})`, '') : serviceKey;
	const what = operation.wouldDo?.(params, service) ?? `send ${method} ${path}`;
	const wouldSend = { method, path, body: withoutSecrets(body, secrets) };
	const ownFields = withoutGaps({
		summary: `Would ${what}`,
		skipped: onlyCheck?.because,
		wouldSend,
	});
	return { kind: 'done', result: { records: [{}], outcome: 'checked', ownFields }, isSent: false };
}

/** The result of an item whose sending threw an unexpected error: the other items go on. */
function unexpectedResult({ reconcile }: Exchange, params: unknown, caught: unknown): ItemResult {
	const error = new PlatformError(messageOf(caught), undefined, { certainty: 'inDoubt' });
	const reference = reconcile?.withReference && reconcile.key(params).reference;
	return { kind: 'failed', certainty: 'inDoubt', error, reference };
}

export function serviceKeyOf(params: unknown): string | undefined {
	const { serviceKey } = (params ?? {}) as { serviceKey?: unknown };
	return typeof serviceKey === 'string' ? serviceKey : undefined;
}

/** A circuit breaker: stops the rest of a list that keeps failing, or that can only fail in the same way. */
class Breaker {
	/** Why the remaining items aren't sent; undefined while they are. */
	stopped: Error | undefined;
	/** Set once the time to send is over; items in doubt are still looked up. */
	late: LateError | undefined;

	/** Causes of failures in a row: a login for which many items waited counts as one failure. */
	private readonly failures = new Set<unknown>();

	constructor(private readonly run: Pick<ListRun, 'options' | 'continueOnFail'>) {}

	note(result: ItemResult): void {
		const error = 'error' in result ? result.error : undefined;
		if (error instanceof LateError) this.late = error;
		const isFailure = result.kind === 'failed' || mayBeDone(result);
		if (error && isFailure) this.failures.add(error.cause ?? error);
		else this.failures.clear();
		if (error) this.stopped ??= this.run.continueOnFail ? this.reasonOf(error) : error;
	}

	private reasonOf(error: Error): Error | undefined {
		const isStopping = error instanceof PlatformError && error.stopsRun;
		// The error of a refused login explains itself.
		if (isStopping && error.cause) return error;
		if (isStopping) {
			const message = "Not sent, because the platform doesn't accept the token";
			const advice = 'Fix the error of the first refused item, then run the list again.';
			return new PlatformError(message, advice);
		}
		const { stopAfterFailures } = this.run.options;
		const { size } = this.failures;
		if (stopAfterFailures === 0 || size < stopAfterFailures) return undefined;
		const isRefusal = error instanceof PlatformError && error.isRefusal;
		return new PlatformError(
			`Not sent, because ${size} items in a row failed: ${error.message}`,
			isRefusal ? error.advice : 'Run the rest of the list again later.',
		);
	}
}
