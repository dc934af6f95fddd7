import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { readOptions } from '../../sandbox/options';
import { DEFAULTS } from '../../sandbox/settings';
import { settingsOf, type Variant, variantOf } from '../../sandbox/variant';
import { Seller } from './seller';

let sandbox: Sandbox;
let seller: Seller;

beforeAll(async () => {
	sandbox = await createSandbox({ port: 0 });
	seller = await Seller.on(sandbox);
});
afterAll(() => sandbox.close());
beforeEach(() => seller.fresh());

const become = (variant: Partial<Variant> | { seed: number }) =>
	seller.http.put('/_sandbox/variant', variant);

test('a seed makes the same variant, and a hundred seeds every value of every switch', () => {
	const variants = Array.from({ length: 100 }, (_, n) => variantOf(n + 1));
	expect(variantOf(7)).toEqual(variants[6]);
	const values = (name: keyof Variant) => new Set(variants.map((variant) => variant[name])).size;
	const counts = (Object.keys(variants[0] ?? {}) as (keyof Variant)[]).map(values);
	expect(counts).toEqual([2, 3, 2, 5, 3, 7, 2, 2, 2, 2]);
	expect(variants.every((one) => one.gifting || one.payments || one.searches)).toBe(true);
});

test('is an option of the program, and other options win over it', async () => {
	const given = readOptions(['--variant', '7', '--number-form', 'text'], {}).settings;
	const expected = { ...DEFAULTS, ...settingsOf(variantOf(7)), variant: 7, numberForm: 'text' };
	expect(given).toEqual(expected);
	const other = await createSandbox({ port: 0, variant: 7, numberForm: 'text' });
	expect(other.world.settings).toEqual({ ...expected, port: 0 });
	await other.close();
});

test('is set by the control API, by seed or by name, and refused in words', async () => {
	expect((await become({ seed: 7 })).data).toEqual(variantOf(7));
	expect((await seller.http.get('/_sandbox/settings')).data).toMatchObject(
		settingsOf(variantOf(7)),
	);
	expect((await become({ refreshTokens: 'none' })).status).toBe(200);
	expect(sandbox.world.settings.issueRefreshTokens).toBe(false);
	for (const [body, words] of [
		[{ seed: 0 }, 'seed: Number must'],
		[{ numbers: 'roman' }, "numbers: Invalid enum value. Expected 'number' | 'text'"],
	] as const) {
		const { status, data } = await become(body as { seed: number });
		expect([status, data.errorMessage]).toEqual([400, expect.stringContaining(words)]);
	}
});

test('a token answer without a refresh token has none', async () => {
	await become({ refreshTokens: 'none', tokenLifetime: 60 });
	const { data } = await seller.login();
	expect(data).toMatchObject({ expires_in: 60, refresh_expires_in: 0 });
	expect(data).not.toHaveProperty('refresh_token');
	await become({ refreshTokens: 'kept' });
	const { refresh_token: kept } = (await seller.login()).data;
	for (let n = 0; n < 2; n += 1) expect((await seller.refresh(kept)).status).toBe(200);
});

test('the Date header and the timestamps follow the clock', async () => {
	await become({ clockOffsetSeconds: -7200 });
	await seller.as();
	const answer = await seller.subscribe();
	const off = Date.parse(String(answer.headers.date)) - Date.now();
	expect(Math.abs(off + 7_200_000)).toBeLessThan(10_000);
});

test('a product that the merchant does not have is refused, but a wrong login first', async () => {
	await become({ gifting: false, payments: false, searches: false });
	const headers = await seller.headers();
	const calls = [
		() => seller.services(headers.authorization?.slice(7) ?? ''),
		() => seller.subscribe(),
		() => seller.post('/v1/transactions', {}),
	];
	for (const call of calls) {
		expect(await call()).toMatchObject({ status: 403, data: { status: 'UNAUTHORIZED' } });
	}
	expect((await seller.services('nonsense')).status).toBe(401);
});

test('gift lists hide client references, and numbers are text', async () => {
	await become({ giftReferences: 'hidden', numbers: 'text' });
	const headers = await seller.headers();
	const { transactionId } = (await seller.gift(headers)).data;
	expect(transactionId).toMatch(/^\d+$/);
	const list = (path: string, params: object) =>
		seller.http.get(`/datagifting/v1/${path}`, { headers, params });
	const serviceKey = 'LOYALTYDATA01';
	const [gift] = (await list('transaction', { serviceKey })).data;
	expect(gift).toMatchObject({ transactionId, amount: '100' });
	expect(gift).not.toHaveProperty('clientId');
	const [pool] = (await list('services/balance', { serviceKey, operator: 'FR_DEMOTEL' })).data;
	expect(pool).toMatchObject({ totalAmount: '50000', assignedAmount: '100' });
});

test('the list of services takes a merchantId, and needs it without a gateway', async () => {
	const headers = await seller.headers();
	const list = async (params: object) =>
		(await seller.http.get('/datagifting/v1/services', { headers, params })).status;
	expect(await list({ merchantId: '1001' })).toBe(200);
	await seller.set({ merchantIdRequired: true });
	expect([await list({}), await list({ merchantId: '1001' })]).toEqual([400, 200]);
});
