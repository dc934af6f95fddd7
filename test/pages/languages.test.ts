import { languageFor, shipped } from '../../pages/languages';
import { dayWords, priceWords } from '../../pages/offer';

const names = Object.keys(shipped);
const none = { link: '', browser: '', setting: '' };

it.each<[object, string, string, string]>([
	[{ link: 'fr', browser: 'de', setting: 'es' }, 'fr', 'fr', 'ltr'],
	[{ browser: 'nl, de-AT;q=0.8, fr;q=0.9', setting: 'es' }, 'fr', 'fr', 'ltr'],
	[{ browser: 'de-AT,de;q=0.9', setting: 'es' }, 'de', 'de-AT', 'ltr'],
	[{ link: 'xx', setting: 'es' }, 'es', 'es', 'ltr'],
	[{ link: '"><script>', browser: '*', setting: '' }, 'en', 'en-GB', 'ltr'],
	[{ link: 'pt' }, 'pt', 'pt-PT', 'ltr'],
	[{ link: 'pt-BR' }, 'pt', 'pt-BR', 'ltr'],
	[{ link: 'sr' }, 'sr-Latn', 'sr-Latn', 'ltr'],
	[{ browser: 'sr-Cyrl-RS' }, 'sr-Latn', 'sr-Latn-RS', 'ltr'],
	[{ link: 'ar-EG' }, 'ar', 'ar-EG', 'rtl'],
])('%j is answered in %s, with numbers as in %s', (asked, tag, locale, direction) => {
	expect(languageFor({ ...none, ...asked }, names)).toMatchObject({ tag, locale, direction });
});

it('a language that the merchant added is chosen, in its direction', () => {
	expect(languageFor({ ...none, link: 'he' }, [...names, 'he'])).toMatchObject({
		name: 'he',
		direction: 'rtl',
	});
});

it('the languages of a browser are sorted by preference, without those it refuses', () => {
	const browser = 'da, en-GB;q=0.8, fr;q=0, en;q=0.7, de;q=0.9';
	const localeAmong = (...known: string[]) =>
		languageFor({ ...none, browser, setting: 'es' }, [...known, 'es']).locale;
	expect(localeAmong('fr', 'en', 'de', 'da')).toBe('da');
	expect(localeAmong('fr', 'en', 'de')).toBe('de');
	expect(localeAmong('fr', 'en')).toBe('en-GB');
	expect(localeAmong('fr')).toBe('es');
});

const language = (link: string) => languageFor({ ...none, link }, names);
it.each([
	['en', '€1,002.99', '28 Nov 2026'],
	['en-US', '€1,002.99', 'Nov 28, 2026'],
	['fr', '1 002,99 €', '28 nov. 2026'],
	['de', '1.002,99 €', '28.11.2026'],
	['es', '1002,99 €', '28 nov 2026'],
	['pt', '1002,99 €', '28/11/2026'],
	['sr', '1.002,99 €', '28. 11. 2026.'],
	['ar-EG', '١٬٠٠٢٫٩٩ €', '٢٨/١١/٢٠٢٦'],
])('%s writes prices as %s and days as %s', (link, price, day) => {
	const plain = (text: string) => text.replace(/[\u200e\u200f]/g, '').replace(/\s/g, ' ');
	expect(plain(priceWords(language(link), '1002.99', 'EUR'))).toBe(price);
	expect(plain(dayWords(language(link), '2026-11-28T12:00:00Z', 'Europe/Vienna'))).toBe(day);
});
