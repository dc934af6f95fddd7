import { count, number, price, timeIn } from '../../platform/figureWords';
import { quoted } from '../../platform/input';
import { inLanguage, listing, say, speech, translated, type Speech } from '../../platform/say';

const german: Speech = {
	catalog: {
		'{0} of {1} wait': 'Von {1} warten {0}',
		'row|rows': { one: '{0} Zeile', other: '{0} Zeilen' },
		Draft: 'Entwurf',
		'“{0}”': '„{0}“',
	},
	tag: 'de',
	direction: 'ltr',
	locale: 'de',
	asked: '',
};
const arabic: Speech = {
	...german,
	catalog: { 'row|rows': { two: 'صفان', few: '{0} صفوف', other: '{0} صف' } },
	locale: 'ar-u-nu-latn',
};
const texts = () => [
	say`${2} of ${'all'} wait`,
	count(1, 'row'),
	count(2000, 'row'),
	translated('Draft'),
	say`Not translated ${1}`,
	count(1, 'day'),
	number(1234.5),
	timeIn('UTC', '2026-10-05T08:00:00Z'),
	listing([5, 7, 9]),
	listing([5, 7], 'more'),
	translated(quoted('x')),
	price(4.5, 'EUR'),
];
const english = [
	...['2 of all wait', '1 row', '2,000 rows', 'Draft', 'Not translated 1', '1 day'],
	...['1,234.5', '5 Oct 2026, 08:00', '5, 7, 9', '5, 7 and more', '“x”', '4.50 EUR'],
];

it('texts are English outside a language', () => {
	expect(texts()).toEqual(english);
});

it('texts are those of the language, with blanks in its order; a missing one is English', () => {
	expect(inLanguage(german, texts)).toEqual([
		...['Von all warten 2', '1 Zeile', '2.000 Zeilen', 'Entwurf', 'Not translated 1', '1 day'],
		...['1.234,5', '5. Okt. 2026, 08:00', '5, 7 und 9', '5, 7 und more', '„x“', '4,50 EUR'],
	]);
});

it.each([
	[2, 'صفان'],
	[5, '5 صفوف'],
	[100, '100 صف'],
])('%d rows have their plural form', (value, words) => {
	expect(inLanguage(arabic, () => count(value, 'row'))).toBe(words);
});

it('a value that looks like a blank stays as it is', () => {
	expect(say`${'{1}'} and ${'x'}`).toBe('{1} and x');
});

it('the former language is back after an error, and after one within another', () => {
	const fail = () => {
		throw new Error('none');
	};
	expect(() => inLanguage(german, fail)).toThrow('none');
	expect(speech().tag).toBe('en');
	const tags = inLanguage(german, () => [
		inLanguage({ ...arabic, tag: 'ar' }, () => speech().tag),
		speech().tag,
	]);
	expect(tags).toEqual(['ar', 'de']);
});
