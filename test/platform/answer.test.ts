import {
	certaintyOfAnswer,
	listOf,
	parseJson,
	readRefusal,
	recordsOf,
	verdictOn,
	type Certainty,
	type Verdict,
} from '../../platform/answer';

const page = '<html>Service</html>';

describe('the certainty of an answer', () => {
	test.each<[number, unknown, Certainty]>([
		[200, { status: 'ASSIGNED' }, 'answered'],
		[200, '', 'answered'],
		[200, ' \n', 'answered'],
		[204, undefined, 'answered'],
		[302, page, 'answered'],
		[400, { errorMessage: 'amount' }, 'answered'],
		[404, page, 'answered'],
		[409, {}, 'answered'],
		[401, '', 'notProcessed'],
		[429, page, 'notProcessed'],
		[500, {}, 'inDoubt'],
		[502, page, 'inDoubt'],
		[503, '', 'inDoubt'],
		[504, '', 'inDoubt'],
		[200, page, 'inDoubt'],
		[200, '{"transactionId":7', 'inDoubt'],
		[201, 'OK', 'inDoubt'],
	])('HTTP %d with %j is %s', (status, body, certainty) => {
		expect(certaintyOfAnswer(status, body)).toBe(certainty);
	});
});

describe('what a platform says when it refuses', () => {
	test.each([
		[
			{ status: 'POOL_EXHAUSTED', errorMessage: 'no MB left', field: 'amount' },
			{ code: 'POOL_EXHAUSTED', words: 'no MB left' },
		],
		[
			{ error: 'invalid_grant', error_description: 'Session not active' },
			{ code: 'invalid_grant', words: 'Session not active' },
		],
		[
			{ status: 404, error: 'Not Found', message: 'No such thing', path: '/x' },
			{ code: 'Not Found', words: 'No such thing' },
		],
		[
			{ status: ' X ', errorMessage: ' y ' },
			{ code: 'X', words: 'y' },
		],
		[{ status: 'X', errorMessage: null }, { code: 'X' }],
		[{ error: { code: 1 }, message: ['a'] }, {}],
		[{}, {}],
		[page, {}],
		[null, {}],
		[[{ status: 'X' }], {}],
	])('%j is %j', (body, refusal) => {
		expect(readRefusal(body)).toEqual(refusal);
	});
});

describe('the verdict on a 2xx body', () => {
	test.each<[Verdict, unknown]>([
		['ok', { status: 'ASSIGNED', transactionId: 7 }],
		['ok', { status: 'ACCEPTED', errorMessage: null }],
		['ok', { status: null, errorMessage: ' ' }],
		['ok', { transactionId: 7 }],
		['ok', {}],
		['ok', []],
		['ok', [{ status: 'FAILED' }]],
		['ok', null],
		['ok', undefined],
		['ok', ''],
		['refused', { status: 'INVALID_MSISDN' }],
		['refused', { status: 'UNAUTHORIZED', transactionId: 7 }],
		['refused', { status: 'INACTIVE' }],
		['refused', { status: 'CHARGING_FAILED' }],
		['refused', { status: 'DAILY_LIMIT_EXCEEDED', errorMessage: 'too much' }],
		['unclear', { status: 'FAILED' }],
		['unclear', { status: 'PENDING' }],
		['unclear', { status: 500 }],
		['unclear', { status: 'ASSIGNED', errorMessage: 'database timeout' }],
		['unclear', { error: 'Bad Gateway' }],
		['unclear', { error: { code: 7 } }],
		['unclear', page],
		['unclear', 42],
	])('is %s for %j', (verdict, body) => {
		expect(verdictOn(body)).toBe(verdict);
	});
});

describe('the records of an answer', () => {
	test.each([
		[[{ a: 1 }, { b: null }], 2],
		[[], 0],
		[{ a: 1, list: [1, 2] }, 1],
		[{ transactions: [{ a: 1 }, { a: 2 }] }, 2],
		[{ transactions: [] }, 0],
		[{ total: 2, transactions: [{ a: 1 }, { a: 2 }] }, 1],
		[{ codes: ['FR_ORANGE'] }, 1],
	])('of %j are %d', (body, count) => {
		expect(recordsOf(body)).toHaveLength(count);
		expect(listOf(body)).toEqual(recordsOf(body));
	});

	test.each([['OK'], [''], [42], [null], [undefined], [[1, 2]], [[{ a: 1 }, 'x']], [[[]]]])(
		'are not in %p',
		(body) => {
			expect(recordsOf(body)).toBeUndefined();
		},
	);

	test('are no list when the answer is not ok', () => {
		expect(listOf({ status: 'INVALID_SERVICE' })).toBeUndefined();
		expect(listOf({ status: 'ERROR', errorMessage: 'x' })).toBeUndefined();
	});
});

test.each([
	['{"id":9007199254740993}', { id: '9007199254740993' }],
	['[-9007199254740993,9007199254740991]', ['-9007199254740993', 9007199254740991]],
	[
		'{"a":"id 9007199254740993, \\"b\\": 12345678901234567890"}',
		{
			a: 'id 9007199254740993, "b": 12345678901234567890',
		},
	],
	['{"price":0.12345678901234567,"big":1e21}', { price: 0.12345678901234567, big: 1e21 }],
	['12345678901234567.5', 12345678901234567.5],
	['null', null],
	['', undefined],
	['<html>', undefined],
])('%s is parsed without losing digits of an ID', (text, value) => {
	expect(parseJson(text)).toEqual(value);
});
