import type { IRun } from 'n8n-workflow';
import { errorOf, outputOf } from '../support/runNode';
import { byKey, PIN_PATH, Shop, SUBSCRIBE_PATH } from './support/shop';

let shop: Shop;

beforeAll(async () => {
	shop = await Shop.open();
});
afterAll(() => shop.close());

// Nothing else in a run looks like it, as four digits might.
const pin = 'K7Q9ZX3T';
const wrong = 'W2H8VB5N';
const hash = 'demo-panel-password-hash';
const signatureKey = 'demo-signing-key-partner';

let transactionId: string;

beforeEach(async () => {
	await shop.fresh();
	shop.useService({
		serviceKey: 'PARTNER09',
		signingSecret: signatureKey,
		signingAlgorithm: 'sha256',
		panelUsername: 'demo-panel',
		panelPasswordHash: hash,
	});
	({ transactionId } = await shop.awaitingPin({ serviceKey: byKey('PARTNER09'), price: '1.50' }));
	shop.changePin(transactionId, pin);
});

/** Everything that n8n records of a run, and could store, but for what the customer typed: the input's field `typed`. */
function record(run: IRun): string {
	const stacks = [errorOf(run)?.stack, run.data.resultData.error?.stack];
	const text = JSON.stringify(run, (key, value: unknown) => (key === 'typed' ? undefined : value));
	return `${text} ${stacks.join(' ')}`;
}

function expectNoSecretIn(run: IRun): void {
	const { accessToken, refreshToken } = shop.credentials.stored.mobileBillingApi ?? {};
	const secrets = { pin, wrong, hash, signatureKey, accessToken, refreshToken };
	const said = record(run);
	for (const [name, secret] of Object.entries({ ...secrets, password: 'demo-password' })) {
		if (typeof secret !== 'string' || secret === '') continue;
		expect([name, said.includes(secret)]).toEqual([name, false]);
	}
	expect(said).not.toMatch(/demo-secret|Bearer /);
}

const submit = async (typed: string, call = {}) =>
	await shop.submitPin(
		{ transactionId, pin: '={{ $json.typed }}' },
		{ items: [{ typed }], ...call },
	);
const onError = (value: 'continueRegularOutput' | 'continueErrorOutput') => ({
	settings: { onError: value },
});

describe('no secret is in what n8n records', () => {
	it('of a payment that started', async () => {
		const run = await shop.start({ serviceKey: byKey('PARTNER09'), price: '1.50' });
		expect(outputOf(run)).toHaveLength(1);
		expectNoSecretIn(run);
	});

	it.each([
		['right', pin, 'accepted'],
		['wrong', wrong, 'invalidPin'],
	])('of a PIN that is %s', async (_how, typed, outcome) => {
		const run = await submit(typed);
		expect(outputOf(run)[0]?.json.outcome).toBe(outcome);
		expectNoSecretIn(run);
	});

	it('of a PIN that is refused before it leaves', async () => {
		const typed = `${pin}-${wrong}`;
		const run = await submit(typed);
		expect(errorOf(run)?.message).toContain('PIN: This cannot be a PIN');
		expectNoSecretIn(run);
	});

	it.each(['before', 'after'])('of a connection that is cut %s the platform acts', async (when) => {
		await shop.breakWith(PIN_PATH, { kind: 'drop', when });
		const run = await submit(pin);
		expect(errorOf(run)?.message).toContain('the connection was cut');
		expectNoSecretIn(run);
	});

	it('of a token that is renewed', async () => {
		await shop.seller.http.post('/_sandbox/expire-access-tokens');
		const run = await submit(pin);
		expect(outputOf(run)[0]?.json.outcome).toBe('accepted');
		expectNoSecretIn(run);
	});

	it('of a token that the platform never takes', async () => {
		await shop.breakWith(PIN_PATH, {
			kind: 'answer',
			status: 401,
			body: { error: 'invalid_token' },
		});
		const run = await submit(pin);
		expect(errorOf(run)?.message).toContain('HTTP 401');
		expectNoSecretIn(run);
	});

	it('of a refused login', async () => {
		const { mobileBillingApi } = shop.credentials.stored;
		shop.credentials.stored.mobileBillingApi = { ...mobileBillingApi, password: 'demo-passwort' };
		const run = await submit(pin);
		expect(errorOf(run)).toBeDefined();
		expectNoSecretIn(run);
		expect(record(run)).not.toContain('demo-passwort');
	});

	it('of a signed identification, and of one that is refused', async () => {
		expectNoSecretIn(await shop.checkStatus({ serviceKey: byKey('PARTNER09') }));
		shop.useService({ serviceKey: 'PARTNER09', signingSecret: 'not-the-signature-key' });
		const refused = await shop.checkStatus({ serviceKey: byKey('PARTNER09') });
		expect(errorOf(refused)?.message).toContain('the signature is wrong');
		expect(record(refused)).not.toContain('not-the-signature-key');
	});

	it('of an identification link', async () => {
		const run = await shop.createLink({ serviceKey: byKey('PARTNER09') });
		expect(outputOf(run)[0]?.json.signed).toBe(true);
		expectNoSecretIn(run);
	});
});

