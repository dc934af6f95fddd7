import type { PlatformRecord } from '../../platform/answer';
import { findRecord, normalizeReference, withoutRun } from '../../platform/ledger';
import { mapConcurrent } from './concurrency';
import { failedBy, listRefused } from './errors';
import type { ItemResult, PlatformRequest, RemoteOperation } from './operation';
import type { Send } from './send';
import type { PlannedItem } from './plan';

/** Up to so many numbers are looked up one by one; for more the service's whole list is read once. */
const maxLookUps = 200;
/** So many records that match nothing are kept of a list, to see whether it shows references. */
const maxSamples = 10;

/**
 * Finds the items that an earlier execution has done, before anything is sent.
 *
 * @param ask sends a read, with retries
 * @returns the results of those items, by item index
 * @throws PlatformError when the platform doesn't show what it has done
 */
export async function findDone(
	{ dedupe, reconcile }: RemoteOperation,
	items: PlannedItem[],
	ask: Send,
	concurrency: number,
): Promise<Map<number, ItemResult>> {
	const done = new Map<number, ItemResult>();
	if (!dedupe || !reconcile) return done;
	const baseOf = (reference: string) => normalizeReference(withoutRun(reference));
	const referenceOf = (record: PlatformRecord) => baseOf(dedupe.referenceOf(record) ?? '');
	const read = async (request: PlatformRequest): Promise<PlatformRecord[]> => {
		const { answer, error } = await ask(request);
		const list = answer && dedupe.recordsIn(answer);
		if (list) return list;
		throw cannotTell(answer ? failedBy('The platform', answer).message : error.message);
	};

	for (const ofService of groupBy(items, ({ params }) => reconcile.key(params).serviceKey)) {
		const wanted = new Set(ofService.map(({ params }) => baseOf(reconcile.key(params).reference)));
		const isReadable = (records: PlatformRecord[]) =>
			findRecord(records, dedupe.referenceOf, () => false) !== 'unreadable';
		const lookUpEach = async (): Promise<PlatformRecord[]> => {
			const numbers = groupBy(ofService, ({ params }) => reconcile.key(params).msisdn ?? '');
			if (numbers.length > maxLookUps) return await readAll();
			const lists = await mapConcurrent(numbers, concurrency, async ([first]) =>
				read(reconcile.request(first?.params)),
			);
			const records = lists.flat();
			return isReadable(records) ? records : await readAll();
		};
		const readAll = async () => {
			let samples = 0;
			const keep = (record: PlatformRecord) =>
				wanted.has(referenceOf(record)) || samples++ < maxSamples;
			return await read({ ...dedupe.requestAll(ofService[0]?.params), keep });
		};
		const records = await lookUpEach();
		if (!isReadable(records)) throw cannotTell('Its records show no client references');
		const found = new Map(records.map((record) => [referenceOf(record), record]));
		for (const { index, params } of ofService) {
			const record = found.get(baseOf(reconcile.key(params).reference));
			if (record) done.set(index, { kind: 'skipped', result: dedupe.skipped(params, record) });
		}
	}
	return done;
}

function groupBy<T>(items: T[], nameOf: (item: T) => string): T[][] {
	const groups = new Map<string, T[]>();
	for (const item of items) {
		const name = nameOf(item);
		const group = groups.get(name);
		if (group) group.push(item);
		else groups.set(name, [item]);
	}
	return [...groups.values()];
}

function cannotTell(why: string) {
	return listRefused(
		`The platform can't say who was given already. ${why}`,
		'Ask your operator to show client references, or switch off Skip Already Gifted if nobody on the list was given before.',
	);
}
