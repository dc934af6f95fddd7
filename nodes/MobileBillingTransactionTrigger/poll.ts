import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { PlatformRecord } from '../../platform/answer';
import { recordsFound, searchRequest, withoutPin } from '../../platform/search';
import { inOrder, simplified } from '../../platform/vocabulary';
import { failedBy, PlatformError } from '../engine/core/request/errors';
import type { Answer } from '../engine/core/request/platformRequest';
import { nodeErrorOf } from '../engine/n8n/output';
import { connect } from '../engine/n8n/transport';
import { endOf } from './ends';
import type { PollSettings } from './settings';
import { clockMarginMs, oldestFirst, pollFrom, rangeOf, type Search } from './window';

type Output = INodeExecutionData[][] | null;

const day = 24 * 3600 * 1000;
const sampleSize = 5;
/** How long a poll may search where n8n doesn't say. */
const usualBudgetMs = 45_000;
/** The polls this n8n is running: n8n starts the next one on schedule even while the last one runs. */
const running = new Set<string>();

/**
 * Searches for transactions that reached a final state and returns each end once. A poll that fails midway returns
 * what it has, and the next one continues there. A manual test returns a sample and moves nothing.
 *
 * @throws NodeApiError when the first search fails
 */
export async function pollTransactions(
	context: IPollFunctions,
	settings: PollSettings,
): Promise<Output> {
	const mode = context.getMode();
	const key = `${context.getWorkflow().id} ${context.getNode().id} ${mode}`;
	if (running.has(key)) return null;
	running.add(key);
	try {
		const search = await searchWith(context, settings);
		return await (mode === 'manual' ? sample(search, settings) : poll(context, search, settings));
	} catch (error) {
		throw nodeErrorOf(context.getNode(), error);
	} finally {
		running.delete(key);
	}
}

async function poll(
	context: IPollFunctions,
	search: Search,
	{ lookBackMs, isWanted }: PollSettings,
): Promise<Output> {
	const stored = context.getWorkflowStaticData('node');
	const budgetMs = budgetMsOf(context);
	const began = performance.now();
	const hasTime = () => performance.now() - began <= budgetMs;
	const plan = { now: Date.now(), lookBackMs, isWanted, hasTime };
	const { fresh, cursor, isComplete } = await pollFrom(stored, search, plan);
	if (!isComplete) {
		const { name } = context.getNode();
		context.logger.warn(`'${name}' has more to search; the next poll continues there`);
	}
	Object.assign(stored, cursor);
	return asOutput(fresh);
}

/**
 * Half of what n8n gives a poll (n8n 2.38 and later), since one request can take minutes. n8n abandons a poll that
 * takes longer and drops its cursor.
 */
function budgetMsOf(context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number {
	const budgetMs = context.getPollBudgetMs?.();
	return budgetMs === undefined ? usualBudgetMs : budgetMs / 2;
}

/** The latest few transactions of the last day, or of the last month when that day was quiet. */
async function sample(search: Search, { isWanted }: PollSettings): Promise<Output> {
	const now = Date.now();
	const since = async (from: number) => {
		const records = await search(rangeOf({ from, to: now + clockMarginMs }));
		const wanted = records.filter((record) => isWanted(endOf(record)));
		return oldestFirst(wanted).slice(-sampleSize);
	};
	const lastDay = await since(now - day);
	return asOutput(lastDay.length > 0 ? lastDay : await since(now - 30 * day));
}

async function searchWith(context: IPollFunctions, { filters }: PollSettings): Promise<Search> {
	const send = await connect(context);
	return async (timeUpdated) =>
		listIn(await send(searchRequest('transactions', { ...filters, timeUpdated })));
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
	'transactionId',
	'subscriptionId',
	'clientReference',
	'msisdn',
	'operator',
	'country',
	'serviceKey',
	'action',
	'status',
	'price',
	'currency',
	'errorType',
	'errorMessage',
	'timeCharged',
	'timeUpdated',
];

function eventOf(record: PlatformRecord): PlatformRecord {
	return inOrder({ ...simplified(record, eventFields), raw: withoutPin(record) });
}

function asOutput(records: PlatformRecord[]): Output {
	if (records.length === 0) return null;
	return [records.map((record) => ({ json: eventOf(record) as IDataObject }))];
}
