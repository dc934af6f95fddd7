import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { assignGift } from '../../sandbox/gifting/assign';
import { enterPin } from '../../sandbox/payments/pin';
import { startPayment } from '../../sandbox/payments/start';
import { variantOf, type Variant } from '../../sandbox/variant';
import { n8nWith, Platform } from '../support/platform';
import { runNode } from '../support/runNode';
import { itemsOf } from '../support/stub';

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

async function check(account: ICredentialDataDecryptedObject): Promise<Findings> {
	const run = await runNode({
		node: new MobileBilling(),
		parameters: { resource: 'account', operation: 'checkSetup' },
		items: [{}],
		credentials: n8nWith(account),
	});
	return Object.fromEntries(itemsOf(run).map((one) => [String(one.check), one]));
}

/** What a finding must be: its result, what it saw, and where it matters the advice. */
type Expected = [result: string, seen: RegExp, advice?: RegExp];

/** Whether the platform's clock and the credential let a search in. */
function isLetIn({ queryLogin, clockSkewSeconds }: Variant, mode: Mode): boolean {
	const isSigned = mode === 'headers' || (mode === 'both' && queryLogin !== 'bearer');
	if (!isSigned) return queryLogin !== 'headers';
	return queryLogin !== 'bearer' && Math.abs(clockSkewSeconds) <= 60;
}

function searchLoginOf(variant: Variant, mode: Mode): Expected {
	const { searchesEnabled: searches, queryLogin, clockSkewSeconds } = variant;
	if (isLetIn(variant, mode)) {
		if (!searches) return ['warning', /: HTTP 403 UNAUTHORIZED$/, /See Searches/];
		const isEither = mode !== 'bearer' && queryLogin !== 'headers';
		return ['ok', isEither ? /accepts .*and Bearer Token alone$/ : /accepts [^,]*$/, /Nothing/];
	}
	if (mode === 'bearer') return ['failed', /HTTP 401/, /to Signed Headers/];
	const isBearerSeen = searches && queryLogin !== 'headers';
	if (isBearerSeen) return ['failed', /HTTP 401/, /to Bearer Token/];
	return ['failed', /HTTP 401/, clockSkewSeconds > 60 || clockSkewSeconds < -60 ? /clock/ : /Key/];
}

function searchesOf(variant: Variant, mode: Mode, isUsed: boolean): Record<string, Expected> {
	const acceptsBearer = variant.queryLogin !== 'headers';
	const isIn = isLetIn(variant, mode);
	const isUsable = variant.searchesEnabled && (isIn || acceptsBearer);
	const isAlone = !variant.giftingEnabled && !variant.paymentsEnabled;
	const isList = variant.queryAnswer === 'list';
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

function giftsOf(
	{ giftingEnabled, giftReferences }: Variant,
	isUsed: boolean,
): Record<string, Expected> {
	const nothing: Expected = ['warning', /^not checked: gifting shows nothing/];
	const shown: Expected = [
		giftReferences === 'shown' ? 'ok' : 'warning',
		giftReferences === 'shown' ? /^1 of 1 gifts of WINBACKDATA02/ : /^0 of 1 gifts/,
		giftReferences === 'shown' ? /Nothing/ : /clientId/,
	];
	if (!giftingEnabled)
		return { 'Gift References': nothing, Services: nothing, 'Data Pools': nothing };
	return {
		'Gift References': isUsed ? shown : ['warning', /^no gift of LOYALTYDATA01, WINBACKDATA02/],
		Services: ['ok', /^10: LOYALTYDATA01, WINBACKDATA02, /],
		'Data Pools': ['ok', /LOYALTYDATA01 at FR_DEMOTEL: 550,000; .*SUMMERDATA03 at FR_DEMOTEL: 0;/],
	};
}

function clockOf({ clockSkewSeconds: offset }: Variant): Expected {
	if (offset === 0) return ['ok', /^the clocks agree/];
	const size = Math.abs(offset);
	const near = [size - 2, size - 1, size, size + 1].map((one) => one.toLocaleString('en'));
	const seen = new RegExp(`clock is (${near.join('|')}) s ${offset > 0 ? 'ahead' : 'behind'}`);
	return ['warning', seen, /NTP/];
}

function refreshOf({ issueRefreshTokens, rotateRefreshTokens }: Variant): RegExp {
	if (!issueRefreshTokens) return /^no refresh token$/;
	return rotateRefreshTokens ? /works once$/ : /works several times$/;
}

/** Every finding that is right for a platform. */
function expectedOf(variant: Variant, mode: Mode, isUsed: boolean): Record<string, Expected> {
	const { accessTokenLifetime, queryLogin } = variant;
	const { giftingEnabled, paymentsEnabled, searchesEnabled } = variant;
	const canSearch = searchesEnabled && (isLetIn(variant, mode) || queryLogin !== 'headers');
	const isUsable = giftingEnabled || paymentsEnabled || canSearch;
	const absent: Expected = [isUsable ? 'warning' : 'failed', /^HTTP 403 UNAUTHORIZED$/];
	return {
		Login: ['ok', /password/],
		'Token Lifetime': [
			accessTokenLifetime < 60 ? 'warning' : 'ok',
			new RegExp(`^${accessTokenLifetime.toLocaleString('en')} s$`),
		],
		'Token Refresh': ['ok', refreshOf(variant)],
		Clock: clockOf(variant),
		Gifting: giftingEnabled ? ['ok', /^HTTP 200$/] : absent,
		Payments: paymentsEnabled ? ['ok', /^HTTP 200 INVALID_SERVICE$/] : absent,
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

async function checkVariant(variant: Variant, mode: Mode, isUsed: boolean): Promise<Findings> {
	const platform = isUsed ? used : unused;
	platform.set(variant);
	return await check({ ...platform.account, ...signed, searchLogin: mode });
}

const modes: Mode[] = ['bearer', 'headers', 'both'];

test.each(Array.from({ length: 100 }, (_, at) => at + 1))(
	'Check Setup: every finding is right for variant %i',
	async (seed) => {
		const [variant, mode, isUsed] = [variantOf(seed), modes[seed % 3] ?? 'both', seed % 4 !== 0];
		const findings = await checkVariant(variant, mode, isUsed);
		expect(wrongIn(findings, expectedOf(variant, mode, isUsed))).toEqual([]);
	},
);

test('a finding that is wrong would be noticed', async () => {
	const variant: Variant = {
		...variantOf(7),
		queryLogin: 'bearer',
		issueRefreshTokens: true,
		rotateRefreshTokens: false,
		queryAnswer: 'list',
	};
	const others: Partial<Variant>[] = [
		{ queryAnswer: 'record' },
		{ queryLogin: 'headers' },
		{ giftReferences: variant.giftReferences === 'shown' ? 'hidden' : 'shown' },
		{ accessTokenLifetime: variant.accessTokenLifetime + 1 },
		{ rotateRefreshTokens: true },
		{ clockSkewSeconds: 30 },
		{ giftingEnabled: false },
		{ paymentsEnabled: false },
		{ searchesEnabled: false },
	];
	const findings = await checkVariant(variant, 'bearer', true);
	const wrong = (change: Partial<Variant>) =>
		wrongIn(findings, expectedOf({ ...variant, ...change }, 'bearer', true)).length;
	expect(wrong({})).toBe(0);
	expect(others.filter((change) => wrong(change) === 0)).toEqual([]);
});
