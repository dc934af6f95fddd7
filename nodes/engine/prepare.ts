import { isSuccess, listOf, type PlatformRecord } from '../../platform/answer';
import { normalizeReference, withoutRun } from '../../platform/ledger';
import { remainingIn } from '../../platform/pools';
import { mapConcurrent } from './concurrency';
import { failedBy, listRefused } from './errors';
import type { BalanceCheck, DedupePolicy, PlatformRequest, Reconciliation } from './operation';
import type { ListRun, PlannedItem } from './plan';
import type { Send } from './send';

/**
 * Finds out what was done before, and whether the pools cover the rest. Everything is read before anything is sent.
 * Items that were done get their result.
 *
 * @param query sends a read, with retries
 * @throws PlatformError when the whole list is refused
 */
export async function prepare(
	{ operation, options, clock }: ListRun,
	planned: PlannedItem[],
	query: Send,
): Promise<void> {
	const { dedupe, reconcile, balance } = operation;
	const open = planned.filter(({ result, doubted }) => !result && !doubted);
	if (dedupe && reconcile) {
		const wanted = open.filter(({ params }) => dedupe.isWanted(params));
		await skipDone(dedupe, reconcile, wanted, query, options.concurrency);
	}
	if (balance) {
		const spending = open.filter(({ result, params }) => !result && balance.isWanted(params));
		await checkBalance(balance, spending, query, clock.now());
	}
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
	const comparable = (reference = '') => normalizeReference(withoutRun(reference));
	const keyOf = ({ params }: PlannedItem) => reconcile.key(params);
	const isReadable = (records: PlatformRecord[]) =>
		records.length === 0 || records.some((record) => dedupe.referenceOf(record));
	const read = async (request: PlatformRequest): Promise<PlatformRecord[]> => {
		const { answer, error } = await query(request);
		const records = answer && dedupe.recordsIn(answer);
		if (records) return records;
		throw cannotTell(answer ? failedBy('The platform', answer).message : error.message);
	};
	const lookUp = async (ofService: PlannedItem[]): Promise<PlatformRecord[]> => {
		const byNumber = new Map(ofService.map((item) => [keyOf(item).msisdn, item]));
		if (byNumber.size <= maxLookUps) {
			const lists = await mapConcurrent([...byNumber.values()], concurrency, ({ params }) =>
				read(reconcile.request(params)),
			);
			if (isReadable(lists.flat())) return lists.flat();
		}
		const wanted = new Set(ofService.map((item) => comparable(keyOf(item).reference)));
		const keep = (record: PlatformRecord) => wanted.has(comparable(dedupe.referenceOf(record)));
		const records = await read({ ...dedupe.requestAll(ofService[0]?.params), keep });
		if (isReadable(records)) return records;
		throw cannotTell('Its records show no client references');
	};

	for (const serviceKey of new Set(items.map((item) => keyOf(item).serviceKey))) {
		const ofService = items.filter((item) => keyOf(item).serviceKey === serviceKey);
		const records = await lookUp(ofService);
		const found = new Map(records.map((one) => [comparable(dedupe.referenceOf(one)), one]));
		for (const item of ofService) {
			const record = found.get(comparable(keyOf(item).reference));
			if (record) item.result = { kind: 'skipped', result: dedupe.skipped(item.params, record) };
		}
	}
}

function cannotTell(why: string) {
	return listRefused(
		`The platform can't say who was given already. ${why}`,
		'Ask your operator to show client references, or switch off Skip Already Gifted if nobody on the list was given before.',
	);
}

/** Sums up what the items take, in MB for each service and operator, and asks whether the pools hold it. */
async function checkBalance(
	balance: BalanceCheck,
	items: PlannedItem[],
	query: Send,
	now: number,
): Promise<void> {
	const needs = new Map<string, ReturnType<BalanceCheck['need']>>();
	// A key that is listed twice is sent once.
	for (const { params } of new Map(items.map((item) => [item.key ?? item.index, item])).values()) {
		const need = balance.need(params);
		if (need.operator === '') {
			throw listRefused(
				"Check Balance First needs 'Operator Code' for every item",
				'Fill it in, or switch off Check Balance First.',
			);
		}
		const pools = `${need.serviceKey} at ${need.operator}`;
		needs.set(pools, { ...need, amount: need.amount + (needs.get(pools)?.amount ?? 0) });
	}
	for (const [pools, { serviceKey, operator, amount }] of needs) {
		const { answer, error } = await query(balance.request(serviceKey, operator));
		const records = answer && isSuccess(answer.status) ? listOf(answer.body) : undefined;
		const remaining = records && remainingIn(records, now);
		if (remaining === undefined) {
			const why = answer ? failedBy('The platform', answer).message : error.message;
			throw listRefused(
				`The balance of ${pools} can't be read. ${why}`,
				'Fix what it names, or switch off Check Balance First.',
			);
		}
		const [has, needed] = [rounded(remaining), rounded(amount)];
		if (has >= needed) continue;
		throw listRefused(
			`The data pools don't cover this list: ${pools} has ${has} MB and the list needs ${needed} MB`,
			'Shorten the list, lower the amounts, or ask your operator for more data.',
		);
	}
}

/** Sums of fractions are off by a hair, which must neither be shown nor decide. */
function rounded(megabytes: number): number {
	return Math.round(megabytes * 1000) / 1000;
}
