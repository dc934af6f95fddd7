import fc from 'fast-check';
import {
	clientReferenceSchema,
	msisdnSchema,
	normalizeCampaign,
	normalizeClientReference,
	normalizeCountry,
	normalizeMccmnc,
	normalizeMsisdn,
	normalizeOperatorCode,
	normalizeReturnUrl,
	normalizeServiceKey,
} from '../../platform/identifiers';
import { InputError } from '../../platform/input';

const readers = {
	normalizeMsisdn,
	normalizeServiceKey,
	normalizeOperatorCode,
	normalizeCountry,
	normalizeMccmnc,
	normalizeReturnUrl,
};

describe('an identifier', () => {
	test.each<[keyof typeof readers, unknown, string]>([
		['normalizeServiceKey', 'LOYALTYDATA01', 'LOYALTYDATA01'],
		['normalizeServiceKey', ' abc \n', 'abc'],
		['normalizeServiceKey', '0'.repeat(32), '0'.repeat(32)],
		['normalizeServiceKey', 12345, '12345'],
		['normalizeOperatorCode', 'FR_ORANGE', 'FR_ORANGE'],
		['normalizeOperatorCode', ' At_A1 ', 'At_A1'],
		['normalizeOperatorCode', 'ORANGE', 'ORANGE'],
		['normalizeOperatorCode', 20801, '20801'],
		['normalizeOperatorCode', 'GB_3', 'GB_3'],
		['normalizeOperatorCode', 'DE_O2_BUSINESS', 'DE_O2_BUSINESS'],
		['normalizeCountry', ' fr ', 'fr'],
		['normalizeCountry', 'FR', 'FR'],
		['normalizeMccmnc', '502-19', '50219'],
		['normalizeMccmnc', 310260, '310260'],
		['normalizeReturnUrl', ' https://shop.example/t?a=1 ', 'https://shop.example/t?a=1'],
		['normalizeReturnUrl', 'myapp://back', 'myapp://back'],
		['normalizeReturnUrl', 'com.shop.app:/back?order=17', 'com.shop.app:/back?order=17'],
		['normalizeMsisdn', '+43 (0) 660 1234567', '436601234567'],
		['normalizeMsisdn', '+43(0)6601234567', '436601234567'],
		['normalizeMsisdn', '+43-(0)-660-1234567', '436601234567'],
		['normalizeMsisdn', '0043 (0)660/123 45-67', '436601234567'],
		['normalizeMsisdn', '+43 (660) 1234567', '436601234567'],
		['normalizeMsisdn', '+1 (212) 555-0100', '12125550100'],
		['normalizeMsisdn', '436601234567', '436601234567'],
		['normalizeMsisdn', 436601234567, '436601234567'],
		['normalizeMsisdn', '+43 660 1234567', '436601234567'],
		['normalizeMsisdn', '0043-660-1234567', '436601234567'],
		['normalizeMsisdn', '43.660.123.45.67', '436601234567'],
		['normalizeMsisdn', '+44 7700\u2011900\u2013123', '447700900123'],
		['normalizeMsisdn', '+33\u00a06\u00a039\u00a098\u00a000\u00a001', '33639980001'],
		['normalizeMsisdn', '436601234567.00', '436601234567'],
		['normalizeMsisdn', '+43 660.1234567', '436601234567'],
		['normalizeMsisdn', '33.6.39.98.00.00', '33639980000'],
		['normalizeMsisdn', '12345678', '12345678'],
		['normalizeMsisdn', '123456789012345', '123456789012345'],
	])('%s(%j) is %s', (name, value, text) => {
		expect(readers[name](value)).toBe(text);
	});

	test.each<[keyof typeof readers, unknown, string]>([
		['normalizeServiceKey', '', 'is required'],
		['normalizeServiceKey', 'A'.repeat(33), '1 to 32 letters and digits'],
		['normalizeServiceKey', 'LOYALTY-01', 'letters and digits'],
		['normalizeServiceKey', '../services', 'letters and digits'],
		['normalizeServiceKey', 'A\nB', 'letters and digits'],
		['normalizeOperatorCode', null, 'is required'],
		['normalizeCountry', undefined, 'is required'],
		['normalizeMccmnc', '5021', '5 or 6 digits'],
		['normalizeMccmnc', '5021x', '5 or 6 digits'],
		['normalizeReturnUrl', '', 'is required'],
		['normalizeReturnUrl', 'shop.example', 'must be a complete address'],
		['normalizeReturnUrl', 'shop.example:8080/back', 'must be a complete address'],
		['normalizeReturnUrl', 'https:/back', 'must be a complete address'],
		['normalizeReturnUrl', 'javascript:1', 'must be a complete address'],
		['normalizeMsisdn', '  ', 'is required'],
		['normalizeMsisdn', '1234567', '8 to 15 digits'],
		['normalizeMsisdn', '1234567890123456', '8 to 15 digits'],
		['normalizeMsisdn', '0660 1234567', 'include the country code'],
		['normalizeMsisdn', '00 0660 1234567', 'include the country code'],
		['normalizeMsisdn', '436 601 234 567.00', 'must not have decimals'],
		['normalizeMsisdn', '436601234567.5', 'must not have decimals'],
		['normalizeMsisdn', 43660123456.25, 'must be a phone number'],
		['normalizeMsisdn', -436601234567, 'must be a phone number'],
		['normalizeMsisdn', '+43 (0660) 1234567', 'must be a phone number'],
		['normalizeMsisdn', '+43 ( 0 ) 660 1234567', 'must be a phone number'],
		['normalizeMsisdn', '+43 (0) (0) 660 1234567', 'must be a phone number'],
		['normalizeMsisdn', '(0) 660 1234567', 'include the country code'],
		['normalizeMsisdn', 'VX9cC2xFmkw4UTP', 'must be a phone number'],
		['normalizeMsisdn', '++436601234567', 'must be a phone number'],
		['normalizeMsisdn', '436601234567;436601234568', 'must be a phone number'],
		['normalizeMsisdn', '4.3660123456E+11', 'must be a phone number'],
		[
			'normalizeMsisdn',
			'\u0664\u0663\u0666\u0666\u0660\u0661\u0662\u0663',
			'must be a phone number',
		],
	])('%s(%j) is refused: %s', (name, value, words) => {
		expect(() => readers[name](value)).toThrow(InputError);
		expect(() => readers[name](value)).toThrow(words);
	});

	test.each(Object.entries(readers))('%s throws nothing but short InputErrors', (_name, read) => {
		fc.assert(
			fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.anything()), (value) => {
				try {
					expect(read(read(value))).toBe(read(value));
				} catch (error) {
					expect(error).toBeInstanceOf(InputError);
					expect((error as InputError).nextStep.length).toBeLessThan(200);
				}
			}),
		);
	});
});

