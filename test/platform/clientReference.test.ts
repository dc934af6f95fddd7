import fc from 'fast-check';
import { clientReferenceSchema, normaliseClientReference } from '../../platform/clientReference';
import { InputError } from '../../platform/input';

describe('the merchant’s own reference', () => {
	test('is passed through as written, whatever its characters', () => {
		expect(normaliseClientReference('spring/2025 #1 – für Müller')).toBe(
			'spring/2025 #1 – für Müller',
		);
	});

	test('may be a number in the list', () => {
		expect(normaliseClientReference(4711)).toBe('4711');
		expect(normaliseClientReference(0)).toBe('0');
	});

	test.each(['', '  ', null, undefined])('left empty (%j) is not sent at all', (value) => {
		expect(normaliseClientReference(value)).toBeUndefined();
	});

	test('has at most 256 characters', () => {
		expect(normaliseClientReference('x'.repeat(256))).toHaveLength(256);
		expect(() => normaliseClientReference('x'.repeat(257))).toThrow(/257 characters.*at most 256/);
	});

	test.each([[true], [['a']], [{}]])('%p is refused', (value) => {
		expect(() => normaliseClientReference(value)).toThrow(InputError);
	});

	test('of up to 256 characters comes out trimmed and otherwise unchanged', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 128 }), (text) => {
				expect(clientReferenceSchema.parse(text) ?? '').toBe(text.trim());
			}),
		);
	});
});
