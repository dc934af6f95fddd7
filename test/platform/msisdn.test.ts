import fc from 'fast-check';
import { InputError } from '../../platform/input';
import { msisdnSchema, normaliseMsisdn } from '../../platform/msisdn';

/** A valid number as the platform takes it: E.164 without plus. */
const e164 = fc.stringMatching(/^[1-9][0-9]{7,14}$/);

const separator = fc.constantFrom(' ', '-', '.', '  ', ' - ', '\u00a0', '\u2011', '\u2013', '\t');

/** The same number as a person writes it. */
const spelling = fc
	.tuple(
		e164,
		fc.constantFrom('', '+', '00', '+ ', '00 ', ' +', '0 0'),
		fc.array(fc.option(separator, { nil: '' }), { minLength: 15, maxLength: 15 }),
		fc.constantFrom('', ' ', '\n'),
	)
	.map(([number, prefix, gaps, end]) => ({
		number,
		written: prefix + [...number].map((digit, at) => digit + (gaps[at] ?? '')).join('') + end,
	}))
	// One dot and nothing but zeros or a single digit behind it may be decimals.
	.filter(({ written }) => !/^[^.]+\.(0+|\d)\s*$/.test(written));

describe('a phone number', () => {
	test.each([
		['436601234567', '436601234567'],
		['+43 660 1234567', '436601234567'],
		['0043-660-1234567', '436601234567'],
		['43.660.123.45.67', '436601234567'],
		['  +33 6 39 98 00 01  ', '33639980001'],
		['+33\u00a06\u00a039\u00a098\u00a000\u00a001', '33639980001'],
		['+44 7700\u2011900\u2013123', '447700900123'],
	])('written %j is %s', (written, number) => {
		expect(normaliseMsisdn(written)).toBe(number);
	});

	test('from a spreadsheet is a number and means the same', () => {
		expect(normaliseMsisdn(436601234567)).toBe('436601234567');
	});

	test.each([
		['436601234567.0', '436601234567'],
		['436601234567.00', '436601234567'],
		['+436601234567.000', '436601234567'],
		['+32 475 1200.00', undefined],
		['436 601 234 567.00', undefined],
		['+43-660-1234567.0', undefined],
		['436601234567.5', undefined],
		['+43 660.1234567', '436601234567'],
		['6834002.0', undefined],
		['33.6.39.98.00.00', '33639980000'],
		['43660.00', undefined],
		[436601234567.5, undefined],
		[43660123456.25, undefined],
	])('that was a number on its way, %j, is not another number', (written, number) => {
		if (number === undefined) expect(() => normaliseMsisdn(written)).toThrow(InputError);
		else expect(normaliseMsisdn(written)).toBe(number);
	});

	test('has 8 to 15 digits', () => {
		expect(normaliseMsisdn('12345678')).toBe('12345678');
		expect(normaliseMsisdn('123456789012345')).toBe('123456789012345');
		expect(() => normaliseMsisdn('1234567')).toThrow('7 digits');
		expect(() => normaliseMsisdn('1234567890123456')).toThrow('16 digits');
	});

	test('with a national leading 0 is refused, and the words say what to put there', () => {
		expect(() => normaliseMsisdn('0660 1234567')).toThrow(/national number.*country code/s);
		expect(() => normaliseMsisdn('+0660 1234567')).toThrow('national number');
		expect(() => normaliseMsisdn('00 0660 1234567')).toThrow('national number');
	});

	test.each([
		'4366O1234567',
		'+43 (660) 1234567',
		'+43 660/1234567',
		'4366012345x7',
		'++436601234567',
		'43660+1234567',
		'436601234567;436601234568',
		'4.3660123456E+11',
		'\u0664\u0663\u0666\u0666\u0660\u0661\u0662\u0663\u0664',
		'\u202a+436601234567\u202c',
		'unknown',
	])('%j is refused', (written) => {
		expect(() => normaliseMsisdn(written)).toThrow(InputError);
	});

	test.each([undefined, null, '', '   '])('that is not there (%j) is refused as empty', (value) => {
		expect(() => normaliseMsisdn(value)).toThrow('The phone number is empty');
	});

	test.each([[true], [[436601234567]], [{ phone: '436601234567' }], [NaN], [Infinity]])(
		'%p is refused',
		(value) => {
			expect(() => normaliseMsisdn(value)).toThrow(InputError);
		},
	);

	test('means the same however it is decorated', () => {
		fc.assert(
			fc.property(spelling, ({ number, written }) => {
				expect(normaliseMsisdn(written)).toBe(number);
			}),
		);
	});

	test('with a letter, a bracket or a slash anywhere is refused', () => {
		const foreign = fc.oneof(
			fc.stringMatching(/^[A-Za-z()[\]/_#*,;:]$/),
			fc.constantFrom('ß', '٣', '３', '→'),
		);
		fc.assert(
			fc.property(spelling, foreign, fc.nat(), ({ written }, sign, at) => {
				const place = at % (written.length + 1);
				const spoilt = `${written.slice(0, place)}${sign}${written.slice(place)}`;
				expect(() => normaliseMsisdn(spoilt)).toThrow(InputError);
			}),
		);
	});

	test('too short, too long or national is refused', () => {
		const bad = fc.oneof(
			fc.stringMatching(/^[1-9][0-9]{0,6}$/),
			fc.stringMatching(/^[1-9][0-9]{15,40}$/),
			fc.stringMatching(/^0[1-9][0-9]{5,13}$/),
		);
		fc.assert(
			fc.property(bad, fc.constantFrom('', '+'), (digits, plus) => {
				expect(() => normaliseMsisdn(plus + digits)).toThrow(InputError);
			}),
		);
	});

	test('whatever else arrives: E.164 comes out or an InputError that quotes no page', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.anything()), (value) => {
				try {
					expect(normaliseMsisdn(value)).toMatch(/^[1-9][0-9]{7,14}$/);
				} catch (error) {
					expect(error).toBeInstanceOf(InputError);
					expect((error as InputError).message.length).toBeLessThan(300);
				}
			}),
		);
	});

	test('that is already E.164 stays as it is', () => {
		fc.assert(
			fc.property(e164, (number) => {
				expect(normaliseMsisdn(normaliseMsisdn(number))).toBe(number);
			}),
		);
	});
});

test('the schema turns a refusal into an issue instead of an exception', () => {
	expect(msisdnSchema.parse('+43 660 1234567')).toBe('436601234567');
	const refused = msisdnSchema.safeParse('0660 1234567');
	expect(refused.success).toBe(false);
	expect(refused.error?.issues).toEqual([
		expect.objectContaining({ message: expect.stringContaining('national number') }),
	]);
});

describe('a number that was one in a spreadsheet', () => {
	test('loses the decimals it came with', () => {
		expect(normaliseMsisdn('436601234567.0')).toBe('436601234567');
		expect(normaliseMsisdn(436601234567)).toBe('436601234567');
	});

	test.each([-436601234567, '-436601234567'])('is none with a sign: %p', (value) => {
		expect(() => normaliseMsisdn(value)).toThrow(InputError);
	});
});
