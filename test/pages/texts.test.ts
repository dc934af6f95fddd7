import { en, languageFor, shipped } from '../../pages/languages';
import { layouts, layoutOf } from '../../pages/layouts';
import type { Flow } from '../../pages/offer';
import { missingIn, namesOf, readOwnTexts, textNamed, wordsIn } from '../../pages/words';

const places = ['page', 'offer', 'sell', 'cancel', 'guard', 'return'];
const names = namesOf(...places);

it('each text has a place on a page', () => {
	expect(names).toEqual(Object.keys(en));
});

describe.each(Object.keys(shipped))('in %s', (language) => {
	it('no text is missing', () => {
		expect(missingIn(language, {}, names)).toEqual([]);
		expect(Object.keys(shipped[language] ?? {})).toEqual(names);
	});

	it('texts have the same placeholders as in English, and no blank at an end', () => {
		const blanksOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([one]) => one).sort();
		for (const name of names) {
			const text = textNamed(name, language, {});
			expect([name, blanksOf(text), text.trim()]).toEqual([name, blanksOf(en[name]), text]);
		}
	});
});

it.each(
	Object.entries(layouts).flatMap(([flow, pages]) =>
		Object.keys(pages).map((name): [Flow, string] => [flow as Flow, name]),
	),
)('%s has texts for its page %s', (flow, name) => {
	const { title, texts } = layoutOf(flow, { outcome: name }, '');
	for (const text of [title, ...texts]) expect(names).toContain(text);
});

describe('texts of a merchant', () => {
	const dutch = { 'sell.order': 'Abonneren en betalen' };
	const language = languageFor({ link: 'nl-BE', browser: '', setting: '' }, ['en', 'nl']);

	it('override those of the package; missing ones are in English, also in English of their own', () => {
		const own = { nl: dutch, en: { 'sell.again': 'Once more' } };
		const words = wordsIn(language, own, {});
		expect(words.plain('sell.order')).toBe('Abonneren en betalen');
		expect(words.plain('sell.again')).toBe('Once more');
		expect(words.plain('sell.pin.label')).toBe('PIN');
		expect(missingIn('nl', own, namesOf('sell'))).toEqual(
			namesOf('sell').filter((name) => name !== 'sell.order'),
		);
	});

	it('change single texts of a language that comes with the package', () => {
		const own = { fr: { 'sell.again': 'Encore' } };
		expect(textNamed('sell.again', 'fr', own)).toBe('Encore');
		expect(textNamed('sell.order', 'fr', own)).toBe('S’abonner et payer');
		expect(missingIn('fr', own, names)).toEqual([]);
	});

	it('are read as JSON or as an object', () => {
		expect(readOwnTexts(JSON.stringify({ nl: dutch }))).toEqual({ nl: dutch });
		expect(readOwnTexts({ nl: dutch })).toEqual({ nl: dutch });
		expect(readOwnTexts('')).toEqual({});
	});

	it.each<[unknown, string]>([
		['{"nl": ', 'must be JSON'],
		[{ nl: 'x' }, 'must hold the texts of each language'],
		[{ nl: { 'sell.order': 1 } }, 'must hold texts'],
		[{ nl: { 'sell.odrer': 'x' } }, 'has a text “sell.odrer” that no page shows'],
		[{ nl: { constructor: 'x' } }, 'has a text “constructor” that no page shows'],
		[{ 'not a tag': dutch }, 'must be the code of a language'],
	])('%j are refused: it %s', (texts, message) => {
		expect(() => readOwnTexts(texts)).toThrow(message);
	});
});
