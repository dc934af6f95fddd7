import { fillHistory } from '../../sandbox/history/fill';
import { DEFAULTS } from '../../sandbox/settings';
import { createWorld, type World } from '../../sandbox/world';
import { sellerForEach } from '../support/sandbox/seller';

const until = Date.UTC(2025, 5, 1, 12);
const recordsOf = ({ payments }: World) => payments.transactions.all.map(({ record }) => record);

function historyOf(seed: number, transactions = 3000): World {
	const world = createWorld(DEFAULTS);
	fillHistory(world, { transactions, days: 365, seed, until });
	return world;
}

it('the same seed gives the same history, another seed another', () => {
	const ofSeed = (seed: number) => JSON.stringify(recordsOf(historyOf(seed, 300)));
	expect(ofSeed(4)).toBe(ofSeed(4));
	expect(ofSeed(4)).not.toBe(ofSeed(5));
});

describe('the history of a seed', () => {
	const world = historyOf(1);
	const records = recordsOf(world);

	it('has exactly so many transactions, in order of time', () => {
		const own = records.filter(({ merchantName }) => merchantName === 'Demo Merchant');
		expect([own.length, records.length]).toEqual([3000, 3091]);
		const times = records.map(({ timeCharged }) => timeCharged);
		expect(times).toEqual([...times].sort());
		expect([times[0]?.slice(0, 7), times.at(-1)?.slice(0, 7)]).toEqual(['2024-06', '2025-06']);
	});

	it.each([
		['action', ['CHARGE', 'REFUND', 'SUB CANCEL', 'SUB_RENEW', 'SUB_START']],
		['transactionState', ['CANCELED', 'EXECUTING', 'FAILED', 'FINISHED', 'PENDING', 'SKIPPED']],
		['merchantNotificationStatus', ['DELIVERED', 'EXCLUDED', 'FAILED', 'PENDING', 'REJECTED']],
		['integrationSolution', ['API', 'SEP', 'SMS']],
	] as const)('has every %s', (field, expected) => {
		expect([...new Set(records.map((record) => record[field]))].sort()).toEqual(expected);
	});

	it('has no record that cannot have been', () => {
		const ends: Record<string, string> = {
			FINISHED: 'COMPLETED',
			FAILED: 'FAILED',
			CANCELED: 'CANCELED',
		};
		const wrong = records.filter((one) => {
			const end = ends[one.transactionState] ?? null;
			const isDelivered = one.merchantNotificationStatus === 'DELIVERED';
			const isOfOne = one.action.startsWith('SUB') && end === 'COMPLETED';
			return !(
				one.actionStatus === end &&
				(one.errorType !== null) === ['FAILED', 'CANCELED'].includes(one.transactionState) &&
				one.timeUpdated >= one.timeCharged &&
				(isDelivered ? (one.timeNotified ?? '') >= one.timeUpdated : one.timeNotified === null) &&
				(one.price === 0) === one.action.endsWith('CANCEL') &&
				(!isOfOne || one.subscriptionId > 0)
			);
		});
		expect(wrong).toEqual([]);
	});

	it('has subscriptions that agree with their transactions', () => {
		const { all } = world.payments.subscriptions;
		expect(new Set(all.map(({ record }) => record.serviceKey + record.msisdn)).size).toBe(
			all.length,
		);
		const wrong = all.filter(({ record, dueAt }) => {
			const own = records.filter(({ subscriptionId: id }) => id === record.subscriptionId);
			const paid = own.filter(({ action, actionStatus }) => {
				return ['SUB_START', 'SUB_RENEW'].includes(action) && actionStatus === 'COMPLETED';
			});
			const isActive = !own.some(({ action }) => action.endsWith('CANCEL'));
			const isPaid = record.lastCharge === paid.at(-1)?.timeCharged;
			const isOpen = record.optInTrid === paid[0]?.transactionId;
			return !(isPaid && isOpen && record.active === isActive && (!isActive || dueAt > until));
		});
		expect(wrong).toEqual([]);
	});
});

describe('over HTTP', () => {
	const shop = sellerForEach();
	const history = (body: object) => shop.seller.http.post('/_sandbox/history', body);

	it('comes on top of what there is, and its subscriptions renew', async () => {
		await history({ transactions: 300, days: 60 });
		await history({ transactions: 300, seed: 2 });
		const before = (await shop.seller.post('/v1/transactions', {})).data;
		expect(before).toHaveLength(600);
		await shop.seller.advance(8);
		const after = (await shop.seller.post('/v1/transactions', {})).data;
		expect(after.length).toBeGreaterThan(600);
		expect(after.slice(0, 600)).toEqual(before);
	});
});
