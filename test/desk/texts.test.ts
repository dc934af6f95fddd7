import { catalogs } from '../../desk/language';
import { formsOf, missingTexts, textsInCode } from '../../scripts/deskTexts';

/** Languages whose translation has all texts. */
const complete = Object.keys(catalogs);

const known = textsInCode();
const blanksOf = (text: string) => [...text.matchAll(/\{\d+\}/g)].map(([one]) => one).sort();
const endsOf = (text: string) => [/^\s/.test(text), /\s$/.test(text)];

it('texts of each kind are found in the code', () => {
	expect(known.get('{0} in doubt')).toBe('text');
	expect(known.get('Waiting for approval')).toBe('text');
	expect(known.get('row|rows')).toBe('plural');
});

it('every language has the same catalog to fill', () => {
	for (const language of Object.keys(catalogs)) {
		const all = [...Object.keys(missingTexts(language)), ...Object.keys(catalogs[language] ?? {})];
		expect(all.sort()).toEqual([...known.keys()].sort());
	}
});

/** Quotes in texts that are no labels, such as a column of a list, and what may be written into a field. */
const quotedExamples = ['country', 'Winner: yes, Left: no'];
const quoted = [...known.keys()].flatMap((text) =>
	[...text.matchAll(/“([^“”{}]+)”|(?<!\w)'([A-Z][^']*)'(?!\w)/g)]
		.map(([, button, field = '']) => [text, button ?? field] as const)
		.filter(([, label]) => !quotedExamples.includes(label)),
);

it.each(quoted)('the text “%s” names %s by its label, in all languages', (text, label) => {
	expect([...known.keys()]).toContain(label);
	for (const catalog of Object.values(catalogs)) {
		expect(catalog[text]).toContain(catalog[label]);
	}
});

describe.each(Object.entries(catalogs))('in %s', (language, catalog) => {
	it('each text is one of the code, with its blanks and the spaces at its ends', () => {
		for (const [key, translation] of Object.entries(catalog)) {
			const kind = typeof translation === 'string' ? 'text' : 'plural';
			expect([key, known.get(key)]).toEqual([key, kind]);
			if (typeof translation !== 'string') continue;
			expect([key, blanksOf(translation)]).toEqual([key, blanksOf(key)]);
			expect([key, endsOf(translation)]).toEqual([key, endsOf(key)]);
			expect(translation).not.toBe('');
		}
	});

	it('each counted noun has the plural forms of the language', () => {
		for (const [key, forms] of Object.entries(catalog)) {
			if (typeof forms === 'string') continue;
			expect([key, Object.keys(forms).sort()]).toEqual([key, formsOf(language)]);
			for (const form of Object.values(forms)) {
				expect(form).toMatch(/\S/);
				expect(form.replaceAll('{0}', '')).not.toContain('{');
			}
			expect(forms.other).toContain('{0}');
		}
	});
});

it('no text is missing in a complete language', () => {
	for (const language of complete)
		expect([language, missingTexts(language)]).toEqual([language, {}]);
});
