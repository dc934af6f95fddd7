import {
	getCountries,
	getExampleNumber,
	type CountryCode,
	type Examples,
} from 'libphonenumber-js/max';
import { countryWritten, declaredPhone, readNumberCountry } from '../../platform/declaredNumber';
import { tried } from '../../platform/input';
import { readPhone } from '../../platform/nationalNumber';
import { alike, gives, refuses } from '../support/examples';

const inShort = (value: unknown, country: CountryCode | '') => {
	const { phone, readAs, other, type } = readPhone(value, country);
	return [phone, readAs, ...(other ? [other] : []), ...(type ? [] : ['not valid'])].join(' ');
};

const no = 'no number';
const read = (value: unknown, country: CountryCode | ''): string => {
	try {
		return inShort(value, country);
	} catch {
		return no;
	}
};

gives('a number', read, [
	['0151 12345678', 'DE', '4915112345678 national'],
	['15112345678', 'DE', '4915112345678 nationalWithoutZero'],
	['+49 151 12345678', 'DE', '4915112345678 international'],
	['4915112345678', 'DE', '4915112345678 international'],
	['3912345678', 'IT', '393912345678 national'],
	['55912345678', 'BR', '5555912345678 national'],
	// Near Frankfurt (Oder), or in France.
	['33612345678', 'DE', '4933612345678 twoWays 33612345678'],
	// Czech numbers of twelve digits aren't mobile phones.
	['963944567890', 'CZ', '963944567890 international'],
	['(011) 91234-5678', 'BR', '5511912345678 national'],
	['21912345678', 'BR', '5521912345678 national'],
	['(202) 555-0123', 'US', '12025550123 national'],
	['89161234567', 'RU', '79161234567 national'],
	['06 20 123 4567', 'HU', '36201234567 national'],
	['201234567', 'HU', '36201234567 national'],
	['701234567', 'CI', '2250701234567 nationalWithoutZero'],
	['347 123 4567', 'IT', '393471234567 national'],
	['712345670', 'KE', '254712345670 nationalWithoutZero'],
	// An extension makes no longer number; a sign of the number's own groups does.
	['0664/1234567-12', 'AT', no],
	['0664 1234567 - 569', 'AT', no],
	['0664 1234567.12', 'AT', no],
	['0664 1234567 / 569', 'AT', no],
	['+43 664 1234567-569', '', no],
	['0664-1234567-12', 'AT', '43664123456712 national'],
	['0664 123-456', 'AT', '43664123456 national'],
	['15112345678.0', 'DE', '4915112345678 nationalWithoutZero'],
	['0812-3456-788 (2)', 'ID', no],
	['040 123 4568 (223)', 'FI', no],
	// Dates are as long as landlines.
	['01.05.1980', 'DE', no],
	['1980-05-01', 'DE', no],
	// Numbers in ranges for fiction have the length of others, and aren't assigned.
	['639980101', 'FR', '33639980101 nationalWithoutZero not valid'],
	['07700 900123', 'GB', '447700900123 national not valid'],
	// Without a country a number is international or none, and these aren't valid there.
	['2025550123', '', '2025550123 international not valid'],
	// It would have its code in a group of its own.
	['202-555-0124', '', no],
	// It exists in Egypt, in groups of two, four and four.
	['201-555-0123', '', no],
	['201-555-0123', 'FR', no],
	['202 555 0124', 'FR', no],
	['20 1555 0123', '', '2015550123 international'],
	['5511 91234-5678', 'BR', '5511912345678 international'],
	['33 6 39 98 01 01', '', '33639980101 international not valid'],
	['43 (0) 660 1234567', 'AT', '436601234567 international'],
	['(0) 660 1234567', 'AT', '436601234567 national'],
	['43 (0660) 1234567', 'AT', no],
	['15112345678', 'FR', '15112345678 international not valid'],
	...(['06 39 98 01 01', '(202) 555-0123'] as const).map((text): [string, '', string] => [
		text,
		'',
		no,
	]),
	...(
		[
			['0151 12345678', 'ES'],
			['49 0151 12345678', 'DE'],
			// A mobile number that lost digits, or a landline near Emden.
			['49151123456', 'DE'],
			['555-0123', 'US'],
			['011 44 7700 900123', 'US'],
			// A mobile number of old, or a landline of Novara whose zero was lost.
			['321123456', 'IT'],
			['0151 12345678-9', 'DE'],
			['06 39 98 01 01 ::: 06 39 98 01 02', 'FR'],
			['', 'FR'],
		] as const
	).map(([text, country]): [unknown, CountryCode, string] => [text, country, no]),
]);

/** The lines of the table of `chosen` (platform/nationalNumber.ts), each with its examples. */
const lines: [way: 'foreign' | 'own' | 'neither' | 'two ways', examples: string][] = [
	['foreign', '33612345678 FR, 4930302017 DE, 447400123456 GB'],
	['foreign', '4915123456789 ES, 4915123456789 BR, 4915123456789 PT'],
	['own', '015123456789 DE, 286692 DE, 627740 DE'],
	['foreign', '5511961234567 BR, 551755604744 BR, 5521961234567 BR'],
	['foreign', '4915123456789 DE, 4915889191435 DE, 4917612345678 DE'],
	['neither', '49462160277 DE, 4939047097 DE, 39481870 IT'],
	['own', '396589092 DE, 432445100 PL, 8653398908 BR'],
	['neither', '9593584378 DE, 491009883 AT, 9602907878 GB'],
	['two ways', '33612345678 DE, 15123456789 DE, 6481683 PL'],
];
test.each(lines)('digits are read as %s: %s', (way, examples) => {
	const expected = { foreign: / international/, own: / national/, neither: /^no number$/ };
	for (const example of examples.split(', ')) {
		const [digits, country] = example.split(' ') as [string, CountryCode];
		const found = read(digits, country);
		expect(found).toMatch(way === 'two ways' ? / twoWays / : expected[way]);
	}
});

