import { draftCampaign, type Draft } from '../../campaign/draft';
import { answerDesk } from '../../desk/answerDesk';
import { catalogs, inReadersLanguage } from '../../desk/language';
import { settingsIn } from '../../desk/planProblems';
import { openCsv } from '../../lists/csv';
import { sentenceOf } from '../../lists/questions';
import type { ListSettings } from '../../lists/propose';
import type { SettingName } from '../../lists/readingSettings';
import { settingOptions } from '../../lists/settingChoices';
import { InputError } from '../../platform/input';
import { inEnglish, phrase } from '../../platform/say';
import { readCampaign } from '../../nodes/MobileDataCampaign/tables';
import { keys, now, textOf } from '../support/campaign/pages';
import { readRows } from '../support/readLists';

const questionsOn = (text: string, said: ListSettings = {}) =>
	readRows(openCsv(text.replaceAll(' | ', '\n')).records, said).questions;

/** The page of a draft that was stored with the questions on a list, and with an error of a field. */
function pageIn(lang: string, draft: Partial<Draft>): string {
	const entered = { campaign: 'spring', budget: '-5' };
	const whole = { columns: [], questions: [], problems: [], entered, ...draft };
	const stored = { ...draftCampaign(whole, keys, now), id: 1 };
	const asked = { campaigns: [readCampaign(stored)], wrong: [], services: [], entered: {}, now };
	const answer = answerDesk({
		...asked,
		...{ query: { lang }, draftKey: keys.viewKey, isBrowser: true, approver: 'login' },
		...{ isTest: false, settings: {}, zone: 'UTC', token: 't', pageUrl: 'p', deskUrl: 'd' },
	});
	// Without the marks that isolate a value (say.test.ts).
	return textOf(answer.body).replace(/[\u2068\u2069]/g, '');
}

const unit = 'Phone,Data | +33639980101,5 | +33639980102,7';

it.each<[string, string, ListSettings, string]>([
	['de', unit, {}, '2 Mengen ohne Einheit, zum Beispiel „5“, „7“: MB oder GB?'],
	['ar', unit, {}, 'كميتان بلا وحدة، مثل «5» و«7»: MB أم GB؟'],
	[
		'de',
		'Phone,MB | 0151 23456789,5',
		{},
		'1 Nummer ohne Ländervorwahl, zum Beispiel „0151 23456789“. Aus welchem Land ist sie?',
	],
	[
		'ar',
		'Phone,MB | 0151 23456789,5',
		{},
		'رقم واحد بلا رمز بلد، مثل «0151 23456789». من أي بلد هو؟',
	],
	[
		'de',
		'Phone,MB | 51987654321,5',
		{ country: 'BR' },
		'1 Nummer aus zwei möglichen Ländern. „51987654321“: Brasilien (+55) (Aus dem Land) oder Peru (+51) (International)?',
	],
	['de', 'Phone,MB | +33639980101,1.500', {}, 'Ist „1.500“ 1,5 (Punkt) oder 1500 (Komma)?'],
	['de', 'Phone,City | +33639980101,x', {}, 'Die Liste hat keine Spalte mit Mengen.'],
	['ar', 'Phone,City | +33639980101,x', {}, 'لا يوجد في القائمة عمود فيه كميات.'],
	[
		'de',
		'Phone,MB,Opt-out | +33639980101,5,yes',
		{},
		'Möglicherweise als „erhält nichts“ markiert: 1 Zeile; „Opt-out“ sagt „yes“. Auslassen?',
	],
])('in %s, the page of a draft asks about %j with %j', (lang, text, said, words) => {
	expect(pageIn(lang, { questions: questionsOn(text, said) })).toContain(words);
});

it.each([
	['de', '„Budget (MB)“ muss eine Zahl über 0 sein. Schreiben Sie statt „-5“ eine Menge über 0'],
	['ar', '«الميزانية (MB)» يجب أن يكون عددًا موجبًا. اكتب كمية أكبر من 0 بدل «-5»'],
	['en', "'Budget (MB)' must be a positive number. Write an amount above 0 in place of “-5”"],
])('in %s, the page of a draft says %j of a wrong field', (lang, words) => {
	const entered = { settings: { name: 'spring', serviceKey: 'LOYALTYDATA01', budget: '-5' } };
	const { problems } = settingsIn(entered, { others: [], zone: 'UTC', now });
	expect(pageIn(lang, { problems })).toContain(words);
});

const lists: [string, ListSettings][] = [
	[unit, {}],
	['Phone,MB | 0151 23456789,5 | 0151 23456780,5', {}],
	['Phone,MB | 51987654321,5', {}],
	['Phone,MB | 3903466680,5', {}],
	['Phone,MB | 51987654321,5', { country: 'BR' }],
	['billing_country,Phone,MB | DE,0151 23456789,5', {}],
	['billing_country,Phone,MB | DE,17604069001,5', {}],
	['Phone,MB | +33639980101,1.500', {}],
	['Phone,MB,Opt-out | +33639980101,5,yes', {}],
	['Ada,+33639980101,5 MB | Phone,MB,x', {}],
	['Phone,City | +33639980101,x', {}],
	['City,MB | x,5', {}],
	['Phone,Offer,Other | +33639980101,5 MB,5 MB', {}],
	['Phone,MB | +33639980101,7', { defaultAmount: 5 }],
];

it.each(Object.keys(catalogs))('in %s, every question on a list is translated', (lang) => {
	const english = lists.map(([text, said]) => questionsOn(text, said).map(sentenceOf));
	expect(english.every(({ length }) => length > 0)).toBe(true);
	const own = inReadersLanguage({ query: { lang } }, () =>
		lists.map(([text, said]) => questionsOn(text, said).map(sentenceOf)),
	);
	for (const [at, words] of own.flat().entries()) {
		expect(words).not.toBe(english.flat()[at]);
		expect(words).not.toMatch(/\{\d\}|\b(?:the|of|country|which)\b/);
	}
});

it.each(['en', ...Object.keys(catalogs)])('in %s, a question names its answers', (lang) => {
	inReadersLanguage({ query: { lang } }, () => {
		const questions = lists.flatMap(([text, said]) => questionsOn(text, said));
		for (const question of questions) {
			const { field } = question;
			const isOfDigits = field === 'country' && !sentenceOf(question).includes('0151');
			const isNamed = ['twoWays', 'unit', 'decimal', 'firstRow'].includes(field);
			const options = isNamed || isOfDigits ? settingOptions(field as SettingName) : [];
			const answers = isOfDigits ? options.slice(0, 1) : options;
			for (const [, words] of answers) expect(sentenceOf(question)).toContain(words);
		}
	});
});

it('an error is in English for programs, wherever it comes up', () => {
	const error = inReadersLanguage({ query: { lang: 'de' } }, () => {
		return new InputError('is required', phrase`Replace ${'x'}.`);
	});
	expect([error.message, error.nextStep]).toEqual(['is required', 'Replace x.']);
	expect(inEnglish(error.sentence('Budget'))).toBe("'Budget' is required. Replace x.");
});
