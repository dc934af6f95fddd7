import fc from 'fast-check';
import { InputError } from '../../platform/input';
import { megabytesSchema, normaliseMegabytes } from '../../platform/megabytes';

describe('an amount of data', () => {
	test.each([
		[500, 500],
		['500', 500],
		[' 1024 ', 1024],
		['0.5', 0.5],
		[0.5, 0.5],
		['007', 7],
		[Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
	])('%j is %d MB', (value, megabytes) => {
		expect(normaliseMegabytes(value)).toBe(megabytes);
	});

	test.each(['', ' ', null, undefined])('that is not there (%j) is refused as empty', (value) => {
		expect(() => normaliseMegabytes(value)).toThrow('The amount is empty');
	});

	test.each([
		0,
		'0',
		'0.0',
		-1,
		'-500',
		'1,5',
		'1e3',
		'0x10',
		'1.5.2',
		'500 MB',
		'lots',
		'٥٠٠',
		'+5',
		'1_000',
	])('%j is refused, and the words show an amount', (value) => {
		expect(() => normaliseMegabytes(value)).toThrow('positive number, for example 500');
	});

	test.each([[NaN], [Infinity], [1e21], [true], [[500]], [{ mb: 500 }]])(
		'%p is refused',
		(value) => {
			expect(() => normaliseMegabytes(value)).toThrow(InputError);
		},
	);

	test('more than can be counted exactly is refused', () => {
		expect(() => normaliseMegabytes('9007199254740993')).toThrow(InputError);
		expect(() => normaliseMegabytes('9'.repeat(400))).toThrow(InputError);
	});

	test('written as a plain decimal is that number', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 10_000_000 }),
				fc.integer({ min: 0, max: 999 }),
				fc.constantFrom('', ' '),
				(whole, fraction, space) => {
					const text = `${space}${whole}.${String(fraction).padStart(3, '0')}${space}`;
					expect(normaliseMegabytes(text)).toBeCloseTo(whole + fraction / 1000, 6);
					expect(normaliseMegabytes(whole)).toBe(whole);
				},
			),
		);
	});

	test('whatever else arrives: a positive finite number comes out or an InputError', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.anything()), (value) => {
				const read = megabytesSchema.safeParse(value);
				if (!read.success) expect(read.error.issues).toHaveLength(1);
				else expect(read.data > 0 && Number.isFinite(read.data)).toBe(true);
			}),
		);
	});
});
