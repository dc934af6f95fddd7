import { isBlaming, isDoubtful, isFailing, isGood, isRefusing } from '../../platform/stateWords';

describe('a state', () => {
	test.each([
		'FAILED',
		'CHARGING_FAILED',
		'chargingFailed',
		'CHARGINGFAILED',
		'FAILED_NO_BALANCE',
		'ERROR_NOT_ENOUGH_BALANCE',
		'REJECTED_NOT_ENOUGH_BALANCE',
		'CANCEL',
		'canceled',
		'INTERNAL_ERROR',
		'NOT_ASSIGNED',
		'UNSUCCESSFUL',
	])('means that nothing came of it: %s', (state) => {
		expect(isFailing(state)).toBe(true);
	});

	test.each([
		'ASSIGNED',
		'NO_ERROR',
		'NOT_CANCELED',
		'CANCEL_REQUESTED',
		'PENDING',
		'INACTIVE',
		'',
		7,
	])('does not: %j', (state) => {
		expect(isFailing(state)).toBe(false);
	});

	test.each(['INVALID_MSISDN', 'UNAUTHORIZED', 'INVALID_REQUEST_NO_MSISDN', 'InsufficientBalance'])(
		'blames what was asked: %s',
		(state) => {
			expect(isBlaming(state)).toBe(true);
			expect(isRefusing(state)).toBe(true);
		},
	);

	test.each(['INACTIVE', 'DAILY_LIMIT_EXCEEDED'])('does so in an answer: %s', (state) => {
		expect(isBlaming(state)).toBe(false);
		expect(isRefusing(state)).toBe(true);
	});

	test.each(['SKIPPED', 'TIMED_OUT', 'ROLLED_BACK', 'NOK', 'NOT_DELIVERED', 'POOL_EMPTY'])(
		'leaves it open whether anything came of it: %s',
		(state) => {
			expect(isDoubtful(state)).toBe(true);
			expect(isFailing(state)).toBe(false);
		},
	);

	test.each(['OK', 'ASSIGNED', 'PENDING', 'NO_ERROR', '0 errors', 'WITHOUT_ERRORS', '1000', 1000])(
		'leaves nothing open: %j',
		(state) => {
			expect(isDoubtful(state) || isFailing(state)).toBe(false);
		},
	);

	test('may be good', () => {
		expect(['OK', 'ACCEPTED', 'ASSIGNED', 'NO_ERROR'].every(isGood)).toBe(true);
		expect(['NOT_ASSIGNED', 'PENDING', undefined].some(isGood)).toBe(false);
	});
});
