import fc from 'fast-check';
import { normalizeMegabytes, normalizePrice } from '../../platform/amounts';
import { InputError } from '../../platform/input';

describe('a price', () => {
	test.each([
		['6.05', '6.05'],
		[6.050000001, '6.05'],
		[0.1 + 0.2, '0.30'],
		['6.5', '6.50'],
		[7, '7.00'],
		['479.000', '479.00'],
		[' 4.99 ', '4.99'],
		['0', '0.00'],
		['999999999.99', '999999999.99'],
	])('%p is written %s', (value, text) => {
		expect(normalizePrice(value)).toBe(text);
	});

	test.each(['', '6,05', '-1', '6.055', '1e3', '4.99 EUR', '.5', '1.0.0', NaN, true, ['1'], '٤'])(
		'%p is refused',
		(value) => {
			expect(() => normalizePrice(value)).toThrow(InputError);
		},
	);

	test('of whole cents keeps every cent, as number and as text', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
				const expected = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
				expect(normalizePrice(expected)).toBe(expected);
				expect(normalizePrice(cents / 100)).toBe(expected);
			}),
		);
	});
});

describe('an amount of data', () => {
	test.each([
		[500, 500],
		[' 1024 ', 1024],
		['0.5', 0.5],
		['007', 7],
		[Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
	])('%j is %d MB', (value, megabytes) => {
		expect(normalizeMegabytes(value)).toBe(megabytes);
	});

	test.each([0, '0.0', -1, '1,5', '1e3', '0x10', '500 MB', '٥٠٠', '+5', '9'.repeat(400)])(
		'%j is refused, and the words show an amount',
		(value) => {
			expect(() => normalizeMegabytes(value)).toThrow('positive number');
		},
	);

	test.each([
		['', 'is required'],
		[null, 'is required'],
		[NaN, 'must be text'],
		[[500], 'must be text'],
	])('%j is refused: %s', (value, words) => {
		expect(() => normalizeMegabytes(value)).toThrow(words);
	});
});
