import fc from 'fast-check';
import { InputError } from '../../platform/input';
import { readQuery } from '../../platform/query';

describe('a query that came back', () => {
	it('is read from an object, from JSON text, and from the text behind the question mark', () => {
		const expected = { userid: 'u 1', timestamp: '1789000000' };
		expect(readQuery({ userid: 'u 1', timestamp: 1789000000 })).toEqual(expected);
		expect(readQuery('{"userid":"u 1","timestamp":"1789000000"}')).toEqual(expected);
		expect(readQuery('?userid=u+1&timestamp=1789000000')).toEqual(expected);
		expect(readQuery('userid=u%201&timestamp=1789000000')).toEqual(expected);
	});

	it('keeps the exact text of every value', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.stringMatching(/^[a-z]+$/), fc.string()), (query) => {
				fc.pre(Object.keys(query).length > 0);
				expect(readQuery(new URLSearchParams(query).toString())).toEqual({ ...query });
			}),
		);
	});

	it.each([
		undefined,
		null,
		'',
		'  ',
		17,
		[],
		'{broken',
		'{"a":["1","2"]}',
		{ a: { b: 1 } },
		'a=1&a=2',
	])('%p is refused', (value) => {
		expect(() => readQuery(value)).toThrow(InputError);
	});
});