describe('a phone number', () => {
	const e164 = fc.stringMatching(/^[1-9][0-9]{7,14}$/);
	const separator = fc.constantFrom('', ' ', '-', '.', ' - ', '\u00a0', '\u2011', '\t');
	const spelling = fc
		.tuple(
			e164,
			fc.constantFrom('', '+', '00', '+ ', ' +'),
			fc.array(separator, { minLength: 15, maxLength: 15 }),
		)
		.map(([number, prefix, gaps]) => ({
			number,
			written: prefix + [...number].map((digit, at) => digit + (gaps[at] ?? '')).join(''),
		}))
		// One dot with zeros or a single digit behind it may be decimals.
		.filter(({ written }) => !/^[^.]+\.(0+|\d)\s*$/.test(written));

	test('means the same however it is spelled', () => {
		fc.assert(
			fc.property(spelling, ({ number, written }) => {
				expect(normalizeMsisdn(written)).toBe(number);
			}),
		);
	});

	test('that is refused is an issue of its schema', () => {
		expect(msisdnSchema.parse('+43 660 1234567')).toBe('436601234567');
		expect(msisdnSchema.safeParse('0660 1234567').error?.issues).toHaveLength(1);
	});
});

describe.each([
	['client reference', normalizeClientReference, 256],
	['campaign', normalizeCampaign, 180],
])('a %s', (_what, read, most) => {
	test('is kept as written, but trimmed', () => {
		expect(read(' spring/2025 #1 – für Müller ')).toBe('spring/2025 #1 – für Müller');
		expect(read(4711)).toBe('4711');
		for (const empty of ['', '  ', null, undefined]) expect(read(empty)).toBeUndefined();
		expect(clientReferenceSchema.parse(0)).toBe('0');
	});

	test('has a longest length', () => {
		expect(read('x'.repeat(most))).toHaveLength(most);
		expect(() => read('x'.repeat(most + 1))).toThrow(`at most ${most} characters`);
		for (const value of [true, ['a'], {}]) expect(() => read(value)).toThrow(InputError);
	});
});
