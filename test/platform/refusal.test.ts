import fc from 'fast-check';
import { readRefusal, saysItFailed } from '../../platform/refusal';

const nothing = { code: undefined, words: undefined, field: undefined };

describe('what a platform says when it refuses', () => {
	test.each([
		[
			{ status: 'POOL_EXHAUSTED', errorMessage: 'no MB left', field: 'amount' },
			{ code: 'POOL_EXHAUSTED', words: 'no MB left', field: 'amount' },
		],
		[
			{ error: 'invalid_grant', error_description: 'Session not active' },
			{ code: 'invalid_grant', words: 'Session not active', field: undefined },
		],
		[
			{ status: 404, error: 'Not Found', message: 'No such thing', path: '/x' },
			{ code: 'Not Found', words: 'No such thing', field: undefined },
		],
		[
			{ errorCode: 'E7', errorDescription: 'no' },
			{ code: 'E7', words: 'no', field: undefined },
		],
		[{ error: { code: 'E7', message: 'no' } }, { code: 'E7', words: 'no', field: undefined }],
		[
			{ errors: [{ message: 'no' }, { message: 'nor this' }] },
			{ code: undefined, words: 'no', field: undefined },
		],
		[{ code: 'E42' }, { code: 'E42', words: undefined, field: undefined }],
		[
			{ status: ' X ', errorMessage: ' y ' },
			{ code: 'X', words: 'y', field: undefined },
		],
		[
			{ status: 'X', errorMessage: null },
			{ code: 'X', words: undefined, field: undefined },
		],
		[
			{ status: '', code: 'Y', errorMessage: '  ' },
			{ code: 'Y', words: undefined, field: undefined },
		],
		[{ error: { code: 1 }, message: ['a'] }, nothing],
		[{}, nothing],
	])('%j is %j', (body, refusal) => {
		expect(readRefusal(body)).toEqual(refusal);
	});

	test.each([
		['<html>Bad gateway</html>'],
		[''],
		[null],
		[undefined],
		[[]],
		[[{ status: 'X' }]],
		[7],
	])('is nothing in %p', (body) => {
		expect(readRefusal(body)).toEqual(nothing);
	});

	test('is text or nothing, whatever arrives', () => {
		fc.assert(
			fc.property(fc.anything(), (body) => {
				for (const said of Object.values(readRefusal(body))) {
					expect(said === undefined || (typeof said === 'string' && said !== '')).toBe(true);
				}
			}),
		);
	});
});

describe('a body that says that it failed, whatever the HTTP status', () => {
	test.each([
		{ status: 'ERROR', errorMessage: 'database timeout' },
		{ status: 'FAILED' },
		{ code: 'INTERNAL_ERROR', message: 'try later' },
		{ error: 'Bad Gateway', timestamp: '2026-01-01T00:00:00Z', path: '/v1', status: 502 },
		{ errorMessage: 'no connection', errorType: 'DB' },
		{ success: false, message: 'not today' },
		{ status: 'INVALID_MSISDN' },
		{ code: 'InsufficientBalance', message: 'pool empty' },
	])('%j', (body) => {
		expect(saysItFailed(body)).toBe(true);
	});

	test.each([
		[null],
		[''],
		['ERROR'],
		[[{ status: 'ERROR' }]],
		[{}],
		[{ status: 'ASSIGNED' }],
		[{ status: 'ACCEPTED', errorMessage: null }],
		[{ status: 'FAILED', transactionId: 7 }],
		[{ status: 'ERROR', msisdn: '33639980001' }],
		[{ message: 'welcome' }],
		[{ status: 'OK', errorMessage: 'No error' }],
		[{ code: '0', error: '0', message: 'OK' }],
		[{ error: 'none' }],
		[{ status: 'NO_ERROR' }],
	])('is not %j', (body) => {
		expect(saysItFailed(body)).toBe(false);
	});

	test('has no field that a record would have', () => {
		fc.assert(
			fc.property(fc.string(), (name) => {
				const known = saysItFailed({ status: 'ERROR', [name]: 1 });
				fc.pre(!known);
				expect(saysItFailed({ errorMessage: 'x', [name]: 1 })).toBe(false);
			}),
		);
	});
});