describe('a platform that repeats the PIN gets it masked:', () => {
	const refusal = (errorMessage: string) => ({ status: 'INVALID_REQUEST', errorMessage });
	const repeated: [string, number, unknown][] = [
		['in the words of a refusal', 400, refusal(`the PIN ${wrong} has expired`)],
		['in words without a space', 400, refusal(`wrong-pin:${wrong}`)],
		['as all it says', 400, refusal(wrong)],
		['in the words of a wrong PIN', 406, { status: 'INVALID_PIN', errorMessage: `not ${wrong}!` }],
		['in a field of its own', 406, { status: 'INVALID_PIN', pin: wrong, PIN: wrong }],
		['in another field', 406, { status: 'INVALID_PIN', pinIdentification: wrong }],
		[
			'deep inside',
			200,
			{ status: 'ON_HOLD', echo: [{ request: { pin: wrong, pinCode: wrong } }] },
		],
		['in a list', 406, { status: 'INVALID_PIN', pins: [wrong] }],
		[
			'with the login',
			200,
			{ status: 'ON_HOLD', echo: { username: 'demo-panel', password: hash } },
		],
		['with the login in prose', 400, refusal(`login demo-panel ${hash} is wrong`)],
		['with the login in another field', 200, { status: 'ON_HOLD', passwordHash: hash }],
		['as text', 200, `the PIN ${wrong} is fine`],
		['as text of a broken answer', 200, `{"status":"ACCEPTED","pin":"${wrong}","msisdn":"3363`],
		['as a page of an error', 500, `<h1>Error</h1><p>pin=${wrong}</p>`],
		['in an unknown error body', 500, { message: `cannot parse {"pin":"${wrong}"}` }],
		['to a refused token', 401, { error: 'invalid_token', message: `pin ${wrong}, hash ${hash}` }],
	];

	it.each(repeated)('%s (HTTP %i)', async (_where, status, body) => {
		await shop.breakWith(PIN_PATH, { kind: 'answer', status, body });
		expectNoSecretIn(await submit(wrong));
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'also in the item of a node set to %s',
		async (mode) => {
			const body = refusal(`the PIN ${wrong} has expired`);
			await shop.breakWith(PIN_PATH, { kind: 'answer', status: 400, body });
			const run = await submit(wrong, onError(mode));
			const [item] = outputOf(run, mode === 'continueErrorOutput' ? 1 : 0);
			expect(item?.json.error).toContain('the PIN ••• has expired');
			expectNoSecretIn(run);
		},
	);

	it('but a transaction id that holds the same digits is left whole', async () => {
		const body = { status: 'INVALID_PIN', transactionId: '8212349', errorMessage: 'PIN 1234?' };
		await shop.breakWith(PIN_PATH, { kind: 'answer', status: 406, body });
		const [item] = outputOf(await submit('1234'));
		expect(item?.json).toMatchObject({ transactionId: '8212349', errorMessage: 'PIN •••?' });
	});

	it('and so does one that repeats the login when a payment starts', async () => {
		const body = { status: 'UNAUTHORIZED', errorMessage: `demo-panel ${hash} is wrong` };
		await shop.breakWith(SUBSCRIBE_PATH, { kind: 'answer', status: 200, body });
		const run = await shop.start();
		expect(errorOf(run)?.message).toContain('demo-panel ••• is wrong');
		expectNoSecretIn(run);
	});
});
