import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { assignGift } from '../../sandbox/gifting/assign';
import { startPayment } from '../../sandbox/payments/start';
import { enterPin } from '../../sandbox/payments/pin';
import { settingsOf, variantOf, type Variant } from '../../sandbox/variant';
import type { CredentialsInMemory } from '../support/credentialsHelper';
import { n8nWith, Platform } from '../support/platform';
import { errorOf, fieldsOf, runNode } from '../support/runNode';

type Mode = 'bearer' | 'headers' | 'both';
type Findings = Record<string, Record<string, unknown>>;

const merchant = { merchantId: 1001, ip: '127.0.0.1' };
const msisdn = '33639980001';
const signed = { searchUser: 'demo-search', searchSecret: 'demo-search-key' };

/** A platform where nothing has happened, and one with a gift and a payment. */
let unused: Platform;
let used: Platform;

beforeAll(async () => {
	[unused, used] = await Promise.all([Platform.start(), Platform.start()]);
	const { world } = used.sandbox;
	const gift = { serviceKey: 'WINBACKDATA02', clientId: 'spring-1', amount: 5, msisdn };
	assignGift(world, merchant.merchantId, gift);
	const payment = startPayment(world, merchant, { apikey: 'COINSHOP07', price: '0.99', msisdn });
	enterPin(world, payment, payment.session?.pin ?? '');
});
afterAll(async () => {
	await Promise.all([unused.close(), used.close()]);
});

async function checkWith(
	credentials: CredentialsInMemory,
	items: IDataObject[] = [{}],
): Promise<Findings> {
	const run = await runNode({
		node: new MobileBilling(),
		parameters: { resource: 'account', operation: 'checkSetup' },
		items,
		credentials,
	});
	expect(errorOf(run)).toBeUndefined();
	return Object.fromEntries(fieldsOf(run).map((one) => [String(one.check), one]));
}

const check = async (account: ICredentialDataDecryptedObject) => await checkWith(n8nWith(account));

/** What a finding must be: its result, what it saw, and where it matters the advice. */
type Expected = [result: string, seen: RegExp, advice?: RegExp];

/** Whether the platform's clock and the credential let a search in. */
function isLetIn({ searchLogin, clockOffsetSeconds }: Variant, mode: Mode): boolean {
	const isSigned = mode === 'headers' || (mode === 'both' && searchLogin !== 'bearer');
	if (!isSigned) return searchLogin !== 'headers';
	return searchLogin !== 'bearer' && Math.abs(clockOffsetSeconds) <= 60;
}

function searchLoginOf(variant: Variant, mode: Mode): Expected {
	const { searches, searchLogin, clockOffsetSeconds } = variant;
	if (isLetIn(variant, mode)) {
		if (!searches) return ['warning', /: HTTP 403 UNAUTHORIZED$/, /See Searches/];
		const isEither = mode !== 'bearer' && searchLogin !== 'headers';
		return ['ok', isEither ? /accepts .*and Bearer Token alone$/ : /accepts [^,]*$/, /Nothing/];
	}
	if (mode === 'bearer') return ['failed', /HTTP 401/, /to Signed Headers/];
	const isBearerSeen = searches && searchLogin !== 'headers';
	if (isBearerSeen) return ['failed', /HTTP 401/, /to Bearer Token/];
	return [
		'failed',
		/HTTP 401/,
		clockOffsetSeconds > 60 || clockOffsetSeconds < -60 ? /clock/ : /Key/,
	];
}

function searchesOf(variant: Variant, mode: Mode, isUsed: boolean): Record<string, Expected> {
	const acceptsBearer = variant.searchLogin !== 'headers';
	const isIn = isLetIn(variant, mode);
	const isUsable = variant.searches && (isIn || acceptsBearer);
	const isAlone = !variant.gifting && !variant.payments;
	const isList = variant.searchAnswer === 'list';
	const refused: Expected = isIn
		? [isAlone ? 'failed' : 'warning', /^HTTP 403/, /enable/]
		: ['failed', /^HTTP 401/, /See Search Login/];
	const lone: Expected = isUsed ? ['warning', /^a single record$/] : ['warning', /^no record/];
	return {
		'Search Login': searchLoginOf(variant, mode),
		Searches: isUsable ? ['ok', isList ? /^HTTP 200$/ : /^HTTP 404 NOT_FOUND$/] : refused,
		'Search Answer': !isUsable
			? ['warning', /^not checked: needs searches$/]
			: isList
				? ['ok', /^a list$/]
				: lone,
	};
}