gives('a country of numbers', readNumberCountry, [
	...alike<unknown>('', '', undefined, null),
	...alike('FR', 'FR', ' fr '),
]);
refuses('a country of numbers', readNumberCountry, [['must be a country', 'XX', 'France', '33']]);

gives('the country of one number', countryWritten, [
	...alike<unknown>('FR', 'FR', 'fr ', '33', 33, '+33', '0033', "'+33", '33.0'),
	...alike<unknown>('', '', undefined, ' '),
	['+1', 'US'],
]);
refuses('the country of one number', countryWritten, [
	['must not have a country that is unknown', 'Atlantis', '0151', '999', 'XX', '+33 6'],
]);

const declared = (twoWays: '' | 'national' | 'international', sendAsEntered = false) =>
	declaredPhone({ country: 'DE', twoWays, sendAsEntered });

test('digits that could be two numbers are refused until somebody says which', () => {
	const read = declared('');
	expect(() => read('33612345678')).toThrow('must not be two numbers at once');
	expect(declared('national')('33612345678').phone).toBe('4933612345678');
	expect(declared('international')('33612345678').phone).toBe('33612345678');
	expect(declared('international')('15112345678').phone).toBe('4915112345678');
});

test('a test number is read as entered, but nothing that could be a number of somebody else', () => {
	const read = declared('', true);
	expect(read('12345').phone).toBe('12345');
	expect(read('0151 12345678').phone).toBe('4915112345678');
	expect(() => read('33612345678')).toThrow('must not be two numbers at once');
	expect(() => declaredPhone({ sendAsEntered: true })('201-555-0123')).toThrow(
		'must include the country code',
	);
});

describe("libphonenumber's example numbers", () => {
	const examples = jest.requireActual<Examples>('libphonenumber-js/examples.mobile.json');
	const numbers = getCountries().flatMap((region) => getExampleNumber(region, examples) ?? []);
	const short = (digits: string) => digits.length < 8;

	/** The texts that are read as another number, each with its reading. A refused text (`no`) isn't among them. */
	const othersOf = (texts: string[], country: CountryCode | '', own: string) =>
		texts
			.map((text) => [text, read(text, country)] as const)
			.filter(([, way]) => way !== no && !way.split(' ').includes(own))
			.map(([text, way]) => `${text} ${country} ${way}`);

	test('are right in their own country, or asked, whether or not their zero is there', () => {
		const unread: string[] = [];
		const others: string[] = [];
		for (const number of numbers) {
			const { country = '' } = number;
			const national = number.formatNational();
			const digits = national.replace(/\D/g, '');
			const own = number.number.slice(1);
			const withCode = [number.number, `00${own}`, number.formatInternational(), own];
			const without = [national, digits, digits.replace(/^0/, ''), number.nationalNumber];
			const texts = [...withCode, ...without, national.replaceAll(' ', '-'), `'${digits}`];
			others.push(...othersOf(texts, country, own));
			if (short(own)) continue;
			unread.push(
				...texts.filter((text) => read(text, country) === no).map((t) => `${t} ${country}`),
			);
		}
		expect(others).toEqual([]);
		// Seven digits are a number of old in Gabon.
		expect(unread).toEqual(['6031234 GA']);
	});

	test('with their country code are never another number under any country', () => {
		const others: string[] = [];
		for (const [at, number] of numbers.entries()) {
			const own = number.number.slice(1);
			const spaced = number.formatInternational();
			const countries = getCountries().filter((_, index) => index % 7 === at % 7);
			for (const country of ['' as const, ...countries]) {
				others.push(...othersOf([own], country, own));
			}
			const [country = 'FR'] = countries;
			others.push(...othersOf([number.number, `00${own}`, spaced, spaced.slice(1)], country, own));
		}
		expect(others).toEqual([]);
	});

	test('are right or refused with their country or calling code in a column', () => {
		const other = declaredPhone({ country: 'US' });
		const wrong: string[] = [];
		let right = 0;
		for (const number of numbers) {
			const { country, countryCallingCode: code, nationalNumber } = number;
			const own = number.number.slice(1);
			const digits = number.formatNational().replace(/\D/g, '');
			for (const column of [country, code, `+${code}`, `00${code}`, Number(code)]) {
				for (const text of [number.formatNational(), digits, nationalNumber, own, `+${own}`]) {
					const read = tried(() => other(text, countryWritten(column)).phone);
					if (read === own) right += 1;
					else if (read !== undefined) wrong.push(`${String(column)} ${text} ${read}`);
				}
			}
		}
		expect(wrong).toEqual([]);
		expect(right).toBeGreaterThan(numbers.length * 25 * 0.95);
	});

	test('without country and code are refused or not valid, but for a few that another country has', () => {
		const valid = numbers.filter((number) => {
			const way = read(number.formatNational().replace(/\D/g, ''), '');
			return way !== no && !way.includes('not valid');
		});
		expect(valid.length).toBeLessThan(numbers.length / 20);
	});
});
