import { InputError } from '../../platform/input';
import {
	attemptsLeft,
	earlierAttemptsSchema,
	normalizePin,
	pinOutcomes,
	priceSchema,
	readPinAnswer,
	readStartAnswer,
} from '../../platform/payment';

describe('the answer to a started payment', () => {
	it.each([
		['ACCEPTED', 'URL_REDIRECT', 'urlRedirect'],
		['ACCEPTED', 'PREMIUM', 'premium'],
		['ACCEPTED', 'PIN', 'pin'],
		['ACCEPTED', 'HANDSHAKE', 'handshake'],
		['ACCEPTED', 'TELEPATHY', 'unknown'],
		['ACCEPTED', 'constructor', 'unknown'],
		['ACCEPTED', null, 'unknown'],
		[null, 'PIN', 'pin'],
		['EXISTING_SUBSCRIPTION', 'PIN', 'existingSubscription'],
		['CHARGING_FAILED', 'PIN', 'notCharged'],
		['DAILY_LIMIT_EXCEEDED', 'PIN', 'notCharged'],
		['MONTHLY_LIMIT_EXCEEDED', 'PIN', 'notCharged'],
	])('with status %s and action %s is outcome %s', (status, action, outcome) => {
		expect(readStartAnswer({ status, action })).toEqual({ outcome });
	});

	it.each([
		['PENDING', 'ACCEPTED', 'PIN', 'pin'],
		['PENDING', 'ACCEPTED', 'URL_REDIRECT', 'urlRedirect'],
		['PENDING', 'ACCEPTED', null, 'unknown'],
		['COMPLETED', 'ACCEPTED', null, 'charged'],
		['COMPLETED', 'ACCEPTED', 'PIN', 'charged'],
		['COMPLETED', null, 'HANDSHAKE', 'charged'],
		['COMPLETED', 'EXISTING_SUBSCRIPTION', null, 'existingSubscription'],
		['COMPLETED', 'SOMETHING_NEW', null, undefined],
		['FAILED', 'ACCEPTED', 'PIN', 'notCharged'],
		['FAILED', 'ACCEPTED', 'URL_REDIRECT', 'notCharged'],
		['FAILED', 'SOMETHING_NEW', null, 'notCharged'],
		['FAILED', 'CHARGING_FAILED', null, 'notCharged'],
		['FAILED', 'EXISTING_SUBSCRIPTION', null, 'existingSubscription'],
	])('with session %s, status %s and action %s is %s', (sessionStatus, status, action, outcome) => {
		const reading = readStartAnswer({ sessionStatus, status, action });
		expect(reading).toEqual(outcome && { outcome });
	});

	it('names what the request got wrong, also when the session failed by it', () => {
		const body = { status: 'INVALID_PRICE', errorMessage: 'why', sessionStatus: 'FAILED' };
		expect(readStartAnswer(body)).toMatchObject({ refused: { field: 'price' } });
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
		expect(readStartAnswer({ status, errorMessage: 'why' })).toEqual({
			refused: { code: status, words: 'why', field },
		});
	});

	it.each([null, 'a page', 17, {}, [], { other: 1 }, { status: 'SOMETHING_NEW', action: 'PIN' }])(
		'%p is no answer',
		(body) => {
			expect(readStartAnswer(body)).toBeUndefined();
		},
	);
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
		[200, { status: 'ACCEPTED', sessionStatus: 'PENDING' }, 'accepted'],
		[200, { status: 'ACCEPTED', sessionStatus: 'COMPLETED' }, 'charged'],
		[200, { status: 'ACCEPTED', sessionStatus: 'FAILED' }, 'notCharged'],
		[403, { status: 'PIN_MAX_ATTEMPTS_EXCEEDED', sessionStatus: 'FAILED' }, 'attemptsExceeded'],
	])('%d %p is outcome %s', (httpStatus, body, outcome) => {
		expect(readPinAnswer(httpStatus, body)).toEqual({ outcome });
	});

	it('403 that says nothing of attempts is none: a gateway forbids in the same way', () => {
		expect(readPinAnswer(403, 'Forbidden')).toBeUndefined();
		expect(readPinAnswer(200, { status: 'SOMETHING_NEW' })).toBeUndefined();
	});
});

describe('the words after an accepted PIN', () => {
	it('are to wait for the notification, unless the session is completed', () => {
		expect(pinOutcomes.accepted.nextStep).toContain('Wait for the notification');
		expect(pinOutcomes.charged.nextStep).toContain('Deliver');
	});
});

describe('a price', () => {
	it.each([
		['6.5', '6.5'],
		['479.000', '479.000'],
		['1.005', '1.005'],
		[' 4.990 ', '4.990'],
		[7, '7'],
		[6.05, '6.05'],
		['0', '0'],
		['007', '007'],
	])('%j leaves as %j', (value, text) => {
		expect(priceSchema.parse(value)).toBe(text);
	});

	it.each(['', '6,05', '-1', '6.0555', 0.1 + 0.2, '1e3', '4.99 EUR', '.5', '1.', NaN, true, ['1']])(
		'%p is refused',
		(value) => {
			expect(priceSchema.safeParse(value).success).toBe(false);
		},
	);
});

describe('a PIN', () => {
	it.each([
		[' 00 42 ', '0042'],
		[1234, '1234'],
		['aB12', 'aB12'],
		['042', '042'],
	])('%j is %s', (value, pin) => {
		expect(normalizePin(value)).toBe(pin);
	});

	it.each(['', '   ', '12-34', 'x'.repeat(21), '<script>', undefined, ['1234'], 42])(
		'%p is refused without being repeated',
		(value) => {
			expect(() => normalizePin(value)).toThrow(InputError);
			expect(() => normalizePin(value)).not.toThrow(/12-34|script|42/);
		},
	);

	it.each([
		['invalidPin', 0, 2],
		['invalidPin', 1, 1],
		['invalidPin', 7, 1],
		['invalidPin', undefined, undefined],
		['attemptsExceeded', 0, 0],
		['accepted', 1, undefined],
	] as const)('%s after %p wrong PINs leaves %p attempts', (outcome, earlier, left) => {
		expect(attemptsLeft(outcome, earlier).attemptsLeft).toBe(left);
	});

	it('is counted by a whole number from 0', () => {
		expect(earlierAttemptsSchema.parse('2')).toBe(2);
		expect(earlierAttemptsSchema.parse('')).toBeUndefined();
		expect(earlierAttemptsSchema.safeParse('-1').success).toBe(false);
	});
});
