import { answerPage } from '../../desk/answer';
import { answerWrong } from '../../desk/answerWrong';
import { recordPage } from '../../desk/customerRecord';
import { catalogs, inReadersLanguage } from '../../desk/language';
import type { DeskRequest } from '../../desk/http';
import type { Catalog } from '../../platform/say';
import { webhookRequest } from '../../nodes/MobileDataCampaign/stored';
import { keys, now, running } from '../support/campaign/pages';

const german: Catalog = {
	Running: 'Läuft',
	Pause: 'Anhalten',
	Given: 'Zugeteilt',
	'row|rows': { one: '{0} Zeile', other: '{0} Zeilen' },
	'{0} of {1} done, {2}%{3}': '{3}{0} von {1} erledigt: {2} %',
	', {0} failed': '{0} fehlgeschlagen, ',
	'Nothing was changed: {0}': 'Nichts wurde geändert: {0}',
	'the campaign is “{0}”.': 'die Aktion ist „{0}“.',
};
const program = 'application/json';
const asking = (own: Partial<DeskRequest>): DeskRequest => {
	const { query, ...more } = own;
	return { body: {}, accept: 'text/html', ...more, query: { key: keys.controlKey, ...query } };
};

function answerTo(own: Partial<DeskRequest>) {
	const { campaign, pieces } = running();
	const request = asking(own);
	const input = { campaign, pieces, lists: pieces, wrong: [], namesakes: [campaign], request };
	return answerPage({ ...input, zone: 'UTC', deskAddress: 'desk', now }).answer;
}

beforeEach(() => {
	jest.replaceProperty(catalogs, 'de', german);
	jest.replaceProperty(catalogs, 'ar', { Running: 'قيد التشغيل' });
});

it.each<[string, Partial<DeskRequest>]>([
	['the link', { query: { lang: 'de' }, languages: 'fr' }],
	['the browser', { languages: 'de-AT,de;q=0.9,en;q=0.8' }],
])("a campaign's page is in the language of %s", (_, own) => {
	const body = answerTo(own)?.body ?? '';
	expect(body).toContain('<html lang="de" dir="ltr">');
	for (const text of ['Läuft', 'Anhalten', 'Zugeteilt', 'von 12 Zeilen erledigt']) {
		expect(body).toContain(text);
	}
	// Not translated here.
	expect(body).toContain('Plan and approval');
	expect(body).toContain('value="pause"');
});

it('a page in Arabic goes from right to left', () => {
	const body = answerTo({ languages: 'ar' })?.body ?? '';
	expect(body).toContain('<html lang="ar" dir="rtl">');
	expect(body).toContain('قيد التشغيل');
	expect(body).not.toMatch(/[٠-٩]/);
});

it.each(['', 'nl', 'en, de'])('a page for a browser that asks for %j is in English', (asked) => {
	const body = answerTo({ languages: asked })?.body ?? '';
	expect(body).toContain('<html lang="en" dir="ltr">');
	expect(body).toContain('Running');
});

it('links and buttons keep the language of the address, and only that', () => {
	const addressesIn = (body = '') =>
		[...body.matchAll(/(?:href|action)="([^"]+)"/g)].map(([, address = '']) => address);
	const kept = addressesIn(answerTo({ query: { lang: 'de' } })?.body);
	expect(kept.length).toBeGreaterThan(5);
	for (const address of kept) expect(address).toMatch(/[?;]lang=de$/);
	const others = addressesIn(answerTo({ languages: 'de' })?.body);
	expect(others.filter((address) => address.includes('lang='))).toEqual([]);
	const refresh = answerTo({ query: { lang: 'de' } })?.refresh;
	expect(refresh).toBe(`5; url=?key=${keys.controlKey}&lang=de`);
	const pressed = answerTo({ query: { lang: 'de' }, body: { action: 'pause' } });
	expect(pressed).toMatchObject({ location: `?key=${keys.controlKey}&lang=de` });
});

it('a refusal is in the language of the reader', () => {
	const { body } = answerTo({ languages: 'de', body: { action: 'resume' } }) ?? { body: '' };
	expect(body).toContain('Nichts wurde geändert: die Aktion ist „Läuft“.');
});

it.each<[string, Partial<DeskRequest>]>([
	['figures', { query: { format: 'json' } }],
	['a refusal', { accept: program, body: { action: 'resume' } }],
])('a program gets %s in English', (_, own) => {
	const plain = answerTo(own);
	expect(answerTo({ ...own, languages: 'de' })).toEqual(plain);
	expect(plain?.body).toMatch(/running/i);
});

it("the browser's header comes with the item of the webhook", () => {
	const headers = { accept: 'text/html', 'accept-language': 'de' };
	const { languages } = webhookRequest.parse({ query: {}, headers });
	expect(answerTo({ languages })?.body).toContain('lang="de"');
});

it('a campaign with a wrong cell, and the record of a customer, are in the language', () => {
	const request = asking({ languages: 'ar' });
	const wrong = answerWrong({ name: 'spring', ...keys, wrong: [{ text: 'x' }], request });
	expect(wrong.body).toContain('dir="rtl"');
	const empty = { phone: '', subscriptions: [], transactions: [], gifts: [], zone: 'UTC' };
	const page = inReadersLanguage({ query: { lang: 'ar' } }, () => recordPage(empty));
	expect(page).toContain('dir="rtl"');
	expect(page).toContain('name="lang" value="ar"');
});