function giftsOf({ gifting, giftReferences }: Variant, isUsed: boolean): Record<string, Expected> {
	const nothing: Expected = ['warning', /^not checked: gifting shows nothing/];
	const shown: Expected = [
		giftReferences === 'shown' ? 'ok' : 'warning',
		giftReferences === 'shown' ? /^1 of 1 gifts of WINBACKDATA02/ : /^0 of 1 gifts/,
		giftReferences === 'shown' ? /Nothing/ : /clientId/,
	];
	if (!gifting) return { 'Gift References': nothing, Services: nothing, 'Data Pools': nothing };
	return {
		'Gift References': isUsed ? shown : ['warning', /^no gift of LOYALTYDATA01, WINBACKDATA02/],
		Services: ['ok', /^10: LOYALTYDATA01, WINBACKDATA02, /],
		'Data Pools': ['ok', /LOYALTYDATA01 at FR_DEMOTEL: 550,000; .*SUMMERDATA03 at FR_DEMOTEL: 0;/],
	};
}

function clockOf({ clockOffsetSeconds: offset }: Variant): Expected {
	if (offset === 0) return ['ok', /^the clocks agree/];
	const size = Math.abs(offset);
	const near = [size - 2, size - 1, size, size + 1].map((one) => one.toLocaleString('en'));
	const seen = new RegExp(`clock is (${near.join('|')}) s ${offset > 0 ? 'ahead' : 'behind'}`);
	return ['warning', seen, /NTP/];
}

const refreshes = {
	rotated: /works once$/,
	kept: /works several times$/,
	none: /^no refresh token$/,
};

/** Every finding that is right for a platform. */
function expectedOf(variant: Variant, mode: Mode, isUsed: boolean): Record<string, Expected> {
	const { tokenLifetime, refreshTokens, gifting, payments, searches, searchLogin } = variant;
	const canSearch = searches && (isLetIn(variant, mode) || searchLogin !== 'headers');
	const isUsable = gifting || payments || canSearch;
	const absent: Expected = [isUsable ? 'warning' : 'failed', /^HTTP 403 UNAUTHORIZED$/];
	return {
		Login: ['ok', /password/],
		'Token Lifetime': [
			tokenLifetime < 60 ? 'warning' : 'ok',
			new RegExp(`^${tokenLifetime.toLocaleString('en')} s$`),
		],
		'Token Refresh': ['ok', refreshes[refreshTokens]],
		Clock: clockOf(variant),
		Gifting: gifting ? ['ok', /^HTTP 200$/] : absent,
		Payments: payments ? ['ok', /^HTTP 200 INVALID_SERVICE$/] : absent,
		...searchesOf(variant, mode, isUsed),
		...giftsOf(variant, isUsed),
	};
}

/** Names what is wrong, so that one run shows all of it. */
function wrongIn(findings: Findings, expected: Record<string, Expected>): string[] {
	const wrong = Object.entries(expected).flatMap(([check, [result, seen, advice = /./]]) => {
		const found = findings[check] ?? {};
		const isRight =
			found.result === result &&
			seen.test(String(found.seen)) &&
			advice.test(String(found.advice)) &&
			found.meaning !== '';
		return isRight ? [] : [`${check} is ${JSON.stringify(found)}, not ${result} ${seen} ${advice}`];
	});
	const extra = Object.keys(findings).filter((check) => !(check in expected));
	return [...wrong, ...extra];
}

const modes: Mode[] = ['bearer', 'headers', 'both'];
const seeds = Array.from({ length: 100 }, (_, at) => at + 1);
const modeFor = (seed: number): Mode => modes[seed % 3] ?? 'bearer';
const isUsedFor = (seed: number) => seed % 4 !== 0;

