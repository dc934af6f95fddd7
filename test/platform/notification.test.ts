import fc from 'fast-check';
import { eventKeyOf, passes, readPaymentResult } from '../../platform/notification';

const least = { transactionid: '17', status: 'success' };
const nothing = { results: [], eventTypes: [], serviceKeys: [], operators: [] };
const event = {
	transactionId: '17',
	result: 'failed',
	eventType: 'recurring_billing',
	serviceKey: 'GAMECLUB04',
	operator: 'FR_ORANGE',
};

describe('a payment result', () => {
	it('needs a transaction and a status, and has no key for what did not come', () => {
		expect(readPaymentResult(least)).toEqual({ transactionId: '17', result: 'success' });
		expect(Object.keys(readPaymentResult(least) ?? {})).toEqual(['transactionId', 'result']);
		expect(readPaymentResult({ status: 'success' })).toBeUndefined();
		expect(readPaymentResult({ transactionid: '17' })).toBeUndefined();
		expect(readPaymentResult({ transactionid: '', status: 'success' })).toBeUndefined();
		expect(readPaymentResult({ transactionid: '17', status: '' })).toBeUndefined();
	});

	it.each([
		['success', 'success'],
		[' SUCCESS ', 'success'],
		['Failed', 'failed'],
		['canceled', 'canceled'],
		['CANCELLED', 'canceled'],
		['refunded', 'refunded'],
	])('%j is the result %j', (status, result) => {
		expect(readPaymentResult({ ...least, status })).toMatchObject({ result });
	});

	it.each<[string, number | undefined]>([
		['1.00', 1],
		['479.000', 479],
		['0', 0],
		['-2.5', -2.5],
		['', undefined],
		['1,00', undefined],
		['1e9', undefined],
		['Infinity', undefined],
		['0x10', undefined],
		['1.', undefined],
		['free', undefined],
	])('reads the price %j as %j', (enduserprice, price) => {
		expect(readPaymentResult({ ...least, enduserprice })?.price).toBe(price);
	});

	it('takes the merchant’s own value under either name, and an empty one as none', () => {
		expect(readPaymentResult({ ...least, reference: 'a' })?.clientReference).toBe('a');
		expect(readPaymentResult({ ...least, clientid: 'b' })?.clientReference).toBe('b');
		expect(readPaymentResult({ ...least, reference: '', clientid: 'b' })?.clientReference).toBe(
			'b',
		);
		expect(readPaymentResult({ ...least, reference: '' })).not.toHaveProperty('clientReference');
	});

	it('writes codes in one way, whatever the platform does', () => {
		const codes = {
			mnocode: 'fr_orange',
			country: 'fr',
			event_type: 'OPT_IN',
			revenuecurrency: 'eur',
		};
		expect(readPaymentResult({ ...least, ...codes })).toMatchObject({
			operator: 'FR_ORANGE',
			country: 'FR',
			eventType: 'opt_in',
			currency: 'EUR',
		});
	});

	it('never throws, whatever the parameters hold', () => {
		const names = fc.constantFrom(
			'status',
			'transactionid',
			'amount',
			'country',
			'event_type',
			'x',
		);
		fc.assert(
			fc.property(fc.dictionary(names, fc.string({ unit: 'binary' })), (parameters) => {
				const read = readPaymentResult(parameters);
				expect(read === undefined).toBe(!parameters.transactionid || !parameters.status);
			}),
		);
	});
});

describe('an event is known by', () => {
	it('its transaction, result and event type, and by nothing else', () => {
		const key = eventKeyOf(event);
		expect(eventKeyOf({ ...event, price: 2, serviceKey: 'OTHER' })).toBe(key);
		for (const change of [
			{ transactionId: '18' },
			{ result: 'success' },
			{ eventType: 'opt_out' },
		]) {
			expect(eventKeyOf({ ...event, ...change })).not.toBe(key);
		}
	});

	it('a key that no other event has', () => {
		const part = fc.string({ unit: fc.constantFrom('a', '\n', '"', ','), maxLength: 2 });
		const triple = fc.record({ transactionId: part, result: part, eventType: part });
		fc.assert(
			fc.property(triple, triple, (one, other) => {
				const isSame = Object.entries(one).every(([name, value]) => Object(other)[name] === value);
				expect(eventKeyOf(one) === eventKeyOf(other)).toBe(isSame);
			}),
			{ numRuns: 2_000 },
		);
		const [one, other] = [
			{ transactionId: 'a\nb', result: 'c', eventType: '' },
			{ transactionId: 'a', result: 'b', eventType: 'c\n' },
		];
		expect(eventKeyOf(one)).not.toBe(eventKeyOf(other));
	});
});

describe('a filter', () => {
	it('of nothing lets everything pass', () => {
		expect(passes(event, nothing)).toBe(true);
		expect(passes({ transactionId: '1', result: 'odd' }, nothing)).toBe(true);
	});

	it.each([
		[{ results: ['success', 'failed'] }, true],
		[{ results: ['success'] }, false],
		[{ eventTypes: ['RECURRING_BILLING'] }, true],
		[{ eventTypes: ['opt_in', 'opt_out'] }, false],
		[{ serviceKeys: ['gameclub04'] }, true],
		[{ serviceKeys: ['GAMECLUB0'] }, false],
		[{ operators: ['AT_A1', 'fr_orange'] }, true],
		[{ operators: ['AT_A1'] }, false],
		[{ results: ['failed'], operators: ['AT_A1'] }, false],
	])('%j: %j', (filter, isWanted) => {
		expect(passes(event, { ...nothing, ...filter })).toBe(isWanted);
	});

	it('does not let pass what the event does not say', () => {
		const bare = { transactionId: '1', result: 'failed' };
		expect(passes(bare, { ...nothing, operators: ['FR_ORANGE'] })).toBe(false);
		expect(passes(bare, { ...nothing, eventTypes: ['opt_in'] })).toBe(false);
	});
});
