import fc from 'fast-check';
import { fateOfAnswer } from '../../platform/fate';

const page = '<html>Service</html>';
const status = fc.integer({ min: 200, max: 599 });
const data = fc.oneof(fc.constantFrom('', ' ', '\n', null, undefined), fc.object(), fc.integer());
const text = fc.string({ minLength: 1 }).filter((some) => some.trim() !== '');

describe('a request that was answered', () => {
	test.each([
		['200 with data', 200, { status: 'ASSIGNED' }],
		['200 with nothing', 200, ''],
		['204', 204, undefined],
		['302 with a page', 302, page],
		['400', 400, { errorMessage: 'amount' }],
		['401', 401, ''],
		['404 with a page', 404, page],
		['409', 409, {}],
		['422', 422, {}],
	])('is done with: %s', (_name, code, body) => {
		expect(fateOfAnswer(code, body, false)).toBe('answered');
	});

	test.each([
		['429', 429, {}, false],
		['429 with a page', 429, page, false],
		['429 that says when', 429, {}, true],
		['503 that says when', 503, {}, true],
	])('was not acted on, so it may be sent again: %s', (_name, code, body, saysWhen) => {
		expect(fateOfAnswer(code, body, saysWhen)).toBe('notActed');
	});

	test.each([
		['500', 500, {}, false],
		['500 that says when', 500, {}, true],
		['502 that says when', 502, page, true],
		['503 that does not say when', 503, '', false],
		['504', 504, '', false],
		['200 with a page', 200, page, false],
		['200 with half of JSON', 200, '{"transactionId":7', false],
		['201 with a word', 201, 'OK', false],
	])('may have been acted on: %s', (_name, code, body, saysWhen) => {
		expect(fateOfAnswer(code, body, saysWhen)).toBe('unknown');
	});

	test('was surely not acted on after a 429, or a 503 that says when, and after nothing else', () => {
		fc.assert(
			fc.property(status, fc.oneof(data, text), fc.boolean(), (code, body, saysWhen) => {
				const isSafe = code === 429 || (code === 503 && saysWhen);
				expect(fateOfAnswer(code, body, saysWhen) === 'notActed').toBe(isSafe);
			}),
		);
	});

	test('with a 2xx is done with when it brought data or nothing, and unknown when it brought text', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 200, max: 299 }),
				data,
				text,
				fc.boolean(),
				(code, body, words, saysWhen) => {
					expect(fateOfAnswer(code, body, saysWhen)).toBe('answered');
					expect(fateOfAnswer(code, words, saysWhen)).toBe('unknown');
				},
			),
		);
	});

	test('with a refusal is done with, whatever the words', () => {
		const refusal = fc
			.integer({ min: 300, max: 499 })
			.filter((code) => code !== 429 && code !== 303);
		fc.assert(
			fc.property(refusal, fc.oneof(data, text), fc.boolean(), (code, body, saysWhen) => {
				expect(fateOfAnswer(code, body, saysWhen)).toBe('answered');
			}),
		);
	});
});
