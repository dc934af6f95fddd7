import type { PlatformRecord } from '../../../../platform/answer';
import { findRecord, isSimilar } from '../../../../platform/ledger';
import { withoutRun } from '../../../../platform/reference';
import type { DedupePolicy, ItemResult, Reconciliation } from '../exchange';
import { lookUpOnce, shownFound } from '../reconcile';
import { mapConcurrent } from '../request/concurrency';
import { failedBy, listRefused, PlatformError } from '../request/errors';
import type { Answer, PlatformRequest } from '../request/platformRequest';
import type { Send } from '../request/send';
import { notLookedUp, resultOfRecords } from '../result';
import { type ListRun, type KeyedItem, concurrencyOf } from './listRun';

/**
 * Finds the items that were done before, by index, and checks the others, before anything is sent. @throws PlatformError
 * for the whole list
 */
export async function prepare(
	run: ListRun,
	planned: KeyedItem[],
	query: Send,
): Promise<Map<number, ItemResult>> {
	const { operation, clock, onlyCheck } = run;
	const followUp: Send = async (request) => await query({ ...request, isFollowUp: true });
	const left = planned.filter(({ known, doubted }) => !known && !doubted);
	if (onlyCheck && left.length > 0) {
		const all = left.map(({ params }) => params);
		await operation.checkFurther?.(all, followUp);
	}
	const skipped = await skipDone(run, left, followUp);
	const typed = left.filter(({ isTyped }) => isTyped);
	const found = new Map([...skipped, ...(await lookUpEach(run, typed, followUp))]);
	const sending = left.filter(({ index }) => !found.has(index));
	// A key that is listed twice is sent once.
	const once = new Map(sending.map(({ key, index, params }) => [key ?? index, params]));
	const items = [...once.values()];
	await operation.checkList?.(items, followUp, clock.now());
	return found;
}

/** Results of items by their index; those without one are still to be sent. */
type ItemResults = Map<number, ItemResult>;

/** Up to 200 numbers are looked up one by one; for more, the service's whole list is read once. */
const maxLookUps = 200;

/**
 * The results, by index, of the items that an earlier execution has sent under the same reference; each one is looked up.
 */
export async function lookUpEach(
	run: ListRun,
	items: Pick<KeyedItem, 'index' | 'params'>[],
	query: Send,
): Promise<ItemResults> {
	const results: ItemResults = new Map();
	const { reconcile } = run.operation;
	if (!reconcile || run.options.skipLookUp) return results;
	let isHidden = false;
	await mapConcurrent(items, concurrencyOf(run), async ({ index, params }) => {
		// A platform that shows no references at all is asked for more only once.
		const reconciliation = isHidden ? { ...reconcile, requestMore: undefined } : reconcile;
		const { found, error } = await lookUpOnce(query, reconciliation, params);
		isHidden ||= found?.state === 'unclear' && found.words === undefined;
		if (error?.stopsRun) throw error;
		const result = error ? notLookedUp(error) : resultOfRecords(found, reconcile, params);
		if (result) results.set(index, result);
	});
	return results;
}

/** The results, by index, of the items that an earlier execution has done for the same campaign. */
async function skipDone(run: ListRun, left: KeyedItem[], query: Send): Promise<ItemResults> {
	const results: ItemResults = new Map();
	const { dedupe, reconcile } = run.operation;
	if (!dedupe || !reconcile) return results;
	const wanted = left.filter(
		({ params }) => dedupe.campaignOf(params) !== undefined && !dedupe.isRepeated(params),
	);
	const serviceOf = ({ params }: KeyedItem) => reconcile.key(params).serviceKey;
	for (const serviceKey of new Set(wanted.map(serviceOf))) {
		const items = wanted.filter((item) => serviceOf(item) === serviceKey);
		const campaigns = new Campaigns(dedupe, reconcile, items);
		await campaigns.read(query, concurrencyOf(run));
		for (const { index, params } of items) {
			const found = campaigns.find(params);
			const isOther = found.state === 'unclear' && found.isOtherCase;
			const result = isOther ? otherCase(found.words) : resultOfRecords(found, reconcile, params);
			if (result) results.set(index, result);
		}
	}
	return results;
}

