import {
	operatorCodesIn,
	remainingIn,
	servicesIn,
	withRemainingAmount,
} from '../../platform/pools';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const full = { totalAmount: 1000, assignedAmount: 400 };

describe('what remains in a data pool', () => {
	test.each([
		[{ totalAmount: 1000, assignedAmount: 950 }, 50],
		[{ totalAmount: '1000.5', assignedAmount: '0.5' }, 1000],
		[{ totalAmount: 5, assignedAmount: 7 }, -2],
		[{ totalAmount: 1000, assignedAmount: 950, remainingAmount: 20 }, 20],
		[{ totalAmount: 5 }, undefined],
		[{ totalAmount: null, assignedAmount: 5 }, undefined],
		[{ totalAmount: 'unlimited', assignedAmount: 5 }, undefined],
		[{ totalAmount: '', assignedAmount: 5 }, undefined],
		[{ totalAmount: [5], assignedAmount: 5 }, undefined],
		[{}, undefined],
	])('of %j is %p', (pool, remainingAmount) => {
		expect(withRemainingAmount(pool)).toEqual({
			...pool,
			...(remainingAmount !== undefined && { remainingAmount }),
		});
	});

	test('is the sum of all pools, unknown when one does not say, unless it has expired', () => {
		expect(remainingIn([full, full, { totalAmount: '7', assignedAmount: 5 }], now)).toBe(1202);
		expect(remainingIn([], now)).toBe(0);
		expect(remainingIn([full, { totalAmount: 5 }], now)).toBeUndefined();
		expect(remainingIn([full, { expirationDate: '2020-01-01 00:00:00' }], now)).toBe(600);
	});

	test.each([
		['2026-11-21 11:59:59', 0],
		['2026-11-21T11:59:59Z', 0],
		['2026-11-21T12:59:59+01:00', 0],
		['2026-11-21 12:00:00', 600],
		['2026-11-21T13:00:01+01:00', 600],
		['2027-01-01 00:00:00', 600],
		['2020-01-01', 600],
		['20.11.2020', 600],
		[1_600_000_000, 600],
		['never', 600],
		[null, 600],
		[undefined, 600],
	])('that expires %j is %d', (expirationDate, left) => {
		expect(remainingIn([{ ...full, expirationDate }], now)).toBe(left);
	});
});

describe('services in a list', () => {
	test.each([
		[{ serviceKey: 'K1', serviceName: 'Loyalty' }, ['K1', 'Loyalty (K1)']],
		[{ apikey: 'K2', name: 'Win-back' }, ['K2', 'Win-back (K2)']],
		[{ apiKey: 'K3' }, ['K3', 'K3']],
		[{ serviceKey: 'K4', service: 'Four' }, ['K4', 'Four (K4)']],
		[{ serviceKey: 'K5', serviceName: '', name: null }, ['K5', 'K5']],
	])('%j is %j', (record, [serviceKey, name]) => {
		expect(servicesIn([{ name: 'no key' }, record, { serviceKey: '' }])).toEqual([
			{ serviceKey, name },
		]);
	});
});

describe('operator codes in an answer', () => {
	test('are found at any depth, each once, sorted', () => {
		const answer = [
			{ operator: 'GB_B', packages: [{ operatorCode: 'FR_A' }, { mno: 'GB_B' }] },
			{ operators: ['DE_C', 'FR_A'] },
			{ countries: { fr: { mnocode: 'FR_E' } } },
		];
		expect(operatorCodesIn(answer)).toEqual(['DE_C', 'FR_A', 'FR_E', 'GB_B']);
	});

	test('are not what has another form', () => {
		const answer = { code: 'E42', operator: 20801, mno: '20801', name: 'Sold as FR_ORANGE' };
		expect(operatorCodesIn(answer)).toEqual([]);
	});
});
