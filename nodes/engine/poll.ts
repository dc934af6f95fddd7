import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import {
	boundsOf,
	clockMargin,
	isFinal,
	slicesOf,
	takeSlice,
	type PollState,
	type Slice,
} from '../../platform/pollWindow';
import { transactionFields } from '../../platform/recordFields';
import type { PlatformRecord } from '../../platform/records';
import { searchReader, withoutPin } from '../../platform/searchAnswer';
import { millisecondsOfUtcTime, utcTimeOf } from '../../platform/times';
import { connect } from './client';
import { nodeErrorOf } from './nodeError';
import { isSuccess } from './operation';
import { refusedBy, unreadable } from './platformError';

/** What a polling trigger is set to. */
export interface Poll {
	/** Filters the platform applies: service key, operator, country. */
	filters: IDataObject;
	/** Filters applied here. */
	wanted: (record: PlatformRecord) => boolean;
	/** Unix milliseconds from which the very first look begins; undefined for now. */
	startAt?: number;
	/** Milliseconds each look reaches back before the last one. */
	overlap: number;
}

const day = 24 * 3600 * 1000;
const sampleSize = 5;
/** A look stops asking after so many milliseconds and the next one goes on: n8n throws away one that takes minutes. */
const longestLook = 45_000;
/** The looks under way in this n8n. n8n begins the next one on time, also when the last one is not over. */
const underWay = new Set<string>();
const readTransactions = searchReader(transactionFields);

/**
 * Looks for transactions that reached a final state and gives each of them once. A look that fails midway gives what
 * it has; the next one begins where it stopped. A manual test shows a sample and moves nothing.
 *
 * @throws NodeApiError when nothing could be looked at
 */
export async function pollTransactions(
	context: IPollFunctions,
	poll: Poll,
): Promise<INodeExecutionData[][] | null> {
	const search = await searcherOf(context, poll.filters).catch((error: unknown) => {
		throw nodeErrorOf(context.getNode(), error);
	});
	if (context.getMode() === 'manual') {
		return await sampleOf(search, poll.wanted, Date.now()).catch((error: unknown) => {
			throw nodeErrorOf(context.getNode(), error);
		});
	}
	const key = `${context.getWorkflow().id} ${context.getNode().id}`;
	if (underWay.has(key)) return null;
	underWay.add(key);
	try {
		return await look(context, search, poll);
	} finally {
		underWay.delete(key);
	}
}

async function look(
	context: IPollFunctions,
	search: Search,
	{ wanted, startAt, overlap }: Poll,
): Promise<INodeExecutionData[][] | null> {
	const now = Date.now();
	const kept = context.getWorkflowStaticData('node') as Partial<PollState>;
	const { since = startAt ?? now - clockMargin, doneUntil = since, emitted = [] } = kept;
	// To start now is to take what is final already as known: the platform's clock may be behind.
	const isBaseline = kept.since === undefined && startAt === undefined;
	let state: PollState = { since, doneUntil, emitted };
	const found: PlatformRecord[] = [];
	for (const [index, slice] of slicesOf(state, overlap, now).entries()) {
		if (Date.now() - now > longestLook) break;
		const records = await search(slice).catch((error: unknown) => {
			if (index === 0) throw nodeErrorOf(context.getNode(), error);
			context.logger.warn(
				'A look at the transactions stopped midway; the next one goes on from there',
			);
			return undefined;
		});
		if (records === undefined) break;
		const taken = takeSlice(state, slice, records, wanted, overlap, now);
		if (!isBaseline) found.push(...taken.fresh);
		state = taken.state;
	}
	Object.assign(kept, state);
	return itemsOf(found);
}

/** The newest few of the last day, or of the last month when that day was quiet. */
async function sampleOf(
	search: Search,
	wanted: Poll['wanted'],
	now: number,
): Promise<INodeExecutionData[][] | null> {
	for (const days of [1, 30]) {
		const records = await search({ from: now - days * day, to: now + clockMargin });
		const sample = records
			.filter((record) => isFinal(record) && wanted(record))
			.sort((one, other) => updateOf(one) - updateOf(other))
			.slice(-sampleSize);
		if (sample.length > 0) return itemsOf(sample);
	}
	return null;
}

function updateOf({ timeUpdated }: PlatformRecord): number {
	return millisecondsOfUtcTime(timeUpdated) ?? 0;
}

type Search = (slice: Slice) => Promise<PlatformRecord[]>;

async function searcherOf(context: IPollFunctions, filters: IDataObject): Promise<Search> {
	const { host, send } = await connect(context);
	return async (slice) => {
		const { gt, lt } = boundsOf(slice);
		const timeUpdated = { gt: utcTimeOf(gt), lt: utcTimeOf(lt) };
		const answer = await send({
			method: 'POST',
			path: '/v1/transactions',
			body: { ...filters, timeUpdated },
			searchLogin: true,
		});
		const records = readTransactions(answer);
		if (records === undefined) {
			if (!isSuccess(answer.status)) throw refusedBy(host, answer);
			throw unreadable(host, answer.body);
		}
		return records;
	};
}

function itemsOf(records: PlatformRecord[]): INodeExecutionData[][] | null {
	if (records.length === 0) return null;
	return [records.map((record) => ({ json: withoutPin(record) as IDataObject }))];
}
