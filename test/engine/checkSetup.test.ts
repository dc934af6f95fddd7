import type { IDataObject } from 'n8n-workflow';
import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { assignGift } from '../../sandbox/gifting/assign';
import { enterPin } from '../../sandbox/payments/pin';
import { startPayment } from '../../sandbox/payments/start';
import { n8nWith, Platform } from '../support/platform';
import { runNode } from '../support/runNode';
import { itemsOf } from '../support/stub';

/** By the name of the check: its result, its finding, and its advice if that isn't the usual one. */
type Findings = Record<string, string>;
type Rule = Parameters<Platform['faults']>[number];
type Settings = Parameters<Platform['set']>[0];

const msisdn = '33639980001';
const search = { searchUser: 'demo-search', searchSecret: 'demo-search-key' };
const signed = { ...search, searchLogin: 'headers' };
const usual = 'Nothing to do.';

const platform = Platform.forEach();
/** Something has happened there. */
beforeEach(() => {
	const { world } = platform.sandbox;
	const gift = { serviceKey: 'WINBACKDATA02', clientId: 'spring-1', amount: 5, msisdn };
	assignGift(world, 1001, gift);
	const merchant = { merchantId: 1001, ip: '127.0.0.1' };
	const payment = startPayment(world, merchant, { apikey: 'COINSHOP07', price: '0.99', msisdn });
	enterPin(world, payment, payment.session?.pin ?? '');
});

const run = async (account: object = {}, items: IDataObject[] = [{}]) =>
	await runNode({
		node: new MobileBilling(),
		parameters: { resource: 'account', operation: 'checkSetup' },
		items,
		credentials: n8nWith({ ...platform.account, ...account }),
	});

async function check(account?: object, items?: IDataObject[]): Promise<Findings> {
	return Object.fromEntries(
		itemsOf(await run(account, items)).map(({ check: name, result, seen, advice }) => {
			const finding = `${result}: ${seen}`.replaceAll(new URL(platform.url).host, 'HOST');
			return [name, advice === usual ? finding : `${finding} → ${advice}`];
		}),
	) as Findings;
}

const healthy: Findings = {
	Login: 'ok: a token',
	Gifting:
		'ok: services (10): LOYALTYDATA01, WINBACKDATA02, SUMMERDATA03, GAMECLUB04, NEWSDAILY05, MUSICMONTH06, COINSHOP07, TICKETS08, PARTNER09, SLEEPING10',
	'Gift References': 'ok: 1 of 1 gifts of WINBACKDATA02 show one',
	Payments: 'ok: HTTP 200 INVALID_SERVICE',
	Searches: 'ok: a list, by Bearer Token',
	Filters: 'ok: 9 of 9 hold',
};
const notKnown = 'warning: no record to tell by → Run this again when there is a transaction.';
/** Nothing is known of filters where a search gives no record. */
const expected = (findings: Findings): Findings => {
	const isTold = /^ok:|a single record/.test(findings.Searches ?? 'ok:');
	return { ...healthy, ...(!isTold && { Filters: notKnown }), ...findings };
};

const noGiftsOf = (keys: string): Findings => ({
	'Gift References': `warning: no gift of ${keys} → Give one gift, and run this again before you rely on Duplicates: Skip.`,
});
const noGifts = noGiftsOf('any service');
const absent =
	'warning: HTTP 403 UNAUTHORIZED → If you need it, ask your operator to enable it for this account.';
const refusedToken =
	'failed: HTTP 401 UNAUTHORIZED → Base Address and the identity provider must belong together.';
const address = 'Check Base Address in the credential, or run this again later.';
const refused = (mode: string, advice: string): Findings => ({
	Searches: `failed: ${mode}: HTTP 401 UNAUTHORIZED → ${advice}`,
});
const setKeys =
	'Ask your operator for a Search User and a Search Signature Key, and set Search Authentication to Signed Headers.';
const checkKeys =
	"Check Search User, Search Signature Key, the names of the three headers and this machine's clock: signed headers are valid for 60 seconds. Or set Search Authentication to Bearer Token.";
const typeKey = 'Type the service key. Ask your operator which services the account has.';
const unknownForm = (seen: string) =>
	`warning: no record of the last 30 days, by Bearer Token (${seen}) → Run this again when there is a transaction.`;

