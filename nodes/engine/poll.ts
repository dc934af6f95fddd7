import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { isSuccess } from '../../platform/fate';
import {
	beginLook,
	boundsOf,
	clockMargin,
	isBlank,
	isFinal,
	isNear,
	loneRecordIn,
	nextSlice,
	takeSlice,
	wholeSecond,
	type PollState,
	type Slice,
	type SliceAnswer,
} from '../../platform/pollWindow';
import { transactionFields } from '../../platform/recordFields';
import type { PlatformRecord } from '../../platform/records';
import { searchReader, withoutPin } from '../../platform/searchAnswer';
import { millisecondsOfUtcTime, utcTimeOf } from '../../platform/times';
import { connect } from './client';
import { nodeErrorOf } from './nodeError';
import { PlatformError, refusedBy, unreadable } from './platformError';

/** What a polling trigger is set to. */
export interface Poll {
	/** Filters the platform applies: service key, operator, country. */
	filters: IDataObject;
	/** Filters applied here. */
	wanted: (record: PlatformRecord) => boolean;
	/** Unix milliseconds from which the very first look begins; undefined for now. */
	startAt?: number;
	/** Milliseconds after its update time within which a transaction may appear. */
	overlap: number;
}

const day = 24 * 3600 * 1000;
const sampleSize = 5;
/** A look stops asking after so many milliseconds and the next one goes on: n8n throws away one that takes minutes. */
const longestLook = 45_000;
/** … or after so many requests. A platform that answers with one record takes two for each transaction. */
const mostRequests = 250;
const mostSampleRequests = 10;
/** Said on each transaction that came alone, and in n8n's log. */
const oneByOne =
	'The platform answers with one transaction at a time. Another one that ended in the same second may be missing.';
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
	const { since = startAt ?? now - clockMargin, todo = [], until = since, emitted = [] } = kept;
	// To start now is to take what is final already as known: the platform's clock may be behind.
	const isBaseline = kept.since === undefined && startAt === undefined;
	let state = beginLook({ since, todo, until, emitted }, now);
	const found: PlatformRecord[] = [];
	let asked = 0;
	for (let slice = nextSlice(state); slice; slice = nextSlice(state)) {
		const askedAt = Date.now();
		const isEnough = asked >= mostRequests || askedAt - now > longestLook;
		if (isEnough && !isBaseline) break;
		const answer = await search(slice).catch((error: unknown) => {
			if (asked === 0 || isBaseline) throw nodeErrorOf(context.getNode(), error);
			return undefined;
		});
		if (answer === undefined) break;
		asked += 1;
		const taken = takeSlice(state, slice, answer, wanted, overlap, askedAt);
		if (!isBaseline) found.push(...taken.fresh.map((record) => marked(record, answer)));
		state = taken.state;
	}
	Object.assign(kept, state);
	if (state.todo.length > 0) {
		context.logger.warn(
			`“${context.getNode().name}” could not look at all transactions; the next look goes on from there`,
		);
	}
	if (found.some(({ warning }) => warning === oneByOne)) {
		context.logger.warn(`“${context.getNode().name}”: ${oneByOne}`);
	}
	return itemsOf(found.sort(byUpdate));
}

/** The newest few of the last day, or of the last month when that day was quiet. */
async function sampleOf(
	search: Search,
	wanted: Poll['wanted'],
	now: number,
): Promise<INodeExecutionData[][] | null> {
	for (const days of [1, 30]) {
		const sample: PlatformRecord[] = [];
		let slice = { from: wholeSecond(now) - days * day, to: wholeSecond(now) + clockMargin };
		for (let asked = 0; asked < mostSampleRequests; asked++) {
			const answer = await search(slice);
			const [first] = answer.records;
			sample.push(
				...answer.records
					.filter((record) => isFinal(record) && wanted(record))
					.map((record) => marked(record, answer)),
			);
			if (!answer.isLone || first === undefined || sample.length >= sampleSize) break;
			slice = { from: slice.from, to: wholeSecond(updateOf(first)) };
			if (slice.to <= slice.from) break;
		}
		if (sample.length > 0) return itemsOf(sample.sort(byUpdate).slice(-sampleSize));
	}
	return null;
}

function marked(record: PlatformRecord, { isLone }: SliceAnswer): PlatformRecord {
	return isLone ? { ...record, warning: oneByOne } : record;
}

function byUpdate(one: PlatformRecord, other: PlatformRecord): number {
	return updateOf(one) - updateOf(other);
}

function updateOf({ timeUpdated }: PlatformRecord): number {
	return millisecondsOfUtcTime(timeUpdated) ?? 0;
}

type Search = (slice: Slice) => Promise<SliceAnswer>;

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
		const lone = loneRecordIn(answer.body, records);
		if (lone === undefined) return { records, isLone: false };
		if (lone.timeUpdated === undefined) throw unreadable(host, answer.body);
		if (isBlank(lone)) return { records: [], isLone: false };
		if (isNear(slice, lone)) return { records, isLone: true };
		throw new PlatformError(
			`${host} answers with one transaction, and not with one of the time that was asked for`,
			'This trigger would miss the others. Ask your operator for a version that answers with lists, or use the Mobile Billing Trigger.',
		);
	};
}

function itemsOf(records: PlatformRecord[]): INodeExecutionData[][] | null {
	if (records.length === 0) return null;
	return [records.map((record) => ({ json: withoutPin(record) as IDataObject }))];
}
