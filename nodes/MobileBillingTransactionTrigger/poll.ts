import type { IExecuteFunctions, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { PlatformRecord } from '../../platform/answer';
import { matches } from '../../platform/matching';
import { recordsFound, searchRequest, withoutPin } from '../../platform/search';
import { inOrder, simplified } from '../../platform/vocabulary';
import { failedBy, PlatformError } from '../engine/core/request/errors';
import type { Answer } from '../engine/core/request/platformRequest';
import { onceFor, triggerOf } from '../engine/n8n/once';
import { nodeErrorOf } from '../engine/n8n/output';
import { connect } from '../engine/n8n/transport';
import { endOf, type PollSettings } from './settings';
import { passOn, pollStart } from './passOn';
import {
	updateMarginMs,
	oldestFirst,
	pollFrom,
	rangeOf,
	type Polled,
	type SearchUpdates,
} from './window';

const day = 24 * 3600 * 1000;
const maxSamples = 5;
/** How long a poll may search if n8n sets no limit. */
const defaultBudgetMs = 45_000;
/** The polls this n8n is running: n8n starts the next one on schedule even while the last one runs. */
const running = new Set<string>();
/** Contexts that have polled: n8n makes one whenever it publishes a workflow. */
const begun = new WeakSet<IPollFunctions>();
const warned = new Set<string>();

/**
 * Searches for transactions in a final state and passes each end on once; the next poll continues after a failure.
 * @throws NodeApiError when the first search fails; the first poll only warns, because n8n 2.41.1 would poll no more
 */
export async function pollTransactions(
	context: IPollFunctions,
	settings: PollSettings,
): Promise<void> {
	const trigger = triggerOf(context);
	if (running.has(trigger)) return;
	running.add(trigger);
	const hasWarned = warned.delete(trigger);
	const isFirst = !begun.has(context) && !hasWarned;
	begun.add(context);
	try {
		await poll(context, trigger, settings);
	} catch (error) {
		if (!isFirst || !(error instanceof PlatformError)) throw nodeErrorOf(context.getNode(), error);
		warned.add(trigger);
		const { name } = context.getNode();
		context.logger.warn(`The first poll of '${name}' failed; it polls on. ${error.message}`);
	} finally {
		running.delete(trigger);
	}
}

async function poll(
	context: IPollFunctions,
	trigger: string,
	settings: PollSettings,
): Promise<void> {
	const { lookBackMs, isWanted } = settings;
	const start = pollStart(trigger, context.getWorkflowStaticData('node'));
	const budgetMs = budgetMsOf(context);
	const began = performance.now();
	const hasTime = () => performance.now() - began <= budgetMs;
	const task = { now: Date.now(), lookBackMs, isWanted, hasTime };
	const polled = await pollFrom(start, await searchWith(context, settings), task);
	const warn = (text: string) => context.logger.warn(`'${context.getNode().name}' ${text}`);
	if (start.since === undefined) warn(startWarning);
	if (isNewlyOff(trigger, task.now, polled.platformTime)) warn(clockWarning(task.now, polled));
	if (!polled.isComplete) warn('has more to search; the next poll continues there');
	if (polled.isCut) warn(cutWarning);
	// A platform may ignore a filter.
	const fresh = polled.fresh.filter((record) => matches(record, settings.filters));
	passOn(context, trigger, start, polled.cursor, outputOf(fresh));
}

/** Warnings for n8n's log; each text continues the trigger's name. */
const startWarning =
	'reports transactions that end from now on. If it was renamed, find those that ended since its last poll by Transaction: Get Many';
const cutWarning =
	'got a list whose length is a round hundred for a single second: if the platform cuts its lists, ends are missing';

/** @param now by n8n's clock, Unix milliseconds */
function clockWarning(now: number, { platformTime = now }: Polled): string {
	const minutes = Math.round(Math.abs(now - platformTime) / 60_000);
	const side = now > platformTime ? 'ahead of' : 'behind';
	return `polls by the platform's clock, because n8n's is ${minutes} minutes ${side} it: set n8n's clock`;
}

/** The triggers that have warned of a wrong clock since it was last right. */
const clockWarned = new Set<string>();

function isNewlyOff(trigger: string, now: number, platformTime = now): boolean {
	const isOff = Math.abs(now - platformTime) > updateMarginMs;
	const isNew = isOff && !clockWarned.has(trigger);
	clockWarned[isOff ? 'add' : 'delete'](trigger);
	return isNew;
}

/** Half of what n8n gives a poll (2.38 and later): one request can take minutes, and n8n drops the cursor of a late poll. */
function budgetMsOf(context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number {
	const budgetMs = context.getPollBudgetMs?.();
	return budgetMs === undefined ? defaultBudgetMs : budgetMs / 2;
}

/** For a manual test: the latest few of the last day, else of the last month. @throws NodeApiError when a search fails */
export async function sampleTransactions(
	context: IExecuteFunctions,
	settings: PollSettings,
): Promise<INodeExecutionData[][] | null> {
	const now = Date.now();
	const since = async (from: number) => {
		const search = await searchWith(context, settings);
		const { records } = await search(rangeOf({ from, to: now + updateMarginMs }));
		const wanted = records.filter((record) => {
			return settings.isWanted(endOf(record)) && matches(record, settings.filters);
		});
		return oldestFirst(wanted).slice(-maxSamples);
	};
	try {
		const lastDay = await since(now - day);
		return outputOf(lastDay.length > 0 ? lastDay : await since(now - 30 * day));
	} catch (error) {
		throw nodeErrorOf(context.getNode(), error);
	}
}

async function searchWith(
	context: IExecuteFunctions | IPollFunctions,
	{ filters }: PollSettings,
): Promise<SearchUpdates> {
	const send = await connect(context);
	return async (timeUpdated) => {
		const answer = await send(searchRequest('transactions', { ...filters, timeUpdated }));
		return { records: listIn(answer), platformTime: answer.platformTime };
	};
}

/** @throws PlatformError for a refusal, for a single record, and for anything else that isn't a list of records */
function listIn(answer: Answer): PlatformRecord[] {
	const records = recordsFound(answer);
	if (records === undefined) throw failedBy(answer);
	if (records.length === 0 || Array.isArray(answer.body)) return records;
	throw new PlatformError(
		'The platform answers searches with a single record, and this trigger needs lists',
		'Ask your operator for a version that answers with lists, or use the Mobile Billing Trigger.',
	);
}

/** In the words of the notification trigger, with `raw` as it has. */
const eventFields = [
	...['transactionId', 'subscriptionId', 'clientReference', 'msisdn', 'operator', 'country'],
	...['serviceKey', 'action', 'status', 'price', 'currency', 'errorType', 'errorMessage'],
	...['timeCharged', 'timeUpdated'],
];

function eventOf(record: PlatformRecord): PlatformRecord {
	return inOrder({ ...simplified(record, eventFields), raw: withoutPin(record) });
}

function outputOf(records: PlatformRecord[]): INodeExecutionData[][] | null {
	if (records.length === 0) return null;
	return [records.map((record) => onceFor([endKeyOf(record)], eventOf(record)))];
}

/** Names an end: a transaction may end in the same way again, at another time. */
function endKeyOf(record: PlatformRecord): string {
	const { action, result } = endOf(record) ?? {};
	return JSON.stringify([record.transactionId, action, result, record.timeUpdated]);
}
