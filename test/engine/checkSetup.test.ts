import type { IDataObject } from 'n8n-workflow';
import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { assignGift } from '../../sandbox/gifting/assign';
import { enterPin } from '../../sandbox/payments/pin';
import { startPayment } from '../../sandbox/payments/start';
import { n8nWith, Platform } from '../support/platform';
import { runNode } from '../support/runNode';
import { itemsOf } from '../support/stub';

/** By the name of the check: result, what was seen, and the advice where it isn't the usual one. */
type Findings = Record<string, string>;
type Rule = Parameters<Platform['faults']>[number];
type Settings = Parameters<Platform['set']>[0];

const msisdn = '33639980001';
const search = { searchUser: 'demo-search', searchSecret: 'demo-search-key' };
const signed = { ...search, searchLogin: 'headers' };
const usual = ['Nothing to do.', 'See the other checks, then run this again.'];

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

async function check(account: object = {}, items: IDataObject[] = [{}]): Promise<Findings> {
	const run = await runNode({
		node: new MobileBilling(),
		parameters: { resource: 'account', operation: 'checkSetup' },
		items,
		credentials: n8nWith({ ...platform.account, ...account }),
	});
	return Object.fromEntries(
		itemsOf(run).map(({ check: name, result, seen, advice }) => {
			const finding = `${result}: ${seen}`.replaceAll(new URL(platform.url).host, 'HOST');
			return [name, usual.includes(String(advice)) ? finding : `${finding} → ${advice}`];
		}),
	) as Findings;
}

const healthy: Findings = {
	Login: 'ok: the password gives a token',
	'Token Lifetime': 'ok: 300 s',
	'Token Refresh': 'ok: a refresh token works once',
	'Search Login': 'ok: the platform accepts Bearer Token',
	Clock: 'ok: the clocks agree to a few seconds',
	Gifting: 'ok: HTTP 200',
	Payments: 'ok: HTTP 200 INVALID_SERVICE',
	Searches: 'ok: HTTP 200',
	'Search Answer': 'ok: a list',
	'Gift References': 'ok: 1 of 1 gifts of WINBACKDATA02 show one',
	Services:
		'ok: 10: LOYALTYDATA01, WINBACKDATA02, SUMMERDATA03, GAMECLUB04, NEWSDAILY05, MUSICMONTH06, COINSHOP07, TICKETS08, PARTNER09, SLEEPING10',
	'Data Pools':
		'ok: left in LOYALTYDATA01 at DE_MUSTERFUNK: 500,000; LOYALTYDATA01 at FR_DEMOTEL: 550,000; WINBACKDATA02 at FR_DEMOTEL: 45; WINBACKDATA02 at GB_SAMPLECELL: 5,000; SUMMERDATA03 at FR_DEMOTEL: 0; SUMMERDATA03 at GB_SAMPLECELL: 10,000',
};

const notChecked = (why: string, ...names: string[]): Findings =>
	Object.fromEntries(names.map((name) => [name, `warning: not checked: ${why}`]));
const noGifts = (...names: string[]) => notChecked('gifting shows nothing to check', ...names);
const ofLogin = ['Token Lifetime', 'Token Refresh', 'Gifting', 'Payments'];
const ofGifting = ['Gift References', 'Services', 'Data Pools'];
const needsSearches = notChecked('needs searches', 'Search Answer');
const elsewhere = 'See Search Login. Base Address and the identity provider must belong together.';
const enable = 'If you need it, ask your operator to enable it for this account.';
const address = 'Check Base Address in the credential, or run this again later.';
const fix = 'Fix the cause, or run this again later.';
const ntp = "Set this machine's clock by NTP. If it is right, tell your operator.";
const typeKey = 'Type the service key. Ask your operator which services the account has.';
const whenUsed = 'Run this again when there is a transaction.';
const absent = `failed: HTTP 403 UNAUTHORIZED → ${enable}`;
const noSearch: Findings = {
	Searches: `failed: HTTP 401 UNAUTHORIZED → ${elsewhere}`,
	...needsSearches,
};
const refusedSearch = (mode: string, advice: string): Findings => ({
	'Search Login': `failed: ${mode}: HTTP 401 UNAUTHORIZED → ${advice}`,
});
const unclearSearch = (said: string): Findings => ({
	'Search Login': `warning: Bearer Token: ${said} → See Searches.`,
});
const refusedLogin = `failed: Wrong user name or password, or a locked account. The identity provider HOST says “Invalid user credentials”. Check 'User Name' and 'Password' in the credential → ${fix}`;
const skew = (seen: string) => `warning: the platform's clock is ${seen} this machine's → ${ntp}`;
const getKeys =
	'Ask your operator for a Search User and a Search Signature Key, and set Search Authentication to Signed Headers.';