/** The result of an item whose number has a gift of `Spring`, where the campaign is `spring`: people mean one campaign. */
function otherCase(words = ''): ItemResult {
	const error = new PlatformError(
		`Not sent: the number has a gift of a campaign whose name differs in capital letters. ${words}`,
		"Write the campaign's name as it was written before, or choose another one.",
	);
	return { kind: 'refused', error };
}

/** The records that a service's list shows of the campaigns of some items. */
class Campaigns {
	/** The records by reference: those that have it, or a similar one. */
	private readonly records = new Map<string, PlatformRecord[]>();
	/** The mask of the last answer; all answers mask the same secrets. */
	private mask: Answer['mask'];
	private readonly byNumber = new Map<string, string[]>();

	constructor(
		private readonly dedupe: DedupePolicy,
		private readonly reconcile: Reconciliation,
		private readonly items: KeyedItem[],
	) {
		for (const { params } of items) {
			const { msisdn = '', reference } = reconcile.key(params);
			this.records.set(reference, []);
			this.byNumber.set(msisdn, [...(this.byNumber.get(msisdn) ?? []), reference]);
		}
	}

	find(params: unknown) {
		const { reference } = this.reconcile.key(params);
		const records = this.records.get(reference) ?? [];
		return shownFound({ mask: this.mask }, findRecord(records, this.referenceOf, reference));
	}

	/** Reads number by number, or the whole list. @throws PlatformError if the records show no references */
	async read(query: Send, width: () => number): Promise<void> {
		const { key, request } = this.reconcile;
		const byNumber = new Map(this.items.map(({ params }) => [key(params).msisdn, params]));
		if (byNumber.size <= maxLookUps) {
			const lists = await mapConcurrent([...byNumber.values()], width, async (params) => {
				return await this.listedBy(query, request(params));
			});
			this.take(lists.flat());
			// One by one: records of other numbers that show references prove nothing for a number whose records show none.
			if (lists.every((records) => this.isReadable(records))) return;
		}
		const all = this.dedupe.requestAll(this.items[0]?.params);
		let isReadable = false;
		const keep = (record: PlatformRecord) => {
			isReadable ||= this.referenceOf(record) !== undefined;
			return this.referenceMatching(record) !== undefined;
		};
		const kept = await this.listedBy(query, { ...all, keep });
		this.take(kept);
		if (isReadable || this.isReadable(kept)) return;
		throw referencesHidden(
			'Ask your operator to show client references, or set Duplicates to Send Again if nobody on the list got a gift before.',
		);
	}

	/** The records in the answer to a request. @throws PlatformError for anything else */
	private async listedBy(query: Send, request: PlatformRequest): Promise<PlatformRecord[]> {
		const { answer, error } = await query(request);
		const records = answer && this.dedupe.recordsIn(answer);
		if (error?.stopsRun) throw error;
		if (!records) throw giftsUnreadable(answer ? failedBy(answer) : error);
		this.mask = answer.mask;
		return records;
	}

	private take(records: PlatformRecord[]): void {
		for (const record of records)
			this.records.get(this.referenceMatching(record) ?? '')?.push(record);
	}

	/** Whether records show references; true without records. */
	private isReadable(records: PlatformRecord[]): boolean {
		return records.length === 0 || records.some(this.referenceOf);
	}

	/** The searched reference that a record has, or to which its own reference is similar. */
	private referenceMatching(record: PlatformRecord): string | undefined {
		const text = this.referenceOf(record);
		if (text === undefined || this.records.has(text)) return text;
		const ofNumber = this.byNumber.get(String(record.msisdn)) ?? [];
		return ofNumber.find((reference) => isSimilar(text, reference));
	}

	/** The reference of a campaign on a record, whichever run gave it. */
	private readonly referenceOf = (record: PlatformRecord): string | undefined => {
		const reference = this.dedupe.referenceOf(record);
		return reference && withoutRun(reference);
	};
}

export function giftsUnreadable(error: PlatformError): PlatformError {
	const nextStep = error.description(false);
	return listRefused(`The list of earlier gifts can't be read: ${error.message}`, nextStep);
}

export function referencesHidden(nextStep: string): PlatformError {
	return listRefused(
		"The platform doesn't show which customers already got a gift: its records show no client references",
		nextStep,
	);
}
