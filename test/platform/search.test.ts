import fc from 'fast-check';
import { recordsFound, searchBody, withoutPin, type RecordFields } from '../../platform/search';

const fields: RecordFields = {
	action: { kind: 'choice' },
	active: { kind: 'flag' },
	optInTrid: { kind: 'number' },
	price: { kind: 'priceRange' },
	timeCharged: { kind: 'timeRange' },
	timeChargedLocal: { kind: 'localRange' },
	timeNotified: { kind: 'time' },
};
const bodyOf = (filters: Record<string, unknown>) => searchBody(filters, fields, 'UTC');

describe('the body of a search', () => {
	it('leaves out what is empty, and keeps false and zero', () => {
		const filters = { msisdn: '', country: null, userId: undefined, active: false, optInTrid: 0 };
		expect(bodyOf(filters)).toEqual({ active: false, optInTrid: 0 });
	});

	it.each([
		['action', 'SUB_ADMIN CANCEL', 'SUB_ADMIN CANCEL'],
		['action', 'SUB_UPGRADE', 'SUB_UPGRADE'],
		['active', 'TRUE', true],
		['optInTrid', '820000003', 820_000_003],
		['price', '6.05', 6.05],
		['shortCode', '083000', '083000'],
		['msisdn', '+33 6 39 98 00 01', '33639980001'],
		['operator', 'fr_orange', 'fr_orange'],
		['timeNotified', '2026-11-21T13:00:00+01:00', '2026-11-21 12:00:00'],
		['timeChargedLocal', '2026-11-21 13:00:00', '2026-11-21 13:00:00'],
		['color', 'blue', 'blue'],
		['validFrom', 'x', 'x'],
		['optInTridTo', '7', '7'],
	])('has the field %s, given as %j, as %j', (name, given, sent) => {
		expect(bodyOf({ [name]: given })).toEqual({ [name]: sent });
	});

	it.each([
		[{ active: 'perhaps' }, 'active', 'must be true or false'],
		[{ optInTrid: '1e3' }, 'optInTrid', 'must be a number'],
		[{ userId: ['a'] }, 'userId', 'must be text'],
		[{ priceFrom: '-1' }, 'priceFrom', 'must be a price'],
		[{ timeChargedTo: 'soon' }, 'timeChargedTo', 'must be a time'],
		[{ price: 1, priceFrom: 2 }, 'price', 'must be either one value or a range'],
	])('is refused for %j, with the name of the field', (filters, field, words) => {
		expect(() => bodyOf(filters)).toThrow(expect.objectContaining({ field }) as Error);
		expect(() => bodyOf(filters)).toThrow(words);
	});

	it('has a range of local times unchanged', () => {
		expect(bodyOf({ timeChargedLocalFrom: '2026-11-21 13:00:00' })).toEqual({
			timeChargedLocal: { gt: '2026-11-21 13:00:00' },
		});
	});

	it('has a range by one end or both', () => {
		const ends = { priceFrom: '6', priceTo: 6.5, timeChargedTo: '2026-11-21T13:00:00+01:00' };
		expect(bodyOf(ends)).toEqual({
			price: { gt: '6.00', lt: '6.50' },
			timeCharged: { lt: '2026-11-21 12:00:00' },
		});
	});
});

describe('reading the answer of a search', () => {
	it.each<[number, unknown, number | undefined]>([
		[200, [{ transactionId: 1 }, { transactionId: 2 }], 2],
		[200, { transactionId: 1, msisdn: '33639980001' }, 1],
		[200, { transactionId: 1, errorMessage: 'WRONG_PIN' }, 1],
		[200, { subscriptionId: '5', userId: 'a' }, 1],
		[200, [], 0],
		[200, {}, undefined],
		[200, null, undefined],
		[204, '', undefined],
		[404, { status: 'NOT_FOUND' }, 0],
		[200, { status: 'INVALID_REQUEST', errorMessage: 'why' }, undefined],
		[200, { errorMessage: 'database timeout' }, undefined],
		[200, { content: [{ transactionId: 1 }] }, undefined],
		[200, { message: 'welcome' }, undefined],
		[200, '<html></html>', undefined],
		[200, ['a'], undefined],
		[200, [{ transactionId: 1 }, null], undefined],
		[404, { error: 'unknown path' }, undefined],
		[400, [{ transactionId: 1 }], undefined],
		[500, null, undefined],
	])('HTTP %d %j has %p records', (status, body, count) => {
		expect(recordsFound({ status, body })?.length).toBe(count);
	});

	it('changes no field, whatever its type', () => {
		const name = fc.constantFrom(...Object.keys(fields), 'other');
		fc.assert(
			fc.property(fc.array(fc.dictionary(name, fc.jsonValue())), (body) => {
				expect(recordsFound({ status: 200, body })).toEqual(body);
			}),
		);
	});
});

test.each([
	[{ pinIdentification: '4711', a: 1 }, '•••'],
	[{ pinIdentification: 4711 }, '•••'],
	[{ pinIdentification: null }, null],
	[{ a: 1 }, undefined],
])('the PIN of the transaction %j is shown as %j', (record, shown) => {
	expect(withoutPin(record)).toEqual({ ...record, ...(shown && { pinIdentification: shown }) });
});

test.each([
	[null, 'Your PIN is 4711. You pay 4.99 EUR', 'Your PIN is •••. You pay 4.99 EUR'],
	[null, 'Code aB12, valid 15 min', 'Code •••, valid 15 min'],
	['471', 'PIN:471', 'PIN:•••'],
	[undefined, 'Thank you', 'Thank you'],
	[null, null, null],
])('with the PIN %j the message %j is shown as %j', (pinIdentification, mtMessage, shown) => {
	expect(withoutPin({ pinIdentification, mtMessage }).mtMessage).toBe(shown);
});
