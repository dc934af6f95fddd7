import { fillHistory } from '../../sandbox/history/fill';
import { DEFAULTS } from '../../sandbox/settings';
import { createWorld, type World } from '../../sandbox/world';
import { sellerForEach } from './seller';

const until = Date.UTC(2025, 5, 1, 12);
const recordsOf = ({ payments }: World) => payments.transactions.all.map(({ record }) => record);

function historyOf(seed: number): World {
	const world = createWorld(DEFAULTS);
	fillHistory(world, { transactions: 3000, days: 365, seed, until });
	return world;
}

it('the same seed gives the same history, another seed another', () => {
	expect(recordsOf(historyOf(4))).toEqual(recordsOf(historyOf(4)));
	expect(recordsOf(historyOf(4))).not.toEqual(recordsOf(historyOf(5)));
});

describe.each([1, 2, 3])('the history of seed %i', (seed) => {
	const world = historyOf(seed);
	const records = recordsOf(world);
	const own = world.payments.transactions.all.filter(({ service }) => service.merchantId === 1001);

	it('has exactly so many transactions, in order of time', () => {
		expect([own.length, records.length]).toEqual([3000, 3090]);
		const times = records.map(({ timeCharged }) => timeCharged);
		expect(times).toEqual([...times].sort());
		expect(times.filter((time) => time < '2024-06-01 12' || time > '2025-06-01 12:00:00')).toEqual(
			[],
		);
	});

	it.each([
		['action', ['CHARGE', 'REFUND', 'SUB CANCEL', 'SUB_ADMIN CANCEL', 'SUB_RENEW', 'SUB_START']],
		['transactionState', ['CANCELED', 'EXECUTING', 'FAILED', 'FINISHED', 'PENDING', 'SKIPPED']],
		['merchantNotificationStatus', ['DELIVERED', 'EXCLUDED', 'FAILED', 'PENDING', 'REJECTED']],
		['integrationSolution', ['API', 'SEP', 'SMS']],
		['billingType', ['DMB', 'MO', 'MT']],
	] as const)('has every %s', (field, expected) => {
		expect([...new Set(records.map((record) => record[field]))].sort()).toEqual(expected);
	});

	it('is one that can have been', () => {
		for (const record of records) {
			const { transactionState: state, timeUpdated, timeNotified, timeCharged } = record;
			const ends = { FINISHED: 'COMPLETED', FAILED: 'FAILED', CANCELED: 'CANCELED' };
			expect(record.actionStatus).toBe(ends[state as keyof typeof ends] ?? null);
			expect(record.errorType !== null).toBe(['FAILED', 'CANCELED'].includes(state));
			expect(timeUpdated >= timeCharged).toBe(true);
			expect(timeNotified === null || timeNotified >= timeUpdated).toBe(true);
			expect(timeNotified !== null).toBe(record.merchantNotificationStatus === 'DELIVERED');
			expect(record.price === 0).toBe(record.action.endsWith('CANCEL'));
			const isPartOfOne = record.action.startsWith('SUB') && record.actionStatus === 'COMPLETED';
			if (isPartOfOne) expect(record.subscriptionId).toBeGreaterThan(0);
		}
		const late = records.filter(
			(one) => one.timeUpdated.slice(0, 13) > one.timeCharged.slice(0, 13),
		);
		expect(late.length).toBeGreaterThan(50);
	});

	it('has subscriptions that agree with their transactions', () => {
		const { subscriptions } = world.payments;
		const keys = subscriptions.all.map(({ record }) => `${record.serviceKey} ${record.msisdn}`);
		expect(new Set(keys).size).toBe(keys.length);
		for (const { record, dueAt } of subscriptions.all) {
			const ofIt = records.filter((one) => one.subscriptionId === record.subscriptionId);
			const paid = ofIt.filter(
				({ action, actionStatus }) => action.startsWith('SUB') && actionStatus === 'COMPLETED',
			);
			const charges = paid.filter(({ action }) => !action.endsWith('CANCEL'));
			expect(record.lastCharge).toBe(charges.at(-1)?.timeCharged);
			expect(record.optInTrid).toBe(charges[0]?.transactionId);
			expect(record.active).toBe(!ofIt.some(({ action }) => action.endsWith('CANCEL')));
			if (record.active) expect(dueAt).toBeGreaterThan(until);
		}
	});
});

describe('over HTTP', () => {
	const shop = sellerForEach();

	it('comes on top of what there is, and its subscriptions renew', async () => {
		const history = (body: object) => shop.seller.http.post('/_sandbox/history', body);
		expect((await history({ transactions: 300, days: 60 })).data).toMatchObject({
			transactions: 300,
			ofOtherMerchants: 9,
		});
		await history({ transactions: 300, seed: 2 });
		const before = (await shop.seller.post('/v1/transactions', {})).data;
		expect(before).toHaveLength(600);
		await shop.seller.advance(8);
		const after = (await shop.seller.post('/v1/transactions', {})).data;
		expect(after.length).toBeGreaterThan(600);
		expect(after.slice(0, 600)).toEqual(before);
	});

	it.each([
		[{}],
		[{ transactions: 0 }],
		[{ transactions: 5, until: '2999-01-01 00:00:00' }],
		[{ transactions: 5, years: 1 }],
	])('%j is refused in words', async (body) => {
		const { status, data } = await shop.seller.http.post('/_sandbox/history', body);
		expect([status, data.status]).toEqual([400, 'INVALID_REQUEST']);
	});
});
