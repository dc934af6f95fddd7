import { messageOf } from '../../../../platform/input';
import { withoutSecrets } from '../../../../platform/redact';
import { serviceNamed } from '../../../../platform/service';
import type { ItemResult, Exchange } from '../exchange';
import { sendWrite } from '../reconcile';
import { mapConcurrent } from '../request/concurrency';
import { canceledError, notSentBecause, PlatformError } from '../request/errors';
import { pipelinesOf, type Pipelines } from '../request/pipeline';
import type { PlatformRequest } from '../request/platformRequest';
import { redact, type Send, type Sent } from '../request/send';
import { notSent, resultOf, skippedAs } from '../result';
import { Breaker } from './breaker';
import { Journal, JournalRun } from './journal';
import { widthOf, type ListRun, type PlannedItem } from './listRun';
import { planItems } from './plan';
import { prepare } from './records';

/** How long a token with which a PIN is sent must still live. */
const minTokenLifeMs = 30_000;

/**
 * Carries out an operation for every item, as many at a time as the platform takes and "Concurrency" allows. Order is kept.
 * @throws PlatformError when the whole list is refused before anything is sent
 */
export async function runList(run: ListRun): Promise<ItemResult[]> {
	const { operation, account, options, signal } = run;
	const endLimit = run.limiter.limit(account.host, options.requestsPerSecond);
	const settleMs = operation.effect === 'write' ? options.settleMs : 0;
	// What is only tried out counts for this run alone.
	const journal = run.onlyCheck ? new Journal() : run.journal;
	const journalRun = new JournalRun(journal, run.clock, settleMs);
	try {
		const pipelines = pipelinesOf(run);
		const planned = planItems(run);
		for (const { key, index, result } of planned) {
			if (key && result) journalRun.enter(key, index, result);
		}
		const bad = planned.map(({ result }) => result).find((result) => result?.kind === 'notSent');
		if (bad && !run.continueOnFail) {
			return planned.map(({ result }) => result ?? notSent('stopped', bad.error));
		}
		const found = await prepare(run, planned, pipelines.query);
		const breaker = new Breaker(run);
		return await mapConcurrent(planned, widthOf(run), async (item) => {
			const known = item.result ?? found.get(item.index);
			if (known) return known;
			if (signal?.aborted) return item.doubted ?? notSent('canceled', canceledError());
			if (breaker.stopped) return item.doubted ?? notSent('stopped', breaker.stopped);
			// Whatever is caught here was thrown before anything left.
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

async function carryOut(
	run: ListRun,
	pipelines: Pipelines,
	journalRun: JournalRun,
	item: PlannedItem,
): Promise<ItemResult> {
	const { operation, account, services, options, clock, signal } = run;
	const { params, key, index } = item;
	const service = serviceNamed(services, serviceKeyOf(params));
	const context = { service, baseUrl: account.baseUrl, now: clock.now() };
	const platformRequest = operation.request(params, context);
	const judge = (sent: Sent) => resultOf(operation, params, sent);
	if (operation.effect === 'read') return judge(await pipelines.query(platformRequest));
	const request = { ...platformRequest, sendUntil: options.sendUntil };

	const secrets = operation.secrets?.(params) ?? [];
	const hide = secrets.length > 0 ? redact(() => secrets) : (next: Send) => next;
	const sendItem = async (doubted: ItemResult | undefined): Promise<ItemResult> => {
		if (run.onlyCheck) return checkedAs(run, params, request, secrets);
		if (operation.effect === 'write' && operation.reconcile) {
			const ports = { ...pipelines, send: hide(pipelines.send) };
			const { reconcile } = operation;
			return await sendWrite(ports, reconcile, params, request, judge, doubted);
		}
		// What can't be looked up is sent once.
		return doubted ?? judge(await hide(pipelines.sendOnce)({ ...request, minTokenLifeMs }));
	};
	const send = async (doubted?: ItemResult) =>
		await sendItem(doubted ?? item.doubted).catch((caught: unknown) =>
			unexpectedResult(operation, params, caught),
		);
	if (key === undefined) return await send();
	const { result, sharedWith } = await journalRun.oncePerKey(key, index, send, signal);
	if (sharedWith === undefined || result.kind !== 'done') return result;
	const { dedupe, reconcile } = operation;
	const [why, outcome] =
		sharedWith === 'anotherExecution'
			? ['sent by another execution moments ago', reconcile?.doneBefore]
			: [`duplicate of item ${sharedWith} of the input`, dedupe?.duplicate];
	// What is repeated is sent by no request of its own.
	const marks = run.onlyCheck ? undefined : result.result.marks;
	return skippedAs({ ...result.result, marks, outcome: outcome ?? result.result.outcome }, why);
}

/** The result of an item that is only checked: what would happen in words, and the request without its secrets. */
function checkedAs(
	{ operation, onlyCheck, picked }: ListRun,
	params: unknown,
	{ method, path, body }: PlatformRequest,
	secrets: string[],
): ItemResult {
	const serviceKey = serviceKeyOf(params) ?? '';
	const service = picked?.serviceKey === serviceKey ? picked.name : serviceKey;
	const what = operation.wouldDo?.(params, service) ?? `send ${method} ${path}`;
	const wouldSend = { method, path, body: withoutSecrets(body, secrets) };
	const summary = `Would ${what}`;
	const skipped = onlyCheck?.because;
	const marks = skipped === undefined ? { summary, wouldSend } : { summary, skipped, wouldSend };
	return { kind: 'done', result: { records: [{}], outcome: 'checked', marks }, isSent: false };
}

/** What went before and after isn't lost by an error that nobody expected. */
function unexpectedResult({ reconcile }: Exchange, params: unknown, caught: unknown): ItemResult {
	const error = new PlatformError(messageOf(caught), undefined, { certainty: 'inDoubt' });
	const reference = reconcile?.withReference && reconcile.key(params).reference;
	return { kind: 'failed', certainty: 'inDoubt', error, reference };
}

/** The service key among the parameters of an item. */
export function serviceKeyOf(params: unknown): string | undefined {
	const { serviceKey } = (params ?? {}) as { serviceKey?: unknown };
	return typeof serviceKey === 'string' ? serviceKey : undefined;
}
