import { createHash } from 'node:crypto';
import { customerPage } from '../../pages/customerPage';
import { languageFor } from '../../pages/languages';
import type { Offer } from '../../pages/offer';
import { style } from '../../pages/style';

const language = (link: string) => languageFor({ link, browser: '', setting: '' }, [link]);

const offer: Offer = {
	flow: 'sell',
	language: language('en'),
	texts: {},
	countries: [],
	name: 'Game Club',
	price: '2.99',
	currency: 'EUR',
	period: 'week',
	seller: 'Sample Games Ltd',
	support: 'help@shop.example',
	cancellation: 'https://shop.example/cancel?from=page',
	content: 'https://shop.example/members',
	payment: 'https://shop.example/subscribe',
	customer: '33639981234',
	typed: '+33 6 39 98 12 34',
	returned: '',
	ownAddress: 'https://shop.example/start',
	timezone: 'Europe/Vienna',
};

const pageFor = (changes: Partial<Offer>, item: Record<string, unknown>) => {
	const visit = { item, pinAddress: 'https://n8n.example/wait?signature=1', reference: '17' };
	return customerPage({ offer: { ...offer, ...changes }, ...visit });
};

it.each(['form', 'pin', 'wrongNumber', 'premium'])(
	'the page %s says price with tax, how often, how to cancel, who sells and who helps',
	(outcome) => {
		const { body } = pageFor({}, { outcome });
		const words = ['Price, tax included', '€2.99', 'every week', 'cancel?from=page', offer.seller];
		for (const text of [...words, offer.support]) expect(body).toContain(text);
	},
);

it.each([
	['form', 1],
	['pin', 2],
	['invalidPin', 2],
	['handshake', 2],
])('the page %s shows the number as it was read only after it was typed', (outcome, parts) => {
	const { body } = pageFor({}, { outcome });
	expect(body.split('<bdi dir="ltr">+33 6 39 98 12 34</bdi>')).toHaveLength(parts);
});

it('has errors that look like errors, and are read out', () => {
	const classes = ({ body }: { body: string }) =>
		/<div class="([\w ]+)" role="alert">/.exec(body)?.[1];
	expect(classes(pageFor({}, { outcome: 'wrongNumber' }))).toBe('note error');
	expect(style).toContain('\n.error{');
	expect(classes(pageFor({}, { outcome: 'form' }))).toBeUndefined();
});

it('a page shows texts of others as text, whatever they hold', () => {
	const evil = '"><img src=x onerror=alert(1)>{{ 1 }}`</style>';
	const changes = { name: evil, seller: evil, support: evil, typed: evil, customer: evil };
	for (const outcome of ['form', 'pin', 'charged', 'premium', 'unknown']) {
		const { body } = pageFor(changes, { outcome, premiumInstructions: evil, attemptsLeft: evil });
		expect(body).not.toMatch(/<img|\{\{|onerror=alert\(1\)>/);
		expect(body).toContain('&#60;img');
	}
	const own = pageFor({ texts: { en: { 'sell.form.text': evil } } }, { outcome: 'form' });
	expect(own.body).not.toContain('<img');
});

it('a page marks texts of the platform with their direction, and leaves them unchanged', () => {
	const sent = 'أرسل YES إلى 1234';
	const item = { outcome: 'handshake', handshakeInstructions: sent };
	expect(pageFor({}, item).body).toContain(`<p lang="" dir="auto">${sent}</p>`);
});

it('a page is in the language and direction of the customer, and so are its links', () => {
	const { body } = pageFor({ language: language('ar') }, { outcome: 'charged' });
	expect(body).toContain('<html lang="ar" dir="rtl">');
	expect(body).toContain('https://shop.example/members?customer=33639981234&#38;lang=ar');
});

it('a page runs only the script whose hash its policy names', () => {
	const { body } = pageFor({}, { outcome: 'form' });
	const plain = body.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
	const [, line = ''] = /onsubmit="([^"]+)"/.exec(plain) ?? [];
	const hash = createHash('sha256').update(line).digest('base64');
	expect(plain).toContain(`script-src 'unsafe-hashes' 'sha256-${hash}'`);
});

it.each<[string, Partial<Offer>, Record<string, unknown>, number, string]>([
	['a charge', {}, { outcome: 'charged' }, 200, 'You are subscribed'],
	['an unknown outcome', {}, { outcome: 'constructor' }, 200, 'know yet whether'],
	['a payment sent before', {}, { outcome: 'startedBefore' }, 200, 'know yet whether'],
	['a redirect without its address', {}, { outcome: 'urlRedirect' }, 200, 'know yet whether'],
	['a timeout', {}, { error: { outcomeUnknown: true, field: 'msisdn' } }, 200, 'know yet whether'],
	['a bad number', {}, { error: { field: 'msisdn' } }, 200, 'begin with the country code'],
	['an unknown number', {}, { error: { field: 'msisdn', status: 200 } }, 200, 'do not know this'],
	['a refusal', {}, { error: { status: 200 } }, 200, 'did not accept this purchase'],
	['an outage', {}, { error: { status: 503 } }, 200, 'is not available at the moment'],
	['too many', {}, { outcome: 'tooMany' }, 429, 'Too many requests'],
	['a cancellation', { flow: 'cancel' }, { outcome: 'canceled' }, 200, 'does not renew'],
	['a failed one', { flow: 'cancel' }, { error: { status: 500 } }, 200, 'subscription continues'],
	['a doubtful one', { flow: 'cancel' }, { outcome: 'other' }, 200, 'gave no clear answer'],
	['a visitor', { flow: 'guard' }, { outcome: 'noSubscription' }, 402, 'Subscribe to get access'],
	['who paid', { flow: 'guard', returned: 'success' }, { outcome: 'noSubscription' }, 402, 'yet'],
	[
		'who gave up',
		{ flow: 'guard', returned: 'canceled' },
		{ outcome: 'noSubscription' },
		402,
		'You canceled',
	],
	['a subscriber', { flow: 'guard' }, { outcome: 'alreadyPaid' }, 200, 'You have canceled'],
	[
		'one until',
		{ flow: 'guard' },
		{ outcome: 'active', timeToExpire: '2026-11-28T12:00:00Z' },
		200,
		'28 Nov 2026',
	],
	['no answer', { flow: 'guard' }, { error: {} }, 503, 'Try again soon'],
	['no clear answer', { flow: 'guard' }, { outcome: 'unknown' }, 503, 'Try again soon'],
	['a stranger', { flow: 'guard' }, { outcome: 'notFound' }, 404, 'does not exist'],
	['one without a date', { flow: 'guard' }, { outcome: 'active' }, 200, 'is active'],
])('a page tells %s by status and words', (_, changes, item, statusCode, words) => {
	const page = pageFor(changes, item);
	expect([page.statusCode, page.location]).toEqual([statusCode, '']);
	expect(page.body.replace(/<\/?bdi>/g, '')).toContain(words);
});

it('a page with an end of access tells no subscriber that the subscription goes on', () => {
	const item = { outcome: 'active', timeToExpire: '2026-11-28T12:00:00Z' };
	expect(pageFor({ flow: 'guard' }, item).body).not.toContain('is active');
});

it('a redirect sends the browser to the payment page of the operator', () => {
	const item = { outcome: 'urlRedirect', urlRedirect: 'https://pay.example/17' };
	const page = { statusCode: 303, location: 'https://pay.example/17', body: '', asks: '' };
	expect(pageFor({}, item)).toEqual(page);
});
