import type { FastifyInstance } from 'fastify';
import type { Guarded } from '../auth/login';
import { utcText } from '../clock';
import type { Payment } from '../payments/payment';
import type { Shop } from '../payments/payments';
import { runDueRenewals } from '../payments/renewals';
import { referenceShown } from '../references';
import { Refusal } from '../refusal';
import type { Configured } from '../settings';
import { valuesShown } from '../values';
import { matching, subscriptionFilters, transactionFilters } from './filters';
import { requireQueryLogin } from './login';

const SEARCHES = { subscriptions: searchSubscriptions, transactions: searchTransactions };

/** The query APIs: contract, endpoints 10 and 11. */
export function queryRoutes(app: FastifyInstance, world: Guarded & Shop): void {
	requireQueryLogin(app, world);
	app.addHook('preHandler', async () => runDueRenewals(world));

	for (const [kind, search] of Object.entries(SEARCHES)) {
		app.post(`/v1/${kind}`, async (request) =>
			answer(world, search(world, request.merchantId, request.body)),
		);
	}
}

/** docs/platform-interface.md, "Query APIs": older versions answer with one record, newer ones with a list. */
function answer({ settings }: Configured, oldestFirst: object[]) {
	if (settings.queryAnswer === 'record') {
		const newest = oldestFirst.at(-1);
		if (newest) return newest;
		throw new Refusal(404, 'NOT_FOUND', 'no record matches the filters');
	}
	const ordered = settings.queryOrder === 'oldest' ? oldestFirst : oldestFirst.reverse();
	return settings.queryLimit === 0 ? ordered : ordered.slice(0, settings.queryLimit);
}

/** The merchant's transactions that match the filters, by `timeCharged`, oldest first. */
export function searchTransactions(world: Shop, merchantId: number, body: unknown): object[] {
	const matches = matching(transactionFilters, body, world.settings);
	const isVisible = visibility(world);
	return world.payments.transactions.all
		.filter(({ service, record }) => {
			return service.merchantId === merchantId && matches(record) && isVisible(record.timeUpdated);
		})
		.sort((one, other) => inOrder(one.record.timeCharged, other.record.timeCharged))
		.map((payment) => shownRecord(world, payment.record, payment));
}

/** The merchant's subscriptions that match the filters, by `timeSubscribed`, oldest first. */
export function searchSubscriptions(world: Shop, merchantId: number, body: unknown): object[] {
	const matches = matching(subscriptionFilters, body, world.settings);
	const isVisible = visibility(world);
	return world.payments.subscriptions.all
		.filter(({ optIn, record }) => {
			const isOwn = optIn.service.merchantId === merchantId;
			return isOwn && matches(record) && isVisible(record.timeSubscribed);
		})
		.sort((one, other) => inOrder(one.record.timeSubscribed, other.record.timeSubscribed))
		.map(({ record, optIn }) => shownRecord(world, record, optIn));
}

// Sorting is stable and the lists are by id, so equal times stay in the order of their ids.
function inOrder(one: string, other: string): number {
	return one < other ? -1 : Number(one > other);
}

/** Whether a record is found yet (setting `queryDelaySeconds`): its time has whole seconds, so it waits at least as long. */
export function visibility(world: Pick<Shop, 'settings' | 'clock'>): (time: string) => boolean {
	const { queryDelaySeconds } = world.settings;
	if (queryDelaySeconds === 0) return () => true;
	const limit = utcText(world.clock.now() - queryDelaySeconds * 1000);
	return (time) => time < limit;
}

/**
 * A record as the settings show it, with the customer's alias, if there is one. Lists are long, so a record is copied
 * only if it differs.
 */
function shownRecord(world: Configured, record: object, { alias, record: own }: Payment): object {
	const { references } = world.settings;
	const named = alias === null ? record : { ...record, msisdn: alias };
	const merchantReference = referenceShown(world, own.merchantReference);
	const isChanged = references !== 'exact' && 'merchantReference' in named;
	return valuesShown(world, isChanged ? { ...named, merchantReference } : named);
}
