import fc from 'fast-check';
import { InputError } from '../../platform/input';
import { normaliseOperatorCode, operatorCodeSchema } from '../../platform/operatorCode';

const code = fc.stringMatching(/^[A-Z]{2}_[A-Z0-9][A-Z0-9_]{0,20}$/);

describe('an operator code', () => {
	test.each([
		['FR_ORANGE', 'FR_ORANGE'],
		['fr_orange', 'FR_ORANGE'],
		[' At_A1 ', 'AT_A1'],
		['GB_3', 'GB_3'],
		['DE_O2_BUSINESS', 'DE_O2_BUSINESS'],
	])('%j is read as %s', (value, read) => {
		expect(normaliseOperatorCode(value)).toBe(read);
	});

	test.each(['', ' ', null, undefined])('that is not there (%j) is refused as empty', (value) => {
		expect(() => normaliseOperatorCode(value)).toThrow('The operator code is empty');
	});

	test.each([
		'ORANGE',
		'FRA_ORANGE',
		'F_ORANGE',
		'FR-ORANGE',
		'FR_',
		'_ORANGE',
		'FR ORANGE',
		'20801',
	])('%j is refused, and the words show the form', (value) => {
		expect(() => normaliseOperatorCode(value)).toThrow(/COUNTRY_OPERATOR.*FR_ORANGE/);
	});

	test.each([[20801], [false], [['FR_ORANGE']], [{}]])('%p is refused', (value) => {
		expect(() => normaliseOperatorCode(value)).toThrow(InputError);
	});

	test.each(['ßX_A', 'ß_ORANGE', 'FR_STRAßE', 'ﬁ_ORANGE', 'FR_ſFR'])(
		'%j: a letter that only turns into A to Z when raised is none',
		(value) => {
			expect(() => normaliseOperatorCode(value)).toThrow(InputError);
		},
	);

	test('of the contract’s form means the same in any case', () => {
		fc.assert(
			fc.property(code, fc.array(fc.boolean(), { minLength: 24, maxLength: 24 }), (upper, low) => {
				const mixed = [...upper].map((sign, at) => (low[at] ? sign.toLowerCase() : sign)).join('');
				expect(normaliseOperatorCode(mixed)).toBe(upper);
			}),
		);
	});

	test('whatever else arrives: a code comes out or an InputError', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.anything()), (value) => {
				const read = operatorCodeSchema.safeParse(value);
				if (read.success) expect(read.data).toMatch(/^[A-Z]{2}_[A-Z0-9][A-Z0-9_-]*$/);
				else expect(read.error.issues).toHaveLength(1);
			}),
		);
	});
});
