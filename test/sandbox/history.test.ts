import { fillHistory } from '../../sandbox/history';
import { DEFAULTS } from '../../sandbox/settings';
import { createWorld } from '../../sandbox/world';

function historyOf(seed: number) {
	const world = createWorld(DEFAULTS);
	const until = Date.UTC(2025, 5, 1, 12);
	fillHistory(world, { transactions: 3000, days: 365, seed, until });
	return world.payments.transactions.all.map(({ record }) => record);
}

it('a history has exactly as many transactions as asked, by a seed, in order of time and possible', () => {
	const records = historyOf(1);
	expect(historyOf(1)).toEqual(records);
	const times = records.map(({ timeCharged }) => timeCharged);
	expect(times).toHaveLength(3000);
	expect(times).toEqual([...times].sort());
	expect([times[0]?.slice(0, 7), times.at(-1)?.slice(0, 7)]).toEqual(['2024-06', '2025-06']);
	const wrong = records.filter((one) => {
		const isFailed = ['FAILED', 'CANCELED'].includes(one.transactionState);
		const isDelivered = one.merchantNotificationStatus === 'DELIVERED';
		return (
			(one.errorType !== null) !== isFailed ||
			one.timeUpdated < one.timeCharged ||
			one.timeNotified !== (isDelivered ? one.timeUpdated : null) ||
			(one.price === 0) !== (one.action === 'SUB CANCEL')
		);
	});
	expect(wrong).toEqual([]);
});
