import fc from 'fast-check';
import { withRemainingAmount } from '../../platform/dataPool';

describe('what is left in a data pool', () => {
	test('stands beside what the platform sent', () => {
		const pool = { totalAmount: 1000, assignedAmount: 950, expirationDate: '2026-01-31 00:00:00' };
		expect(withRemainingAmount(pool)).toEqual({ ...pool, remainingAmount: 50 });
	});

	test('is worked out from amounts sent as text, which stay text', () => {
		expect(withRemainingAmount({ totalAmount: '1000.5', assignedAmount: '0.5' })).toEqual({
			totalAmount: '1000.5',
			assignedAmount: '0.5',
			remainingAmount: 1000,
		});
	});

	test('can be nothing, or less', () => {
		expect(withRemainingAmount({ totalAmount: 5, assignedAmount: 5 }).remainingAmount).toBe(0);
		expect(withRemainingAmount({ totalAmount: 5, assignedAmount: 7 }).remainingAmount).toBe(-2);
	});

	test.each([
		{ totalAmount: 5 },
		{ assignedAmount: 5 },
		{ totalAmount: null, assignedAmount: 5 },
		{ totalAmount: 'unlimited', assignedAmount: 5 },
		{ totalAmount: '', assignedAmount: 5 },
		{ totalAmount: true, assignedAmount: 5 },
		{ totalAmount: [5], assignedAmount: 5 },
		{ anything: 'else' },
		{},
	])('is not guessed for %j: the entry is handed on as it came', (pool) => {
		expect(withRemainingAmount(pool)).toEqual(pool);
	});

	test('does not hide a field of that name that the platform itself sends', () => {
		const pool = { totalAmount: 1000, assignedAmount: 950, remainingAmount: 20, reserved: 30 };
		expect(withRemainingAmount(pool)).toEqual(pool);
	});

	test('never changes a field that came', () => {
		fc.assert(
			fc.property(
				fc.record(
					{ totalAmount: fc.jsonValue(), assignedAmount: fc.jsonValue(), other: fc.jsonValue() },
					{ requiredKeys: [] },
				),
				(pool) => {
					expect(withRemainingAmount(pool)).toMatchObject(pool);
				},
			),
		);
	});
});
