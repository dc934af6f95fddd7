import fc from 'fast-check';
import {
	getCountries,
	getExampleNumber,
	parsePhoneNumberFromString,
	type Examples,
} from 'libphonenumber-js/max';
import { InputError } from '../../platform/input';
import { describePhone, phoneAsEntered, normalizePhone } from '../../platform/phoneNumber';
import { alike, gives, refuses } from '../support/examples';

describe('a phone number', () => {
	const spellings = [
		436601234567,
		'+43 (0) 660 1234567',
		'0043 (0)660/123 45-67',
		'+43 (660) 1234567',
		'43.660.123.45.67',
		'436601234567.00',
		'+43\u2011660\u20131234567',
		'(+43) 660 1234567',
		"'+436601234567",
		'tel:+43-660-1234567',
		'p:+436601234567',
		'+٤٣ ٦٦٠ ١٢٣٤٥٦٧',
		'۴۳۶۶۰۱۲۳۴۵۶۷',
		'४३६६०१२३४५६७',
		'+４３ ６６０ １２３４５６７',
		'+43 0660 1234567',
		'0043 0660 1234567',
		'\u202a+43 660\u200b 12\u00ad34567\u202c',
	];
	gives('a phone number', normalizePhone, [
		...alike<unknown>('436601234567', ...spellings),
		...alike('2250701234567', '+225 07 01 23 45 67', '2250701234567'),
		['+39 06 6981 2345', '390669812345'],
		// No range of these digits exists (yet).
		['+225 09 01 23 45 67', '2250901234567'],
		['+1 511 234 5678', '15112345678'],
		['+375 (0) 29 491 19 11', '375294911911'],
		['+250 (0) 720 123 456', '250720123456'],
		['+999 12345', '99912345'],
		// A satellite phone.
		['+881 6 1234 5678', '881612345678'],
		...alike('525512345678', '+52 1 55 1234 5678', '5215512345678', '+52 55 1234 5678'),
		...alike('33639981234', 'whatsapp:+33639981234', 'tel:+33-6-39-98-12-34'),
		...alike('33612345678', '+33 06 12 34 56 78', '0033 0612345678'),
		['+36 06 20 123 4568', '36201234568'],
	]);
	gives('a number as entered', phoneAsEntered, [
		...alike<unknown>('436601234567', ...spellings),
		// The number in the operator's own sample records, and one that no plan has.
		...alike<unknown>('35176696573', 35176696573, '+351 766-96573', ' 0035176696573 '),
		...alike('12345', '12345', '+1 2345'),
		...alike('VX9cC2xFmkw4UTP', ' VX9cC2xFmkw4UTP '),
	]);
	refuses('a number as entered', phoneAsEntered, [
		['must include the country code', '0660 1234567', '00 0660 12', '(0) 660 12'],
		['is required', ' '],
		['must not be the result of a broken expression', 'undefined'],
	]);
	refuses('a phone number', normalizePhone, [
		['is required', '  ', '\u200b'],
		['must be text, not a list, an object or true/false', NaN, Infinity, true, []],
		['must not be the result of a broken expression', 'undefined', 'null', String({})],
		['must include the country code', '0660 1234567', '00 0660 1234567', '(0) 660 1234567'],
		[
			'must not have decimals',
			'436 601 234 567.00',
			'436601234567.5',
			'+436601234567.0',
			'4.3660123456E+11',
		],
		[
			'must not have a 0 behind the country code',
			'330639981234',
			'+33 06 39 98 12 34',
			'+33 (0) 06 12 34 56 78',
			'+34 061',
			'+39 0347 123 4567',
		],
		[
			'must not have a doubtful 0 in brackets',
			'+39 (0) 6 1234567',
			'+225 (0) 701234567',
			'+57 (0)3211234567',
			'+999 (0) 12345',
			'+43 (0660) 1234567',
			'+43 (0) (0) 660 1234567',
			'+43 660 (0) 1234567',
		],
		[
			'must be one phone number and nothing else',
			'+33639981234 / +33639981235',
			'33639981234; 33639981235',
			'33639981234 or 33639981235',
			'+43 660 1234567-8',
			'+43 660 1234567/12',
			'(660) 12345678',
			'+33639981234 x12',
			'+33639981234 ext. 12',
			'+33639981234#12',
			'+33639981234;ext=12',
		],
		[
			'must have as many digits as its country code asks for',
			'+33 6 39 98 12',
			'639981234',
			'33639981234 33639981235',
			'12345678',
		],
		['must have 8 to 15 digits with the country code', '9991234', '9991234567890123'],
		['must begin with a country code that exists', '991234567', '80501234567', '+2101234567'],
		[
			'must be a phone number',
			43660123456.25,
			-436601234567,
			'VX9cC2xFmkw4UTP',
			'+33 6 39A',
			'৪৩৬৬',
		],
	]);

	test.each([
		[
			'639981234',
			'Check “639981234”: country code 63 is followed by 6, 8, 9 or 10 digits, not by 7. A number without its country code needs it in front.',
		],
		[
			'+63 998 1234',
			'Check “+63 998 1234”: country code 63 is followed by 6, 8, 9 or 10 digits, not by 7.',
		],
		[
			'+44 7700 9A',
			'Write “+44 7700 9A” in digits alone, with the country code in front, such as 44.',
		],
		...['hello', 'VX9cC2xFmkw4UTP', '৪৩৬৬', '-436601234567'].map((text) => [
			text,
			`Write a number such as +33 6 39 98 12 34 in place of “${text}”.`,
		]),
		[
			'06 39 98 12 34',
			'Replace the leading 0 of “06 39 98 12 34” with the country code, such as 33 for France.',
		],
	])('%s is refused with what was read', (text, nextStep) => {
		expect(() => normalizePhone(text)).toThrow(expect.objectContaining({ nextStep }) as Error);
	});

	test.each<[string, ReturnType<typeof describePhone>]>([
		['4915112345678', { country: 'DE', type: 'MOBILE' }],
		['33139980112', { country: 'FR', type: 'FIXED_LINE' }],
		['12025550123', { country: 'US', type: 'FIXED_LINE_OR_MOBILE' }],
		// Numbers without their country code begin with another one, in which their range doesn't exist.
		['2025550123', { country: 'EG' }],
		['15112345678', {}],
		['11912345678', {}],
		['33039981234', { country: 'FR' }],
		['375802912345', { country: 'BY' }],
		['21912345678', {}],
	])('%s is described by its country and its type', (phone, description) => {
		expect(describePhone(phone)).toEqual(description);
	});

	test('means the same however it is spelled', () => {
		const separator = fc.constantFrom('', ' ', '-', '.', ' - ', '\u00a0', '\u2011', '\t');
		const number = fc.stringMatching(/^999[0-9]{5,12}$/);
		const prefix = fc.constantFrom('', '+', '00', '+ ', ' +', 'tel:', "'");
		const gaps = fc.array(separator, { minLength: 15, maxLength: 15 });
		fc.assert(
			fc.property(number, prefix, gaps, (digits, before, between) => {
				const text = before + [...digits].map((digit, at) => digit + between[at]).join('');
				// One dot with zeros or a single digit behind it may be decimals.
				fc.pre(!/^[^.]+\.(0+|\d)\s*$/.test(text));
				// Such an end may be an extension.
				fc.pre(!/(\/\s*\d{1,2}|[-\u2010-\u2015]\s*\d)\s*$/.test(text));
				expect(normalizePhone(text)).toBe(digits);
			}),
		);
	});
});

