import type { PlatformRecord } from '../../platform/answer';
import { normalizeReference, withoutRun } from '../../platform/ledger';
import { mapConcurrent } from './concurrency';
import { failedBy, listRefused } from './errors';
import type { DedupePolicy, PlatformRequest, Reconciliation } from './operation';
import type { ListRun, PlannedItem } from './plan';
import { skippedAs } from './result';
import type { Send } from './send';

/**
 * Gives the items that were done before their result, and checks the list of the others. Everything is read before
 * anything is sent. @throws PlatformError when the whole list is refused
 */
export async function prepare(
	{ operation, options, clock }: ListRun,
	planned: PlannedItem[],
	query: Send,
): Promise<void> {
	const { dedupe, reconcile } = operation;
	const open = planned.filter(({ result, doubted }) => !result && !doubted);
	if (dedupe && reconcile) {
		const wanted = open.filter(({ params }) => dedupe.isWanted(params));
		await skipDone(dedupe, reconcile, wanted, query, options.concurrency);
	}
	const sending = open.filter(({ result }) => !result);
	// A key that is listed twice is sent once.
	const once = new Map(sending.map(({ key, index, params }) => [key ?? index, params]));
	await operation.checkList?.([...once.values()], query, clock.now());
}

/** Up to so many numbers are looked up one by one; for more the service's whole list is read once. */
const maxLookUps = 200;

/** Gives a result to the items that an earlier execution has done. */
async function skipDone(
	dedupe: DedupePolicy,
	reconcile: Reconciliation,
	items: PlannedItem[],
	query: Send,
	concurrency: number,
): Promise<void> {
	const normalized = (reference = '') => normalizeReference(withoutRun(reference));
	const keyOf = ({ params }: PlannedItem) => reconcile.key(params);
	const isReadable = (records: PlatformRecord[]) =>
		records.length === 0 || records.some((record) => dedupe.referenceOf(record));
	const read = async (request: PlatformRequest): Promise<PlatformRecord[]> => {
		const { answer, error } = await query(request);
		const records = answer && dedupe.recordsIn(answer);
		if (records) return records;
		if (error?.stopsRun) throw error;
		throw cannotTell(answer ? failedBy('The platform', answer).message : error.message);
	};
	const lookUp = async (ofService: PlannedItem[]): Promise<PlatformRecord[]> => {
		const byNumber = new Map(ofService.map((item) => [keyOf(item).msisdn, item.params]));
		if (byNumber.size <= maxLookUps) {
			const requests = [...byNumber.values()].map((params) => reconcile.request(params));
			const found = (await mapConcurrent(requests, concurrency, read)).flat();
			if (isReadable(found)) return found;
		}
		const wanted = new Set(ofService.map((item) => normalized(keyOf(item).reference)));
		const keep = (record: PlatformRecord) => wanted.has(normalized(dedupe.referenceOf(record)));
		const records = await read({ ...dedupe.requestAll(ofService[0]?.params), keep });
		if (isReadable(records)) return records;
		throw cannotTell('its records show no client references');
	};

	for (const serviceKey of new Set(items.map((item) => keyOf(item).serviceKey))) {
		const ofService = items.filter((item) => keyOf(item).serviceKey === serviceKey);
		const outcome = dedupe.outcomes.done;
		const records = await lookUp(ofService);
		const found = new Map(records.map((one) => [normalized(dedupe.referenceOf(one)), one]));
		for (const item of ofService) {
			const record = found.get(normalized(keyOf(item).reference));
			const result = record && { ...reconcile.result(record, item.params), outcome };
			if (result) item.result = skippedAs(result, 'done by an earlier run');
		}
	}
}

function cannotTell(why: string) {
	return listRefused(
		`The platform doesn't show which customers already got a gift: ${why}`,
		'Ask your operator to show client references, or set Duplicates to Send Again if nobody on the list got a gift before.',
	);
}
