import { z } from 'zod';
import { InputError, normalized, quoted, textOf } from '../../platform/input';

describe('text of a value', () => {
	test.each([
		['  a b ', 'a b'],
		[12, '12'],
		[0, '0'],
		[undefined, ''],
		[null, ''],
	])('%p is %j', (value, text) => {
		expect(textOf(value)).toBe(text);
	});

	test.each([[true], [[]], [{}], [NaN], [Infinity], [2 ** 53], [-1e21], [Symbol('x')], [() => 1]])(
		'%p has none',
		(value) => {
			expect(() => textOf(value)).toThrow(InputError);
		},
	);
});

test('a refused value is quoted short', () => {
	expect(quoted('abc')).toBe('“abc”');
	expect(quoted('x'.repeat(5000))).toBe(`“${'x'.repeat(40)}…”`);
});

describe('a schema made of a function that normalizes', () => {
	const shout = normalized((value) => {
		const text = textOf(value);
		if (text === '') throw new InputError('is silent', 'Say something.');
		return text.toUpperCase();
	});

	test('gives what the function that normalizes gives', () => {
		expect(shout.parse('a')).toBe('A');
	});

	test('names each refused field of an object', () => {
		const read = z.object({ first: shout, second: shout, third: shout }).safeParse({ second: 'b' });
		expect(read.error?.issues.map(({ path, message }) => [path, message])).toEqual([
			[['first'], 'is silent'],
			[['third'], 'is silent'],
		]);
	});
});