const useBearer = 'Set Search Authentication to Bearer Token, which the platform accepts.';
const checkKeys = 'Check Search User, Search Signature Key and the names of the three headers.';
const setClock = 'Set the clock first: signed headers are valid for 60 seconds.';

test.each<[string, Settings, object, Findings]>([
	[
		...(['searches by signed headers, with a token', { queryLogin: 'headers' }, {}] as const),
		{ ...refusedSearch('Bearer Token', getKeys), ...noSearch },
	],
	[
		...(['searches by token, with signed headers', { queryLogin: 'bearer' }, signed] as const),
		refusedSearch('Signed Headers', useBearer),
	],
	[
		...(['searches by another key', { queryLogin: 'headers' }] as const),
		{ ...signed, searchSecret: 'another' },
		{ ...refusedSearch('Signed Headers', checkKeys), ...noSearch },
	],
	[
		'signed headers and a clock that is late',
		{ queryLogin: 'headers', clockSkewSeconds: -7200 },
		signed,
		{ ...refusedSearch('Signed Headers', setClock), Clock: skew('7,200 s behind'), ...noSearch },
	],
	[
		'habits of its own',
		{
			...{ clockSkewSeconds: 30, queryAnswer: 'record', references: 'hidden' },
			...{ accessTokenLifetime: 5, rotateRefreshTokens: false },
		},
		{},
		{
			'Token Lifetime': 'warning: 5 s → Ask your operator for tokens that live five minutes.',
			'Token Refresh': 'ok: a refresh token works several times',
			Clock: skew('30 s ahead of'),
			Searches: 'ok: HTTP 404 NOT_FOUND',
			'Search Answer':
				'warning: a single record → Narrow filters until only one record can match, and use the Mobile Billing Trigger. Ask your operator for a version that answers with lists.',
			'Gift References':
				'warning: 0 of 1 gifts of WINBACKDATA02 show one → Ask your operator to show clientId in the list of data transactions. Until then, keep your own list of gifts.',
		},
	],
	[
		'nothing',
		{ giftingEnabled: false, paymentsEnabled: false, searchesEnabled: false },
		{},
		{
			...unclearSearch('HTTP 403 UNAUTHORIZED'),
			...{ Gifting: absent, Payments: absent, Searches: absent },
			...needsSearches,
			...noGifts(...ofGifting),
		},
	],
])('of a platform with %s, each finding is right', async (_what, settings, account, findings) => {
	platform.set(settings);
	expect(await check(account)).toEqual({ ...healthy, ...findings });
});

