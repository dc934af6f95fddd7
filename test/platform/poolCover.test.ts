import fc from 'fast-check';
import { remainingIn } from '../../platform/poolCover';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const second = 1000;
const full = { totalAmount: 1000, assignedAmount: 400 };

/** What is left in one pool that expires then. */
const leftUntil = (expirationDate: unknown) => remainingIn([{ ...full, expirationDate }], now);

const amount = fc.integer({ min: 0, max: 1_000_000 });
const pool = fc.record({ totalAmount: amount, assignedAmount: amount });

describe('what is left in the data pools', () => {
	test('is the sum of what each holds, written as number or text', () => {
		fc.assert(
			fc.property(fc.array(pool), (pools) => {
				const sum = pools.reduce((all, one) => all + one.totalAmount - one.assignedAmount, 0);
				expect(remainingIn(pools, now)).toBe(sum);
				const asText = pools.map(({ totalAmount, assignedAmount }) => ({
					totalAmount: String(totalAmount),
					assignedAmount: String(assignedAmount),
				}));
				expect(remainingIn(asText, now)).toBe(sum);
			}),
		);
	});

	test('is nothing when there are none', () => {
		expect(remainingIn([], now)).toBe(0);
	});

	test('is what the platform itself says is left, where it says so', () => {
		expect(remainingIn([{ ...full, remainingAmount: 20 }, full], now)).toBe(620);
	});

	test.each([{}, { totalAmount: 5 }, { totalAmount: 'unlimited', assignedAmount: 0 }])(
		'cannot be told when a pool says only %j',
		(silent) => {
			expect(remainingIn([full, silent], now)).toBeUndefined();
		},
	);

	test.each([
		['2026-11-21 11:59:59'],
		['2026-11-21T11:59:59Z'],
		['2026-11-21T12:59:59+01:00'],
		['2026-11-20'],
		[' 2020-01-01 00:00:00 '],
		['20.11.2026'],
		['20261120'],
		[20261120],
		[String(now - second)],
		[now - second],
		[now / second - 1],
	])('leaves out a pool that expired %j', (expirationDate) => {
		expect(leftUntil(expirationDate)).toBe(0);
	});

	test.each([
		['2026-11-21 12:00:00'],
		['2026-11-21 12:00:01'],
		['2026-11-21T12:00:01Z'],
		['2026-11-21T13:00:01+01:00'],
		['2026-11-21'],
		['2027-01-01'],
		['21.11.2026'],
		['1.12.2026'],
		[20261121],
		['20271231'],
		[now],
		[now / second],
		['31122027'],
		['203012'],
		['203012312359'],
		[30],
		[0],
		['0'],
		[-1],
		['never'],
		[''],
		[null],
		[undefined],
		[{}],
	])('counts a pool that expires %j', (expirationDate) => {
		expect(leftUntil(expirationDate)).toBe(600);
	});

	test('reads seconds, milliseconds and text of one moment the same', () => {
		const moments = fc.integer({ min: 1_500_000_000, max: 4_000_000_000 });
		fc.assert(
			fc.property(moments, (at) => {
				const iso = new Date(at * second).toISOString();
				const written = iso.replace('T', ' ').slice(0, 19);
				const left = at * second < now ? 0 : 600;
				for (const date of [at, at * second, iso, written]) expect(leftUntil(date)).toBe(left);
			}),
		);
	});

	test('does not ask a pool that has expired what it holds', () => {
		expect(remainingIn([full, { expirationDate: '2020-01-01' }], now)).toBe(600);
	});
});
