import fc from 'fast-check';
import { InputError } from '../../platform/input';
import { normalisePrice } from '../../platform/price';

describe('a price', () => {
	it.each([
		['6.05', '6.05'],
		[6.05, '6.05'],
		[6.050000001, '6.05'],
		[0.1 + 0.2, '0.30'],
		['6.5', '6.50'],
		[7, '7.00'],
		['479.000', '479.00'],
		[' 4.99 ', '4.99'],
		['0', '0.00'],
		['999999999.99', '999999999.99'],
	])('%p is written %s', (value, text) => {
		expect(normalisePrice(value)).toBe(text);
	});

	it.each([
		'',
		'6,05',
		'-1',
		'6.055',
		'1e3',
		'4.99 EUR',
		'.5',
		'1.000.000',
		NaN,
		true,
		['1'],
		'٤٫٩٩',
	])('%p is refused', (value) => {
		expect(() => normalisePrice(value)).toThrow(InputError);
	});

	it('of whole cents keeps every cent, as number and as text', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
				const expected = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
				expect(normalisePrice(expected)).toBe(expected);
				expect(normalisePrice(cents / 100)).toBe(expected);
			}),
		);
	});

	it('never comes out in any other form, whatever text goes in', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.double(), fc.float()), (value) => {
				let price: string | undefined;
				try {
					price = normalisePrice(value);
				} catch (error) {
					expect(error).toBeInstanceOf(InputError);
				}
				if (price !== undefined) expect(price).toMatch(/^\d{1,9}\.\d{2}$/);
			}),
		);
	});
});