const answering = (path: string, status: number, body?: unknown): Rule => ({
	path,
	fault: { kind: 'answer', status, body },
});
const services = '/datagifting/v1/services';
const cut = `failed: The platform can't be reached: the connection was cut before a response arrived → ${fix}`;
test.each<[string, Rule[], Findings]>([
	[
		'no answer, 503 and pages',
		[
			{ path: services, fault: { kind: 'drop' } },
			answering('/api/*', 503),
			answering('/v1/*', 200, '<html>'),
		],
		{
			...{ Gifting: cut, 'Gift References': cut, Services: cut, 'Data Pools': cut },
			Payments: `failed: HTTP 503 → ${address}`,
			'Search Answer': `warning: no record of the last 30 days (HTTP 200) → ${whenUsed}`,
		},
	],
	[
		'no service and a refused search',
		[answering(services, 200, []), answering('/v1/*', 400, { status: 'INVALID_REQUEST' })],
		{
			Searches: 'ok: HTTP 400 INVALID_REQUEST',
			'Search Answer': `warning: no record of the last 30 days (HTTP 400 INVALID_REQUEST) → ${whenUsed}`,
			Services: `warning: no service → ${typeKey}`,
			...noGifts('Gift References', 'Data Pools'),
		},
	],
	[
		'services without keys, a page and 500',
		[
			answering(services, 200, [{ a: 1 }]),
			answering('/api/*', 404, '<html>'),
			answering('/v1/*', 500),
		],
		{
			...unclearSearch('HTTP 500'),
			Payments: `failed: HTTP 404 → ${address}`,
			Searches: `failed: HTTP 500 → ${address}`,
			...needsSearches,
			Services: `warning: services without a service key → ${typeKey}`,
			...noGifts('Gift References', 'Data Pools'),
		},
	],
	[
		'no gifts, and pools that say nothing',
		[
			answering(services, 200, [
				{ serviceKey: 'K1', packages: [{ prices: [{ operators: ['FR_A', 'FR_B', 'FR_C'] }] }] },
			]),
			answering('/datagifting/v1/transaction', 200, []),
			answering(`${services}/balance`, 200, [{ a: 1 }]),
		],
		{
			'Gift References':
				'warning: no gift of K1 → Give one gift, and run this again before you rely on Duplicates: Skip.',
			Services: 'ok: 1: K1',
			'Data Pools':
				'warning: left in K1 at FR_A: not readable; K1 at FR_B: not readable → Leave Check Balance off.',
		},
	],
	[
		'a refused login that repeats secrets',
		[
			answering('/realms/*', 401, {
				...{ error: 'invalid_grant', error_description: `demo-password of +${msisdn} is locked` },
			}),
		],
		{
			Login: refusedLogin.replace('Invalid user credentials', '••• of ••• is locked'),
			...notChecked('the login failed', ...ofLogin, ...ofGifting, 'Search Login'),
			...notChecked('the login failed', 'Searches', 'Search Answer'),
			...notChecked('no answer showed the time', 'Clock'),
		},
	],
])('of a platform that answers with %s, each finding is right', async (_what, rules, findings) => {
	platform.faults(...rules);
	expect(await check()).toEqual({ ...healthy, ...findings });
	if (findings.Login) expect(platform.tokenRequestCount()).toBe(1);
});

test('it only reads, once for all items', async () => {
	await check({}, [{}, {}]);
	expect(platform.requestsTo('GET /datagifting/v1/services')).toEqual({ 200: 1 });
	expect(Object.keys(platform.traffic().routes).sort()).toEqual([
		'GET /datagifting/v1/services',
		'GET /datagifting/v1/services/balance',
		'GET /datagifting/v1/transaction',
		'POST /api/payment/1_4/subscription',
		'POST /realms/api/protocol/openid-connect/token',
		'POST /v1/transactions',
	]);
});

test('it stops when the time is up, with what it has', async () => {
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	const sooner = (ms: number) => timeout(ms === 60_000 ? 1_000 : ms);
	jest.spyOn(AbortSignal, 'timeout').mockImplementation(sooner);
	platform.faults({ path: '/api/*', fault: { kind: 'hang' } });
	const late = notChecked('the time is up', 'Payments', 'Gift References', 'Data Pools');
	expect(await check()).toEqual({ ...healthy, ...late });
});

test('long lists are read in part', async () => {
	const record = { serviceKey: 'LOYALTYDATA01', operator: 'FR_DEMOTEL', clientId: 'x' };
	const body = Array.from({ length: 30_000 }, (_, id) => ({ ...record, id }));
	const everywhere = ['/datagifting/*', '/api/*', '/v1/*'];
	platform.faults(...everywhere.map((path) => answering(path, 200, body)));
	const findings = await check();
	expect(findings['Gift References']).toBe('ok: 10 of 10 gifts of LOYALTYDATA01 show one');
	expect(findings.Services).toMatch(/^ok: [1-4],?\d{3}: /);
});