test.each<[string, Settings, object, Findings]>([
	[
		'searches by signed headers, with a token',
		{ queryLogin: 'headers' },
		{},
		refused('Bearer Token', setKeys),
	],
	[
		'searches by another key',
		{ queryLogin: 'headers' },
		{ ...signed, searchSecret: 'another' },
		refused('Signed Headers', checkKeys),
	],
	[
		'signed headers that are right',
		{ queryLogin: 'headers' },
		signed,
		{ Searches: 'ok: a list, by Signed Headers' },
	],
	[
		'habits of its own',
		{ queryAnswer: 'record', references: 'hidden' },
		{},
		{
			Searches:
				'warning: a single record, by Bearer Token → Narrow filters until only one record can match, and use the Mobile Billing Trigger. Ask your operator for a version that answers with lists.',
			'Gift References':
				'warning: 0 of 1 gifts of WINBACKDATA02 show one → Ask your operator to show clientId in the list of data transactions. Until then, keep your own list of gifts.',
		},
	],
	['a list of services for a merchant', { merchantId: 'required' }, { merchantId: '1001' }, {}],
	['numbers as text', { recordValues: 'text' }, {}, {}],
	[
		'filters that it ignores',
		{ filters: 'shown' },
		{},
		{
			Filters:
				'warning: 5 of 9 hold; ignored: transactions.action, transactions.actionStatus, transactions.merchantReference, transactions.subscriptionId → Add a filter that holds, such as Charged After, so that less is read.',
		},
	],
	[
		'nothing',
		{ giftingEnabled: false, paymentsEnabled: false, searchesEnabled: false },
		{},
		{ Gifting: absent, Payments: absent, Searches: absent, ...noGifts },
	],
])('of a platform with %s, each finding is right', async (_what, settings, account, findings) => {
	platform.set(settings);
	expect(await check(account)).toEqual(expected(findings));
});

const answering = (path: string, status: number, body?: unknown): Rule => ({
	path,
	fault: { kind: 'answer', status, body },
});
const wrongPassword =
	"failed: Wrong user name or password, or a locked account. The identity provider HOST says “••• of ••• is locked” → Check 'User Name' and 'Password' in the credential.";
const services = '/datagifting/v1/services';
const gifts = '/datagifting/v1/transaction';

test.each<[string, Rule[], Findings]>([
	[
		'no answer, 503 and pages',
		[
			{ path: services, fault: { kind: 'drop' } },
			answering('/api/*', 503),
			answering('/v1/*', 200, '<html>'),
		],
		{
			Gifting:
				"failed: The platform can't be reached: the connection was cut before a response arrived → Fix the cause, or run this again later.",
			...noGifts,
			Payments: `failed: HTTP 503 → ${address}`,
			Searches: unknownForm('HTTP 200'),
		},
	],
	[
		'no service, a page and a refused search',
		[
			answering(services, 200, []),
			answering('/api/*', 404, '<html>'),
			answering('/v1/*', 400, { status: 'INVALID_REQUEST' }),
		],
		{
			Gifting: `warning: no service with a service key → ${typeKey}`,
			...noGifts,
			Payments: `failed: HTTP 404 → ${address}`,
			Searches: unknownForm('HTTP 400 INVALID_REQUEST'),
		},
	],
	[
		'services without keys, and 500',
		[answering(services, 200, [{ a: 1 }]), answering('/v1/*', 500)],
		{
			Gifting: `warning: no service with a service key → ${typeKey}`,
			...noGifts,
			Searches: `failed: HTTP 500 → ${address}`,
		},
	],
	[
		'no gifts',
		[answering(services, 200, [{ serviceKey: 'K1' }]), answering(gifts, 200, [])],
		{
			Gifting: 'ok: services (1): K1',
			...noGiftsOf('K1'),
		},
	],
	[
		'401 to every token',
		[answering('/realms/*', 200, { access_token: 'opaque' })],
		{
			Gifting: refusedToken,
			Payments: refusedToken,
			...noGifts,
			...refused('Bearer Token', setKeys),
		},
	],
	[
		'a refused login that repeats secrets',
		[
			answering('/realms/*', 401, {
				error: 'invalid_grant',
				error_description: `demo-password of +${msisdn} is locked`,
			}),
		],
		{
			...Object.fromEntries(
				['Login', 'Gifting', 'Payments', 'Searches'].map((name) => [name, wrongPassword]),
			),
			...noGifts,
		},
	],
])('of a platform that answers with %s, each finding is right', async (_what, rules, findings) => {
	platform.faults(...rules);
	expect(await check()).toEqual(expected(findings));
	if (findings.Login?.startsWith('failed')) expect(platform.tokenRequestCount()).toBe(1);
});

test('it only reads, once for all items, with one login', async () => {
	expect(itemsOf(await run({}, [{}, {}]))).toHaveLength(Object.keys(healthy).length);
	expect(platform.tokenRequestCount()).toBe(1);
	expect(platform.requestsTo('GET /datagifting/v1/services')).toEqual({ 200: 1 });
	// Until there is a gift.
	expect(platform.requestsTo('GET /datagifting/v1/transaction')).toEqual({ 200: 2 });
	expect(Object.keys(platform.traffic().routes).sort()).toEqual([
		'GET /datagifting/v1/services',
		'GET /datagifting/v1/transaction',
		'POST /api/payment/1_4/subscription',
		'POST /realms/api/protocol/openid-connect/token',
		'POST /v1/subscriptions',
		'POST /v1/transactions',
	]);
});

test('long lists are read in part', async () => {
	const record = { serviceKey: 'LOYALTYDATA01', operator: 'FR_DEMOTEL', clientId: 'x' };
	const body = Array.from({ length: 30_000 }, (_, id) => ({ ...record, id }));
	const everywhere = ['/datagifting/*', '/api/*', '/v1/*'];
	platform.faults(...everywhere.map((path) => answering(path, 200, body)));
	expect(await check()).toMatchObject({
		Gifting: 'ok: services (1): LOYALTYDATA01',
		'Gift References': 'ok: 10 of 10 gifts of LOYALTYDATA01 show one',
	});
});
