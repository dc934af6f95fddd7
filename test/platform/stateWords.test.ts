import { isBlaming, isFailing, isGood, isRefusing } from '../../platform/stateWords';

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

	test('may be good', () => {
		expect(['OK', 'ACCEPTED', 'ASSIGNED'].every(isGood)).toBe(true);
		expect(['NOT_ASSIGNED', 'PENDING', undefined].some(isGood)).toBe(false);
	});
});
