import { eventKeyOf, passes, readPaymentResult } from '../../platform/notification';

const least = { transactionid: '17', status: 'success' };
const nothing = { results: [], eventTypes: [], serviceKeys: [], operators: [] };
const event = {
	transactionId: '17',
	status: 'failed',
	eventType: 'recurring_billing',
	serviceKey: 'GAMECLUB04',
	operator: 'FR_ORANGE',
};

describe('a payment result', () => {
	it('needs a transaction and a status', () => {
		expect(readPaymentResult({ ...least, reference: '' })).toStrictEqual({
			transactionId: '17',
			status: 'success',
		});
		for (const missing of [{ status: '' }, { transactionid: '' }]) {
			expect(readPaymentResult({ ...least, ...missing })).toBeUndefined();
		}
	});

	it.each([
		['status', ' SUCCESS ', 'status', 'success'],
		['status', 'canceled', 'status', 'canceled'],
		['status', 'Refunded', 'status', 'refunded'],
		['phone', '33639980001', 'msisdn', '33639980001'],
		['userid', 'u1', 'userId', 'u1'],
		['mnocode', 'fr_orange', 'operator', 'FR_ORANGE'],
		['mno', '50219', 'mccmnc', '50219'],
		['country', 'fr', 'country', 'FR'],
		['enduserprice', '1.00', 'price', 1],
		['enduserprice', '479.000', 'price', 479],
		['enduserprice', '-2.5', 'price', -2.5],
		['enduserprice', '', 'price', undefined],
		['enduserprice', '1,00', 'price', undefined],
		['enduserprice', '1e9', 'price', undefined],
		['enduserprice', 'free', 'price', undefined],
		['revenue', '0.7', 'revenue', 0.7],
		['revenuecurrency', 'eur', 'revenueCurrency', 'EUR'],
		['amount', '30', 'quantity', 30],
		['service', 'GAMECLUB04', 'serviceKey', 'GAMECLUB04'],
		['reference', 'a', 'clientReference', 'a'],
		['clientid', 'b', 'clientReference', 'b'],
		['event_type', 'OPT_IN', 'eventType', 'opt_in'],
		['errormessage', 'no credit', 'errorMessage', 'no credit'],
	])('has the parameter %s, %j, as %s, %j', (name, text, field, value) => {
		expect(Object(readPaymentResult({ ...least, [name]: text }))[field]).toBe(value);
	});
});

describe('an event is known by', () => {
	it('its transaction, status and event type, and by nothing else', () => {
		const key = eventKeyOf(event);
		expect(eventKeyOf({ ...event, price: 2, serviceKey: 'OTHER' })).toBe(key);
		for (const change of [
			{ transactionId: '18' },
			{ status: 'success' },
			{ eventType: 'opt_out' },
		]) {
			expect(eventKeyOf({ ...event, ...change })).not.toBe(key);
		}
	});
});

describe('a filter', () => {
	it('of nothing lets everything pass', () => {
		expect(passes(event, nothing)).toBe(true);
		expect(passes({ transactionId: '1', status: 'odd' }, nothing)).toBe(true);
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
		const bare = { transactionId: '1', status: 'failed' };
		expect(passes(bare, { ...nothing, operators: ['FR_ORANGE'] })).toBe(false);
		expect(passes(bare, { ...nothing, eventTypes: ['opt_in'] })).toBe(false);
	});
});
