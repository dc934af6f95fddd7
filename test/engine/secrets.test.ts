import { logged } from '../support/n8nLogs';
import { inspect } from 'node:util';
import type { ICredentialDataDecryptedObject, INode } from 'n8n-workflow';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { addressOfNobody, startEndpoint } from '../support/endpoint';
import { giveTo, recipients } from '../support/gifting';
import { searchList } from '../support/listSearch';
import { accountAt, n8nWith, Platform } from '../support/platform';
import { errorOf, runNode } from '../support/runNode';
import { byKey, PIN_PATH, Shop } from './support/shop';

/** A run as n8n stores it, and as a person may look at it in a debugger, with n8n's log. */
const wholeOf = (value: unknown): string => {
	const seen = new WeakSet();
	const stored = JSON.stringify(value, (key, part: unknown) => {
		// What the customer typed is the input's.
		if (key === 'typed' || typeof part !== 'object' || part === null) {
			return key === 'typed' ? undefined : part;
		}
		if (seen.has(part)) return '[again]';
		seen.add(part);
		return part instanceof Error ? { ...part, message: part.message, cause: part.cause } : part;
	});
	return [stored, logged.join('\n')].join('\n');
};
const inspected = (value: unknown) =>
	wholeOf(value) + inspect(value, { depth: 12, showHidden: true, maxStringLength: null });

const secretsIn = (account: ICredentialDataDecryptedObject = {}): string[] =>
	['password', 'clientSecret', 'accessToken', 'refreshToken', 'tokenFingerprint']
		.map((name) => String(account[name] ?? ''))
		.filter((secret) => secret !== '');

function expectNone(whole: string, secrets: string[]): void {
	expect(secrets.length).toBeGreaterThan(0);
	expect(secrets.filter((secret) => whole.includes(secret))).toEqual([]);
}

beforeEach(() => {
	logged.length = 0;
});

describe('no secret of the account is in the data of a run or the log', () => {
	let platform: Platform;
	beforeEach(async () => {
		platform = await Platform.start();
	});
	afterEach(() => platform.close());

	type Change = ICredentialDataDecryptedObject | Promise<ICredentialDataDecryptedObject>;
	const broken = (path: string, fault: object) => (): Change => {
		platform.faults({ path, fault: fault as { kind: 'drop' } });
		return {};
	};
	const noToken = () => {
		platform.set({ giftTokenHeader: 'bearer' });
		return {};
	};
	const ways: [string, () => Change][] = [
		['all is given', () => ({})],
		['the platform refuses', broken('/datagifting/*', { kind: 'answer', status: 400 })],
		['the platform does not take the token', noToken],
		['the connection is cut', broken('/datagifting/*', { kind: 'drop' })],
		['the login is refused', () => ({ password: 'mistyped-password' })],
		['the identity provider is down', broken('/realms/*', { kind: 'answer', status: 503 })],
		['the identity provider is not there', async () => ({ authUrl: await addressOfNobody() })],
		['the host does not exist', () => ({ authUrl: 'http://login.billing.invalid' })],
		['the platform is not there', async () => ({ baseUrl: await addressOfNobody() })],
	];

	const modes: INode['onError'][] = [undefined, 'continueRegularOutput', 'continueErrorOutput'];
	test.each(ways)('when %s', async (_what, prepare) => {
		const n8n = n8nWith({ ...platform.account, ...(await prepare()) });
		for (const onError of modes) {
			const run = await giveTo(n8n, recipients(3), { settings: { onError } });
			expectNone(inspected(run), secretsIn(n8n.stored.mobileBillingApi));
		}
	});

	test('when a dropdown fails; and n8n does log', async () => {
		const n8n = n8nWith({ ...platform.account, password: 'mistyped-password' });
		const parameters = { resource: 'service', operation: 'getBalance', serviceKey: byKey('') };
		const node = new MobileDataGifting();
		const search = searchList(node, 'searchServices', n8n, { parameters });
		const error: unknown = await search.catch((caught: unknown) => caught);
		expect(String(error)).toContain('Wrong user name or password');
		expectNone(inspected(error), secretsIn(n8n.stored.mobileBillingApi));
		await giveTo(n8n, recipients(1));
		expect(logged.join('\n')).toContain('Wrong user name or password');
	});
});

