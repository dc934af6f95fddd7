import fc from 'fast-check';
import { InputError } from '../../platform/input';
import { subscriptionFields, transactionFields } from '../../platform/recordFields';
import { searchBody } from '../../platform/searchFilter';

const ofTransactions = (filters: Record<string, unknown>, zone = 'UTC') =>
	searchBody(filters, transactionFields, zone);
const ofSubscriptions = (filters: Record<string, unknown>, zone = 'UTC') =>
	searchBody(filters, subscriptionFields, zone);

describe('the body of a search', () => {
	it('is empty when nothing is filled in', () => {
		expect(ofTransactions({ msisdn: '', action: undefined, country: null })).toEqual({});
	});

	it('keeps false and zero', () => {
		expect(ofSubscriptions({ active: false, periodAmount: 0 })).toEqual({
			active: false,
			periodAmount: 0,
		});
	});

	it.each([
		['transactionId', '820000003', 820_000_003],
		['endUserPrice', '6.05', 6.05],
		['amount', 7, 7],
		['action', 'SUB_ADMIN CANCEL', 'SUB_ADMIN CANCEL'],
		['action', 'SUB_UPGRADE', 'SUB_UPGRADE'],
		['shortCode', '083000', '083000'],
		['pinIdentification', '0471', '0471'],
		['timeNotified', '2026-11-21T13:00:00+01:00', '2026-11-21 12:00:00'],
		['timeChargedLocal', '2026-11-21T13:00:00', '2026-11-21 13:00:00'],
		['colour', 'blue', 'blue'],
	])('has the transaction field %s, given as %j, as %j', (name, given, sent) => {
		expect(ofTransactions({ [name]: given })).toEqual({ [name]: sent });
	});

	it.each([
		['active', 'TRUE', true],
		['active', 'false', false],
		['price', '2.99', 2.99],
		['optInTrid', 17, 17],
	])('has the subscription field %s, given as %j, as %j', (name, given, sent) => {
		expect(ofSubscriptions({ [name]: given })).toEqual({ [name]: sent });
	});

	it('takes a name that ends like a bound for a field when there is no such range', () => {
		expect(ofTransactions({ validFrom: 'x', endUserPriceTo: '7' })).toEqual({
			validFrom: 'x',
			endUserPriceTo: '7',
		});
	});

	it.each([
		[{ active: 'perhaps' }, 'active: “perhaps” is not true or false'],
		[{ optInTrid: '1e3' }, 'optInTrid: “1e3” is not a number'],
		[{ userId: ['a'] }, 'userId: Expected text here'],
		[{ country: 'France' }, 'country: '],
		[{ priceFrom: '-1' }, 'price: '],
		[{ timeToExpireTo: 'soon' }, 'timeToExpire: “soon” is not a time'],
	])('is refused for %j, with the name of the field', (filters, words) => {
		expect(() => ofSubscriptions(filters)).toThrow(InputError);
		expect(() => ofSubscriptions(filters)).toThrow(words);
	});

	it('has any range of prices in two decimals, or refuses one that holds no cent', () => {
		const cents = fc.integer({ min: 0, max: 99_999 });
		fc.assert(
			fc.property(cents, cents, (from, to) => {
				const ask = () => ofSubscriptions({ priceFrom: from / 100, priceTo: to / 100 });
				if (to - from < 2) return expect(ask).toThrow('nothing lies after');
				return expect(ask()).toEqual({
					price: { gt: (from / 100).toFixed(2), lt: (to / 100).toFixed(2) },
				});
			}),
		);
	});

	it('has any range of times, or refuses one that holds no second', () => {
		const seconds = fc.integer({ min: 1_700_000_000, max: 1_700_000_900 });
		const iso = (at: number) => new Date(at * 1000).toISOString();
		const text = (at: number) => iso(at).slice(0, 19).replace('T', ' ');
		fc.assert(
			fc.property(seconds, seconds, (from, to) => {
				const ask = () => ofTransactions({ timeUpdatedFrom: iso(from), timeUpdatedTo: iso(to) });
				if (to - from < 2) return expect(ask).toThrow('nothing lies after');
				return expect(ask()).toEqual({ timeUpdated: { gt: text(from), lt: text(to) } });
			}),
		);
	});
});
