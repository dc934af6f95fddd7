import {
	pinOutcomes,
	readPinAnswer,
	readStartAnswer,
	startOutcomes,
} from '../../platform/paymentAnswer';

describe('the answer to a started payment', () => {
	it.each([
		['URL_REDIRECT', 'urlRedirect'],
		['PREMIUM', 'premium'],
		['PIN', 'pin'],
		['HANDSHAKE', 'handshake'],
		['TELEPATHY', 'unknown'],
		[undefined, 'unknown'],
		[null, 'unknown'],
	])('accepted with action %s is outcome %s', (action, outcome) => {
		expect(readStartAnswer(200, { status: 'ACCEPTED', action })).toEqual({ outcome });
	});

	it('is read by its action where no status came', () => {
		expect(readStartAnswer(200, { status: null, action: 'PIN' })).toEqual({ outcome: 'pin' });
	});

	it.each([
		['EXISTING_SUBSCRIPTION', 'existingSubscription'],
		['CHARGING_FAILED', 'notCharged'],
		['DAILY_LIMIT_EXCEEDED', 'notCharged'],
		['MONTHLY_LIMIT_EXCEEDED', 'notCharged'],
		['SOMETHING_NEW', 'unknown'],
	])('with status %s is outcome %s, whatever the action', (status, outcome) => {
		expect(readStartAnswer(200, { status, action: 'PIN' })).toEqual({ outcome });
	});

	it.each([
		['INVALID_REQUEST', undefined],
		['INVALID_SERVICE', 'serviceKey'],
		['UNAUTHORIZED', undefined],
		['INACTIVE', 'serviceKey'],
		['INVALID_MSISDN', 'msisdn'],
		['INVALID_OPERATOR_CODE', 'operator'],
		['INVALID_MCCMNC', 'mccmnc'],
		['INVALID_PRICE', 'price'],
	])('with status %s is refused and names the field %s', (status, field) => {
		expect(readStartAnswer(200, { status, errorMessage: 'why' })).toEqual({
			refused: { code: status, words: 'why', field },
		});
	});

	it.each([null, 'a page', 17, {}, [], { other: 1 }])('%p is no answer', (body) => {
		expect(readStartAnswer(200, body)).toBeUndefined();
	});

	it('is none when the address is not there, whatever words it has for that', () => {
		expect(readStartAnswer(404, { status: 'NOT_FOUND' })).toBeUndefined();
		expect(readStartAnswer(404, { status: 'INVALID_SERVICE' })).toHaveProperty('refused');
	});

	it('gives every outcome a name and a next step', () => {
		for (const { name, nextStep } of Object.values({ ...startOutcomes, ...pinOutcomes })) {
			expect(name).toMatch(/^[A-Z]/);
			expect(nextStep).toMatch(/^[A-Z].*\.$|status and action\.$/);
		}
	});
});

describe('the answer to a PIN', () => {
	it.each([
		[200, { status: 'ACCEPTED' }, 'accepted'],
		[406, { status: 'INVALID_PIN' }, 'invalidPin'],
		[406, '', 'invalidPin'],
		[200, { status: 'INVALID_PIN' }, 'invalidPin'],
		[403, { status: 'PIN_MAX_ATTEMPTS_EXCEEDED' }, 'attemptsExceeded'],
		[200, { status: 'CHARGING_FAILED' }, 'notCharged'],
		[200, { status: 'EXISTING_SUBSCRIPTION' }, 'notCharged'],
		[200, { status: 'SOMETHING_NEW' }, 'unknown'],
	])('%d %p is outcome %s', (httpStatus, body, outcome) => {
		expect(readPinAnswer(httpStatus, body)).toEqual({ outcome });
	});

	it('403 that says nothing of attempts is none: a gateway forbids in the same way', () => {
		expect(readPinAnswer(403, 'Forbidden')).toBeUndefined();
	});
});