async function checkVariant(variant: Variant, mode: Mode, isUsed: boolean): Promise<Findings> {
	const platform = isUsed ? used : unused;
	platform.set(settingsOf(variant));
	return await check({ ...platform.account, ...signed, searchLogin: mode });
}

describe('every finding is right', () => {
	test.each(seeds)('for variant %i', async (seed) => {
		const [variant, mode, isUsed] = [variantOf(seed), modeFor(seed), isUsedFor(seed)];
		const findings = await checkVariant(variant, mode, isUsed);
		expect(wrongIn(findings, expectedOf(variant, mode, isUsed))).toEqual([]);
	});

	test('where the account can do nothing', async () => {
		const products = { gifting: false, payments: false, searches: false };
		const variant: Variant = { ...variantOf(1), ...products };
		const findings = await checkVariant(variant, 'bearer', true);
		expect(findings.Payments).toMatchObject({ result: 'failed', seen: 'HTTP 403 UNAUTHORIZED' });
		expect(wrongIn(findings, expectedOf(variant, 'bearer', true))).toEqual([]);
	});
});

test('a finding that is wrong would be noticed', async () => {
	const variant: Variant = {
		...variantOf(7),
		searchLogin: 'bearer',
		refreshTokens: 'kept',
		searchAnswer: 'list',
	};
	const others: Partial<Variant>[] = [
		{ searchAnswer: 'record' },
		{ searchLogin: 'headers' },
		{ giftReferences: variant.giftReferences === 'shown' ? 'hidden' : 'shown' },
		{ tokenLifetime: variant.tokenLifetime + 1 },
		{ refreshTokens: 'rotated' },
		{ clockOffsetSeconds: 30 },
		{ gifting: false },
		{ payments: false },
		{ searches: false },
	];
	const findings = await checkVariant(variant, 'bearer', true);
	const wrong = (change: Partial<Variant>) =>
		wrongIn(findings, expectedOf({ ...variant, ...change }, 'bearer', true)).length;
	expect(wrong({})).toBe(0);
	expect(others.filter((change) => wrong(change) === 0)).toEqual([]);
});

const resultsOf = (findings: Findings) =>
	Object.fromEntries(Object.entries(findings).map(([check, { result }]) => [check, result]));
const shownIn = (findings: Findings) => JSON.stringify(findings);

