import fc from 'fast-check';
import { InputError } from '../../platform/input';
import { subscriptionFields, transactionFields } from '../../platform/recordFields';
import { searchBody, searchReader, simplified, withoutPin } from '../../platform/search';

const ofTransactions = (filters: Record<string, unknown>) =>
	searchBody(filters, transactionFields, 'UTC');
const ofSubscriptions = (filters: Record<string, unknown>) =>
	searchBody(filters, subscriptionFields, 'UTC');

describe('the body of a search', () => {
	it('leaves out what is empty, and keeps false and zero', () => {
		const filters = {
			msisdn: '',
			country: null,
			userId: undefined,
			active: false,
			periodAmount: 0,
		};
		expect(ofSubscriptions(filters)).toEqual({ active: false, periodAmount: 0 });
	});

	it.each([
		['transactionId', '820000003', 820_000_003],
		['endUserPrice', '6.05', 6.05],
		['action', 'SUB_ADMIN CANCEL', 'SUB_ADMIN CANCEL'],
		['action', 'SUB_UPGRADE', 'SUB_UPGRADE'],
		['shortCode', '083000', '083000'],
		['msisdn', '+33 6 39 98 00 01', '33639980001'],
		['operator', 'fr_orange', 'FR_ORANGE'],
		['timeNotified', '2026-11-21T13:00:00+01:00', '2026-11-21 12:00:00'],
		['timeChargedLocal', '2026-11-21T13:00:00', '2026-11-21 13:00:00'],
		['color', 'blue', 'blue'],
		['validFrom', 'x', 'x'],
		['endUserPriceTo', '7', '7'],
	])('has the transaction field %s, given as %j, as %j', (name, given, sent) => {
		expect(ofTransactions({ [name]: given })).toEqual({ [name]: sent });
	});

	it.each([
		['active', 'TRUE', true],
		['price', '2.99', 2.99],
		['optInTrid', 17, 17],
	])('has the subscription field %s, given as %j, as %j', (name, given, sent) => {
		expect(ofSubscriptions({ [name]: given })).toEqual({ [name]: sent });
	});

	it.each([
		[{ active: 'perhaps' }, 'active: “perhaps” is not true or false'],
		[{ optInTrid: '1e3' }, 'optInTrid: “1e3” is not a number'],
		[{ userId: ['a'] }, 'userId: Expected text here'],
		[{ country: 'France' }, 'country: '],
		[{ priceFrom: '-1' }, 'price: '],
		[{ timeToExpireTo: 'soon' }, 'timeToExpire: “soon” is not a time'],
		[{ price: 1, priceFrom: 2 }, 'price: give either one value or a range'],
	])('is refused for %j, with the name of the field', (filters, words) => {
		expect(() => ofSubscriptions(filters)).toThrow(InputError);
		expect(() => ofSubscriptions(filters)).toThrow(words);
	});

	it('has any range, or refuses one that holds no cent or second', () => {
		const start = 1_700_000_000;
		const steps = fc.integer({ min: 1, max: 999 });
		const iso = (at: number) => new Date((start + at) * 1000).toISOString();
		const text = (at: number) => iso(at).slice(0, 19).replace('T', ' ');
		fc.assert(
			fc.property(steps, steps, (from, to) => {
				const filters = {
					priceFrom: from / 100,
					priceTo: to / 100,
					timeToExpireFrom: iso(from),
					timeToExpireTo: iso(to),
				};
				if (to - from < 2) {
					return expect(() => ofSubscriptions(filters)).toThrow('nothing lies after');
				}
				return expect(ofSubscriptions(filters)).toEqual({
					price: { gt: (from / 100).toFixed(2), lt: (to / 100).toFixed(2) },
					timeToExpire: { gt: text(from), lt: text(to) },
				});
			}),
		);
	});
});

describe('reading the answer of a search', () => {
	const read = searchReader(transactionFields);

	it.each<[number, unknown, number | undefined]>([
		[200, [{ transactionId: 1 }, { transactionId: 2 }], 2],
		[200, { transactionId: 1, msisdn: '33639980001' }, 1],
		[200, { transactionId: 1, errorMessage: 'WRONG_PIN' }, 1],
		[200, { msisdn: '33639980001', errorMessage: null }, 1],
		[200, [], 0],
		[200, {}, 0],
		[200, null, 0],
		[204, '', 0],
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
		expect(read({ status, body })?.length).toBe(count);
	});

	it('changes no field, whatever its type', () => {
		const name = fc.constantFrom(...Object.keys(transactionFields), 'other');
		fc.assert(
			fc.property(fc.array(fc.dictionary(name, fc.jsonValue())), (body) => {
				expect(read({ status: 200, body })).toEqual(body);
			}),
		);
	});
});

test('a simplified record has ISO times with UTC times, not with Local ones', () => {
	const record = {
		timeSubscribed: '2026-11-21 12:00:00',
		timeSubscribedLocal: '2026-11-21 13:00:00',
		lastCharge: null,
		period: 'WEEK',
	};
	expect(simplified({ ...record, other: 1 }, Object.keys(record), subscriptionFields)).toEqual({
		...record,
		timeSubscribedIso: '2026-11-21T12:00:00.000Z',
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
