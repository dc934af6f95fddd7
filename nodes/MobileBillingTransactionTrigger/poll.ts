import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { isObject, isSuccess, type PlatformRecord } from '../../platform/answer';
import { transactionFields } from '../../platform/recordFields';
import { searchReader, withoutPin } from '../../platform/search';
import { PlatformError, refusedBy, unreadable } from '../engine/errors';
import type { Answer } from '../engine/operation';
import { nodeErrorOf } from '../engine/output';
import { connect } from '../engine/transport';
import type { PollSettings } from './settings';
import {
	beginPoll,
	byUpdateTime,
	clockMargin,
	isFinal,
	rangeOf,
	takeSlice,
	type Cursor,
	type Slice,
} from './window';

type Search = (slice: Slice) => Promise<PlatformRecord[]>;
type Output = INodeExecutionData[][] | null;

const day = 24 * 3600 * 1000;
const sampleSize = 5;
/** How long a poll may search where n8n doesn't say, in milliseconds. */
const usualBudget = 45_000;
/** The polls this n8n is running: n8n starts the next one on schedule even while the last one runs. */
const running = new Set<string>();
const readTransactions = searchReader(transactionFields);

/**
 * Searches for transactions that reached a final state and returns each one once. A poll that fails midway returns
 * what it has, and the next one continues there. A manual test returns a sample and moves nothing.
 *
 * @throws NodeApiError when the first search fails
 */
export async function pollTransactions(
	context: IPollFunctions,
	settings: PollSettings,
): Promise<Output> {
	const key = `${context.getWorkflow().id} ${context.getNode().id}`;
	const isManual = context.getMode() === 'manual';
	if (!isManual && running.has(key)) return null;
	if (!isManual) running.add(key);
	try {
		const search = await searchWith(context, settings.filters);
		return isManual
			? await sample(search, settings.isWanted)
			: await poll(context, search, settings);
	} catch (error) {
		throw nodeErrorOf(context.getNode(), error);
	} finally {
		if (!isManual) running.delete(key);
	}
}

async function poll(
	context: IPollFunctions,
	search: Search,
	{ isWanted, startAt, overlap }: PollSettings,
): Promise<Output> {
	const now = Date.now();
	const stored = context.getWorkflowStaticData('node') as Partial<Cursor>;
	// To start now is to take what is final already as known: the platform's clock may be behind.
	const isBaseline = stored.since === undefined && startAt === undefined;
	const { since = startAt ?? now - clockMargin, next = since, emitted = [] } = stored;
	const { slices, ...begun } = beginPoll({ since, next, emitted }, overlap, now);
	const budget = budgetOf(context);
	const found: PlatformRecord[] = [];
	let { cursor } = begun;
	let searched = 0;
	for (const slice of slices) {
		if (Date.now() - now > budget) break;
		const records = await search(slice).catch((error: unknown) => {
			if (searched === 0) throw error;
			return undefined;
		});
		if (records === undefined) break;
		const taken = takeSlice(cursor, slice, records, isWanted);
		found.push(...taken.fresh);
		cursor = taken.cursor;
		searched += 1;
	}
	if (searched === slices.length) {
		cursor.next = cursor.since;
	} else {
		const { name } = context.getNode();
		context.logger.warn(`'${name}' has more to search; the next poll continues there`);
	}
	Object.assign(stored, cursor);
	return isBaseline ? null : outputOf(found);
}

/**
 * Half of what n8n gives a poll (n8n 2.38 and later), since one request can take minutes. n8n abandons a poll that
 * takes longer and drops its cursor.
 */
function budgetOf(context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number {
	const budget = context.getPollBudgetMs?.();
	return budget === undefined ? usualBudget : budget / 2;
}

/** The latest few transactions of the last day, or of the last month when that day was quiet. */
async function sample(search: Search, isWanted: PollSettings['isWanted']): Promise<Output> {
	const now = Date.now();
	for (const days of [1, 30]) {
		const records = await search({ from: now - days * day, to: now + clockMargin });
		const wanted = records.filter((record) => isFinal(record) && isWanted(record));
		if (wanted.length > 0) return outputOf(wanted.sort(byUpdateTime).slice(-sampleSize));
	}
	return null;
}

async function searchWith(context: IPollFunctions, filters: IDataObject): Promise<Search> {
	const { host, send } = await connect(context);
	return async (slice) => {
		const answer = await send({
			method: 'POST',
			path: '/v1/transactions',
			body: { ...filters, timeUpdated: rangeOf(slice) },
			searchLogin: true,
		});
		return listIn(answer, host);
	};
}

/** @throws PlatformError for a refusal, for a single record, and for anything else that isn't a list of records */
function listIn(answer: Answer, host: string): PlatformRecord[] {
	const { status, body } = answer;
	const records = readTransactions(answer);
	if (records === undefined && !isSuccess(status)) throw refusedBy(host, answer);
	if (records === undefined) throw unreadable(host, body);
	if (records.length === 0 || !isObject(body)) return records;
	const ids = [body.transactionId, body.encryptedTransactionId].filter((id) => id !== undefined);
	if (ids.length === 0) throw unreadable(host, body);
	// Some platforms answer with an empty record when they find nothing.
	if (ids.every((id) => id === null)) return [];
	throw new PlatformError(
		'The platform answers searches with a single record, and this trigger needs lists',
		'Ask your operator for a version that answers with lists, or use the Mobile Billing Trigger.',
		'answered',
	);
}

function outputOf(records: PlatformRecord[]): Output {
	if (records.length === 0) return null;
	return [records.map((record) => ({ json: withoutPin(record) as IDataObject }))];
}
