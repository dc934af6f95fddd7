import fc from 'fast-check';
import { subscriptionFields, transactionFields } from '../../platform/recordFields';
import { searchReader, simplified, withoutPin } from '../../platform/searchAnswer';

const read = searchReader(transactionFields);
const ok = (body: unknown) => read({ status: 200, body });

describe('reading the answer of a search', () => {
	it.each([
		['a list', [{ transactionId: 1 }, { transactionId: 2 }], 2],
		['one record', { transactionId: 1, msisdn: '33639980001' }, 1],
		['a list in an object', { content: [{ transactionId: 1 }, { transactionId: 2 }] }, 2],
		['an empty list', [], 0],
		['an empty record', {}, 0],
		['null', null, 0],
	])('takes %s', (_what, body, count) => {
		expect(ok(body)).toHaveLength(count);
	});

	it.each([
		['text', '<html></html>'],
		['a number', 17],
		['a list of text', ['a']],
		['a mixed list', [{ transactionId: 1 }, null]],
	])('does not take %s', (_what, body) => {
		expect(ok(body)).toBeUndefined();
	});

	it.each([
		[204, '', 0],
		[404, { status: 'NOT_FOUND' }, 0],
	])('takes HTTP %d with %j for nothing', (status, body, count) => {
		expect(read({ status, body })).toHaveLength(count);
	});

	it.each([
		[404, '<html></html>'],
		[404, { error: 'unknown path' }],
		[400, [{ transactionId: 1 }]],
		[500, null],
		[503, {}],
	])('takes HTTP %d with %j for a refusal', (status, body) => {
		expect(read({ status, body })).toBeUndefined();
	});

	it('changes no field, whatever its type', () => {
		const name = fc.oneof(fc.constantFrom(...Object.keys(transactionFields)), fc.string());
		const record = fc
			.dictionary(name, fc.jsonValue(), { minKeys: 1 })
			.filter((one) => !('__proto__' in one && Object.hasOwn(one, '__proto__')));
		fc.assert(
			fc.property(fc.array(record), (records) => {
				const body: unknown = JSON.parse(JSON.stringify(records));
				expect(ok(body)).toEqual(body);
			}),
		);
	});
});

describe('a simplified record', () => {
	it('has ISO times beside UTC times, not beside Local ones', () => {
		const record = {
			timeSubscribed: '2026-11-21 12:00:00',
			timeSubscribedLocal: '2026-11-21 13:00:00',
			lastCharge: null,
			period: 'WEEK',
		};
		expect(simplified(record, Object.keys(record), subscriptionFields)).toEqual({
			...record,
			timeSubscribedIso: '2026-11-21T12:00:00.000Z',
		});
	});
});

describe('a transaction without its PIN', () => {
	it.each([
		[
			{ pinIdentification: '4711', a: 1 },
			{ pinIdentification: '•••', a: 1 },
		],
		[{ pinIdentification: 4711 }, { pinIdentification: '•••' }],
		[{ pinIdentification: null }, { pinIdentification: null }],
		[{ a: 1 }, { a: 1 }],
	])('is %j as %j', (record, shown) => {
		expect(withoutPin(record)).toEqual(shown);
	});
});