test.each<[string, number, (token: string) => unknown, unknown]>([
	['a refusal', 400, (token) => ({ errorMessage: `no ${token} here` }), []],
	['a refused token', 401, (token) => ({ errorMessage: `no ${token} here` }), []],
	['an error', 500, (token) => ({ errorMessage: `no ${token} here` }), undefined],
	['an answer', 200, (token) => ({ status: 'ASSIGNED', note: `given by ${token} here` }), []],
])('a platform that repeats the token in %s has it masked', async (_where, status, body, list) => {
	const issued: string[] = [];
	const repeating = await startEndpoint(({ method, path, headers }) => {
		if (path.endsWith('/token')) {
			issued.push(`access-token-number-${issued.length}`);
			return { body: { access_token: issued.at(-1), expires_in: 60 } };
		}
		const token = (headers.authorization ?? '').slice(7);
		const isListed = method === 'GET' && list !== undefined;
		return isListed ? { body: list } : { status, body: body(token) };
	});
	const n8n = n8nWith(accountAt(repeating.url));
	const gift = await giveTo(n8n, recipients(1), { parameters: { options: { simplify: false } } });
	const parameters = { resource: 'service', operation: 'getMany' };
	const node = new MobileDataGifting();
	const read = await runNode({ node, credentials: n8n, items: [{}], parameters });
	await repeating.close();
	expect(inspected(gift)).toContain('••• here');
	expectNone(inspected([gift, read]), issued);
});

describe('a payment', () => {
	// Nothing else in a run looks like these, as four digits might.
	const pin = 'K7Q9ZX3T';
	const wrong = 'W2H8VB5N';
	const hash = 'demo-panel-password-hash';
	const signatureKey = 'demo-signing-key-partner';
	const partner = { serviceKey: byKey('PARTNER09') };
	let shop: Shop;
	let transactionId: string;

	beforeAll(async () => {
		shop = await Shop.open();
	});
	afterAll(() => shop.close());
	beforeEach(async () => {
		await shop.fresh();
		shop.useService({
			serviceKey: 'PARTNER09',
			signingSecret: signatureKey,
			signingAlgorithm: 'sha256',
			panelUsername: 'demo-panel',
			panelPasswordHash: hash,
		});
		({ transactionId } = await shop.awaitingPin({ ...partner, price: '1.50' }));
		shop.changePin(transactionId, pin);
	});

	const submit = async (typed: string, onError?: INode['onError']) =>
		await shop.submitPin(
			{ transactionId, pin: '={{ $json.typed }}' },
			{ items: [{ typed }], settings: { onError } },
		);
	const expectNoSecretIn = (run: unknown) => {
		const own = secretsIn(shop.credentials.stored.mobileBillingApi);
		expectNone(wholeOf(run), [pin, wrong, hash, signatureKey, 'Bearer ', ...own]);
	};

	test.each([
		['right', pin, undefined],
		['wrong', wrong, undefined],
		['no PIN', `${pin}-${wrong}`, undefined],
		['lost', pin, { kind: 'drop', when: 'after' }],
		['refused with its token', pin, { kind: 'answer', status: 401, body: { error: 'x' } }],
	])('whose PIN is %s shows no secret', async (_what, typed, fault) => {
		if (fault) await shop.breakWith(PIN_PATH, fault);
		expectNoSecretIn(await submit(typed));
	});

	test('that starts, and an identification, signed or refused, show no secret', async () => {
		expectNoSecretIn(await shop.start({ ...partner, price: '1.50' }));
		expectNoSecretIn(await shop.checkStatus(partner));
		expectNoSecretIn(await shop.createLink(partner));
		shop.useService({ serviceKey: 'PARTNER09', signingSecret: 'not-the-signature-key' });
		const refused = await shop.checkStatus(partner);
		expect(errorOf(refused)?.message).toContain('the signature is wrong');
		expectNone(wholeOf(refused), ['not-the-signature-key']);
	});

	const refusal = (errorMessage: string) => ({ status: 'INVALID_REQUEST', errorMessage });
	test.each<[string, number, unknown]>([
		['the words of a refusal', 400, refusal(`the PIN ${wrong} has expired`)],
		['fields of its own', 406, { status: 'INVALID_PIN', pin: wrong, PIN: wrong, pins: [wrong] }],
		['its login', 200, { status: 'ON_HOLD', echo: { password: hash }, passwordHash: hash }],
		['a broken answer', 200, `{"status":"ACCEPTED","pin":"${wrong}","msisdn":"3363`],
		['a refused token', 401, { error: 'invalid_token', message: `pin ${wrong}, hash ${hash}` }],
	])('has the PIN masked that the platform repeats in %s', async (_where, status, body) => {
		await shop.breakWith(PIN_PATH, { kind: 'answer', status, body });
		for (const onError of [undefined, 'continueRegularOutput'] as const) {
			expectNoSecretIn(await submit(wrong, onError));
		}
	});
});
