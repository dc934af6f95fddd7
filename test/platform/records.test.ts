import fc from 'fast-check';
import { recordsOf, wholeListIn } from '../../platform/records';

describe('the records of an answer', () => {
	test('are a list as it came', () => {
		expect(recordsOf([{ a: 1 }, { b: null }])).toEqual([{ a: 1 }, { b: null }]);
		expect(recordsOf([])).toEqual([]);
	});

	test('are a single record', () => {
		expect(recordsOf({ a: 1, list: [1, 2] })).toEqual([{ a: 1, list: [1, 2] }]);
		expect(recordsOf({ status: 'OK' })).toEqual([{ status: 'OK' }]);
	});

	test('are the list that an object wraps as its only field', () => {
		expect(recordsOf({ transactions: [{ a: 1 }, { a: 2 }] })).toEqual([{ a: 1 }, { a: 2 }]);
		expect(recordsOf({ transactions: [] })).toEqual([]);
	});

	test('stay one record when there is anything beside the list', () => {
		const answer = { total: 2, transactions: [{ a: 1 }, { a: 2 }] };
		expect(recordsOf(answer)).toEqual([answer]);
	});

	test('are no errors, though these be in a list', () => {
		const answer = { errors: [{ code: 'POOL_EMPTY' }] };
		expect(recordsOf(answer)).toEqual([answer]);
	});

	test('stay one record when the only field is a list of something else', () => {
		expect(recordsOf({ codes: ['FR_ORANGE'] })).toEqual([{ codes: ['FR_ORANGE'] }]);
	});

	test.each([['OK'], [''], [42], [true], [null], [undefined], [[1, 2]], [[{ a: 1 }, 'x']], [[[]]]])(
		'are none in %p',
		(answer) => {
			expect(recordsOf(answer)).toBeUndefined();
		},
	);

	test('keep every field, whatever JSON the platform sends', () => {
		const json = fc.dictionary(
			fc.string().filter((key) => key !== '__proto__'),
			fc.jsonValue(),
			{ minKeys: 2, noNullPrototype: true },
		);
		fc.assert(
			fc.property(fc.array(json), (list) => {
				expect(recordsOf(list)).toEqual(list);
				for (const record of list) expect(recordsOf(record)).toEqual([record]);
			}),
		);
	});

	test('are never an exception', () => {
		fc.assert(
			fc.property(fc.anything(), (answer) => {
				const records = recordsOf(answer);
				expect(records === undefined || Array.isArray(records)).toBe(true);
			}),
		);
	});
});

describe('a list that surely holds all there is', () => {
	const list = [{ a: 1 }, { a: 2 }];

	test.each([
		['stands alone', list],
		['is the only field', { transactions: list }],
		['has its number beside it', { transactions: list, totalElements: 2, page: 0 }],
		[
			'says that there is no more',
			{
				transactions: list,
				errors: [],
				warnings: [],
				total: 2,
				totalPages: 1,
				totalAmount: 120,
				failureCount: 1,
				next: 'null',
				nextUpdate: '2026-12-01',
				hasMore: 'no',
				last: true,
			},
		],
	])('%s', (_how, answer) => {
		expect(wholeListIn(answer)).toBe(list);
	});

	test.each([
		['is one of more pages', { transactions: list, totalElements: 9 }],
		['has something else beside it', { transactions: list, serviceKey: 'X' }],
		['is one of two', { transactions: list, refunds: [], total: 2 }],
		['says that it failed', { transactions: [], total: 0, success: false }],
		['has pages behind it', { transactions: list, total: 2, totalPages: 2 }],
		['has a next page', { transactions: list, total: 2, next: '/2' }],
		['has more', { transactions: list, total: 2, hasMore: true }],
		['is not the last page', { transactions: list, total: 2, last: false }],
		['is a part', { transactions: list, total: 2, partial: true }],
		['is one of errors', { errors: [] }],
		['is none', { a: 1 }],
		['is a text', 'OK'],
	])('is not there when it %s', (_how, answer) => {
		expect(wholeListIn(answer)).toBeUndefined();
	});
});