describe('on a platform of its own', () => {
	let platform: Platform;
	beforeEach(async () => {
		platform = await Platform.start();
	});
	afterEach(async () => {
		jest.restoreAllMocks();
		await platform.close();
	});

	test('it only reads, and shows no secret and no number', async () => {
		const { world } = platform.sandbox;
		const key = '33639980002';
		const gift = { serviceKey: 'LOYALTYDATA01', clientId: key, amount: 5, msisdn };
		assignGift(world, merchant.merchantId, gift);
		world.catalogue.data.services.unshift({
			...(world.catalogue.data.services[0] ?? ({} as never)),
			serviceKey: key,
		});
		const account = { ...platform.account, ...signed, searchLogin: 'both' };
		const n8n = n8nWith(account);
		const findings = await checkWith(n8n);
		const stored = Object.entries(n8n.stored.mobileBillingApi ?? {})
			.filter(([name]) => /password|secret|token$/i.test(name))
			.map(([, value]) => String(value));
		expect(stored.length).toBeGreaterThan(4);
		expect([...stored, msisdn, key].filter((one) => shownIn(findings).includes(one))).toEqual([]);
		expect(findings.Services?.seen).toContain('•••');
		const routes = Object.keys(platform.traffic().routes);
		expect(routes.sort()).toEqual([
			'GET /datagifting/v1/services',
			'GET /datagifting/v1/services/balance',
			'GET /datagifting/v1/transaction',
			'POST /api/payment/1_4/subscription',
			'POST /realms/api/protocol/openid-connect/token',
			'POST /v1/transactions',
		]);
	});

	test.each<Mode>(modes)('a refused login is asked for once, with searches by %s', async (mode) => {
		const wrong = { password: 'mistyped', searchLogin: mode, ...signed };
		const findings = await check({ ...platform.account, ...wrong });
		expect(platform.tokenRequestCount()).toBe(1);
		expect(findings.Login).toMatchObject({ result: 'failed' });
		expect(findings.Login?.seen).toMatch(/Wrong user name or password/);
		expect(findings.Gifting?.seen).toBe('not checked: the login failed');
		const isIn = mode === 'headers';
		expect(resultsOf(findings)['Search Login']).toBe(isIn ? 'ok' : 'warning');
		expect(resultsOf(findings)['Search Answer']).toBe(isIn ? 'ok' : 'warning');
	});

	test('several items are answered once', async () => {
		const n8n = n8nWith(platform.account);
		expect(Object.keys(await checkWith(n8n, [{}, {}, {}]))).toHaveLength(12);
		expect(platform.requestsTo('GET /datagifting/v1/services')).toEqual({ '200': 1 });
	});

	test('what gives no usable answer has failed', async () => {
		platform.faults(
			{ path: '/datagifting/v1/services', fault: { kind: 'drop' } },
			{ path: '/api/*', fault: { kind: 'answer', status: 503 } },
			{ path: '/v1/*', fault: { kind: 'answer', status: 200, body: '<html>' } },
		);
		const findings = await check(platform.account);
		expect(resultsOf(findings)).toMatchObject({
			Login: 'ok',
			Gifting: 'failed',
			Payments: 'failed',
			Services: 'failed',
			'Gift References': 'failed',
			'Search Answer': 'warning',
		});
		expect(findings.Gifting?.seen).toMatch(/the connection was cut/);
		expect(findings.Payments?.seen).toBe('HTTP 503');
	});

	test('it stops when the time is up, with what it has', async () => {
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		jest
			.spyOn(AbortSignal, 'timeout')
			.mockImplementation((ms) => timeout(ms === 60_000 ? 1_500 : ms));
		platform.faults(
			{ path: '/api/*', fault: { kind: 'hang' } },
			{ path: '/datagifting/v1/transaction', fault: { kind: 'hang' } },
		);
		const findings = await check(platform.account);
		expect(resultsOf(findings)).toMatchObject({ Login: 'ok', Gifting: 'ok', Searches: 'ok' });
		for (const name of ['Payments', 'Data Pools', 'Gift References']) {
			expect(findings[name]).toMatchObject({
				result: 'warning',
				seen: 'not checked: the time is up',
			});
		}
	});

	test('what an identity provider repeats is masked', async () => {
		const error_description = 'demo-password of +33 6 39 98 00 01 is locked';
		const body = { error: 'invalid_grant', error_description };
		platform.faults({ path: '/realms/*', fault: { kind: 'answer', status: 401, body } });
		const findings = await check(platform.account);
		expect(findings.Login?.seen).toContain('“••• of ••• is locked”');
	});

	test('long lists are read in part, and less than 1 MB in all', async () => {
		const sockets = new Set<Socket>();
		const note = (message: unknown) => {
			const { response } = message as { response: IncomingMessage };
			sockets.add(response.socket);
		};
		subscribe('http.client.response.finish', note);
		const record = { serviceKey: 'LOYALTYDATA01', operator: 'FR_DEMOTEL', clientId: 'x' };
		const body = Array.from({ length: 60_000 }, (_, id) => ({ ...record, id }));
		const fault = { kind: 'answer', status: 200, body } as const;
		platform.faults(...['/datagifting/*', '/api/*', '/v1/*'].map((path) => ({ path, fault })));
		const findings = await check(platform.account).finally(() =>
			unsubscribe('http.client.response.finish', note),
		);
		const read = [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0);
		expect(read).toBeGreaterThan(200_000);
		expect(read).toBeLessThan(1_000_000);
		expect(findings['Gift References']?.seen).toBe('10 of 10 gifts of LOYALTYDATA01 show one');
		const count = Number.parseInt(String(findings.Services?.seen));
		expect(count).toBeGreaterThan(1_000);
		expect(count).toBeLessThan(5_000);
	});
});