describe("libphonenumber's example numbers", () => {
	const examples = jest.requireActual<Examples>('libphonenumber-js/examples.mobile.json');
	const numbers = getCountries().flatMap((region) => getExampleNumber(region, examples) ?? []);

	/** The number with its plus sign; undefined for a refused text. */
	const read = (text: string): string | undefined => {
		try {
			return `+${normalizePhone(text)}`;
		} catch (error) {
			if (error instanceof InputError) return undefined;
			throw error;
		}
	};

	test('are read in every usual notation, but for those of fewer than 8 digits', () => {
		expect(numbers.length).toBeGreaterThan(240);
		const unread = numbers.flatMap((number) => {
			const dialed = number.number.slice(1);
			const texts = [dialed, number.number, `00${dialed}`, number.format('RFC3966')];
			const spaced = number.formatInternational();
			const all = [...texts, spaced, spaced.replaceAll(' ', '-'), spaced.replaceAll(' ', '.')];
			return all.filter((text) => read(text) !== number.number);
		});
		expect(unread.filter((text) => text.replace(/^00|\D/g, '').length >= 8)).toEqual([]);
	});

	test('are read with the (0) of countries that have one, such as Austria, Great Britain and Japan', () => {
		const withZero = numbers.filter(({ countryCallingCode, nationalNumber, number }) => {
			return read(`+${countryCallingCode} (0)${nationalNumber}`) === number;
		});
		const regions = withZero.map(({ country }) => country);
		expect(regions).toEqual(expect.arrayContaining(['AT', 'AU', 'DE', 'FR', 'GB', 'JP', 'KR']));
		for (const region of ['IT', 'CI', 'GA', 'CG', 'US', 'ES'])
			expect(regions).not.toContain(region);
	});

	test('are never read as another number, whatever zero, extension or second number is with them', () => {
		const texts = numbers.flatMap((number) => {
			const { countryCallingCode: code, nationalNumber, number: full } = number;
			const national = number.formatNational();
			return [
				...['(0)', ' (0) ', '0', ' 0', ' 00', ' (00)', ' 8', ' 1'].map(
					(zero) => `+${code}${zero}${nationalNumber}`,
				),
				`+${code} ${national}`,
				`+${code} (${national})`,
				...[' / ', ';', ' or ', ' ', '\n'].map((between) => full + between + full),
				...[' x12', ' ext. 12', '#12', ';ext=12', ' p12'].map((extension) => full + extension),
				`+${code} ${nationalNumber.slice(0, 2)} (0) ${nationalNumber.slice(2)}`,
			];
		});
		const differs = (text: string) => {
			const own = read(text);
			// The 1 of Mexico's old mobile numbers, which the library keeps, is left out.
			const other = parsePhoneNumberFromString(text)?.number.replace(/^\+521(?=\d{10}$)/, '+52');
			return own !== undefined && own !== other;
		};
		expect(texts.filter(differs)).toEqual([]);
	});

	test('with digits lost, added, changed or set apart are read as libphonenumber reads them, or as written', () => {
		const zero = fc.constantFrom('', '', ' (0)', '0');
		const place = fc.integer({ min: 1, max: 18 });
		const change = fc.tuple(
			place,
			fc.nat(1),
			fc.constantFrom('', '(', ')', ' ', '/', '.', '(0)', ...'0123456789'),
		);
		const changes = fc.array(change, { maxLength: 4 });
		fc.assert(
			fc.property(fc.constantFrom(...numbers), zero, changes, (number, between, edits) => {
				const { countryCallingCode: code, nationalNumber } = number;
				const text = edits.reduce(
					(before, [at, lost, put]) => before.slice(0, at) + put + before.slice(at + lost),
					`+${code}${between}${nationalNumber}`,
				);
				const own = read(text);
				if (own === undefined) return;
				const other = parsePhoneNumberFromString(text);
				const written = `+${text.replace('(0)', '').replace(/\D/g, '')}`;
				const ofMexico = written.replace(/^\+521(?=\d{10}$)/, '+52');
				const invalid = [other?.number, written, ofMexico];
				expect(other?.isValid() ? [other.number] : invalid).toContain(own);
			}),
			{ numRuns: 2_000 },
		);
	});
});
