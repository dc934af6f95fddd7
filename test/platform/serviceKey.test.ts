import fc from 'fast-check';
import { InputError } from '../../platform/input';
import { normaliseServiceKey, serviceKeySchema } from '../../platform/serviceKey';

describe('a service key', () => {
	test.each([
		['LOYALTYDATA01', 'LOYALTYDATA01'],
		[' abc \n', 'abc'],
		['Z', 'Z'],
		['0'.repeat(32), '0'.repeat(32)],
		[12345, '12345'],
	])('%j is read as %j', (value, key) => {
		expect(normaliseServiceKey(value)).toBe(key);
	});

	test('has 1 to 32 letters and digits', () => {
		expect(() => normaliseServiceKey('A'.repeat(33))).toThrow('1 to 32 letters and digits');
	});

	test.each(['', '  ', null, undefined])('that is not there (%j) is refused as empty', (value) => {
		expect(() => normaliseServiceKey(value)).toThrow('The service key is empty');
	});

	test.each(['LOYALTY-01', 'LOYALTY 01', 'A_B', 'Übung01', 'A\nB', '../services', 'A&b=c'])(
		'%j is refused',
		(value) => {
			expect(() => normaliseServiceKey(value)).toThrow(InputError);
		},
	);

	test.each([[true], [['A']], [{ value: 'A' }]])('%p is refused', (value) => {
		expect(() => normaliseServiceKey(value)).toThrow(InputError);
	});

	test('of the contract’s grammar passes unchanged, in the case it was written', () => {
		fc.assert(
			fc.property(fc.stringMatching(/^[A-Za-z0-9]{1,32}$/), (key) => {
				expect(normaliseServiceKey(key)).toBe(key);
			}),
		);
	});

	test('with any other character is refused', () => {
		const foreign = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 });
		fc.assert(
			fc.property(
				fc.stringMatching(/^[A-Za-z0-9]{1,15}$/),
				foreign.filter((sign) => !/[A-Za-z0-9]/.test(sign)),
				fc.stringMatching(/^[A-Za-z0-9]{1,15}$/),
				(start, sign, end) => {
					expect(() => normaliseServiceKey(start + sign + end)).toThrow(InputError);
				},
			),
		);
	});

	test('whatever else arrives: a key comes out or an InputError', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.anything()), (value) => {
				const read = serviceKeySchema.safeParse(value);
				if (read.success) expect(read.data).toMatch(/^[A-Za-z0-9]{1,32}$/);
				else expect(read.error.issues).toHaveLength(1);
			}),
		);
	});
});
