import type { ICredentialDataDecryptedObject, IRun } from 'n8n-workflow';
import { anotherProcess, giveTo, loggedIn, recipients } from '../support/gifting';
import { giftPath, giftRoute, n8nWith, Platform } from '../support/platform';
import { errorOf, outputOf } from '../support/runNode';

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
	expect(platform.sandbox.world.settings).toMatchObject({
		rotateRefreshTokens: true,
		detectRefreshReuse: true,
	});
});
afterEach(() => platform.close());

const poolOf20 = { parameters: { options: { concurrency: 20 } } };

/** Every recipient got the gift, once, and has an item that says so. */
const expectAllGiven = (items: ReturnType<typeof recipients>, ...records: IRun[]) => {
	const all = records.flatMap((record) => {
		expect(errorOf(record)).toBeUndefined();
		expect(outputOf(record).map(({ json }) => json.status)).toEqual(
			outputOf(record).map(() => 'ASSIGNED'),
		);
		return outputOf(record).map(({ json }) => json.clientId);
	});
	const references = items.map(({ reference }) => reference);
	expect(all.sort()).toEqual(references.sort());
	const given = platform.gifts().map(({ clientId }) => clientId);
	expect(given.sort()).toEqual(references);
};

const half = (items: ReturnType<typeof recipients>, second: boolean) =>
	items.filter((_, at) => at % 2 === Number(second));

describe('a token that dies in the middle of 200 items, with a pool of 20', () => {
	test('loses and doubles nothing, for at most two token requests more', async () => {
		platform.set({ latencyMs: 5 });
		const n8n = await loggedIn(platform);
		const before = platform.tokenRequestCount();
		const items = recipients(200);
		platform.whenGiven(100, () => platform.expireAccessTokens());
		const record = await giveTo(n8n, items, poolOf20);
		expectAllGiven(items, record);
		expect(platform.requestsTo(giftRoute)[401]).toBeGreaterThan(0);
		expect(platform.tokenRequestCount() - before).toBeLessThanOrEqual(2);
	});

	test('with its refresh token costs the password once', async () => {
		platform.set({ latencyMs: 5 });
		const n8n = await loggedIn(platform);
		const before = platform.tokenRequestCount();
		const items = recipients(200);
		platform.whenGiven(100, () => platform.revokeSessions());
		expectAllGiven(items, await giveTo(n8n, items, poolOf20));
		expect(platform.tokenRequestCount() - before).toBeLessThanOrEqual(2);
	});

	test('again and again loses nothing either', async () => {
		platform.set({ latencyMs: 5 });
		const n8n = await loggedIn(platform);
		const before = platform.tokenRequestCount();
		const items = recipients(200);
		for (const count of [40, 80, 120, 160])
			platform.whenGiven(count, () => platform.expireAccessTokens());
		expectAllGiven(items, await giveTo(n8n, items, poolOf20));
		expect(platform.tokenRequestCount() - before).toBeLessThanOrEqual(8);
	});

	test('leaves new tokens of both kinds in the credential, and the next run uses them', async () => {
		const n8n = await loggedIn(platform);
		const old = n8n.decrypted('mobileBillingApi');
		platform.expireAccessTokens();
		await giveTo(n8n, recipients(20));
		const renewed = n8n.decrypted('mobileBillingApi');
		expect(renewed.accessToken).not.toBe(old.accessToken);
		expect(renewed.refreshToken).not.toBe(old.refreshToken);
		expect(renewed.issuedAt).toBeGreaterThan(Number(old.issuedAt));
		const before = platform.tokenRequestCount();
		await giveTo(n8n, recipients(20));
		expect(platform.tokenRequestCount()).toBe(before);
	});
});

describe('an access token known to be past its expiry', () => {
	/** A stored credential as it is a while after its tokens came. */
	const stale = async (change: ICredentialDataDecryptedObject) => {
		const n8n = await loggedIn(platform);
		platform.expireAccessTokens();
		return n8nWith({ ...n8n.decrypted('mobileBillingApi'), ...change });
	};

	test('is not sent in vain: the platform sees no 401', async () => {
		const n8n = await stale({ accessExpiresAt: Date.now() - 1 });
		const items = recipients(30);
		expectAllGiven(items, await giveTo(n8n, items, poolOf20));
		expect(platform.requestsTo(giftRoute)).toEqual({ 200: 30 });
		expect(platform.traffic().tokenRequests).toEqual({
			password: { granted: 1 },
			refresh_token: { granted: 1 },
		});
	});

	test('is not sent by another process either', async () => {
		const { node, type } = anotherProcess();
		const { stored } = await stale({ accessExpiresAt: Date.now() - 1 });
		const n8n = n8nWith(stored.mobileBillingApi ?? {}, type);
		const items = recipients(30);
		expectAllGiven(items, await giveTo(n8n, items, { ...poolOf20, node }));
		expect(platform.requestsTo(giftRoute)).toEqual({ 200: 30 });
	});
});

describe('two runs that share an account', () => {
	test('in one process: a token that dies in both costs at most two token requests', async () => {
		platform.set({ latencyMs: 5 });
		const n8n = await loggedIn(platform);
		const before = platform.tokenRequestCount();
		const items = recipients(200);
		platform.whenGiven(80, () => platform.expireAccessTokens());
		const records = await Promise.all(
			[false, true].map((second) => giveTo(n8n, half(items, second), poolOf20)),
		);
		expectAllGiven(items, ...records);
		expect(platform.tokenRequestCount() - before).toBeLessThanOrEqual(2);
	});

	test.each([[[60]], [[60, 320]]])(
		'in two processes: nobody fails (tokens die after %j gifts)',
		async (deaths) => {
			platform.set({ latencyMs: 5 });
			const processes = [anotherProcess(), anotherProcess()];
			const { stored } = await loggedIn(platform);
			const before = platform.tokenRequestCount();
			const items = recipients(400);
			for (const count of deaths) platform.whenGiven(count, () => platform.expireAccessTokens());
			const records = await Promise.all(
				processes.map(({ node, type }, at) => {
					const n8n = n8nWith({ ...stored.mobileBillingApi }, type);
					return giveTo(n8n, half(items, at === 1), { ...poolOf20, node });
				}),
			);
			expectAllGiven(items, ...records);
			// One refreshes; the other’s reuse ends that session; both log in: a handful each time, and no storm.
			expect(platform.tokenRequestCount() - before).toBeLessThanOrEqual(8 * deaths.length);
		},
	);

	test('in two processes of which one was there before the other: nobody fails', async () => {
		const [early, late] = [anotherProcess(), anotherProcess()];
		const { stored } = await loggedIn(platform);
		const account = stored.mobileBillingApi ?? {};
		platform.expireAccessTokens();
		const items = recipients(60);
		const first = await giveTo(n8nWith({ ...account }, early.type), half(items, false), {
			...poolOf20,
			node: early.node,
		});
		const second = await giveTo(n8nWith({ ...account }, late.type), half(items, true), {
			...poolOf20,
			node: late.node,
		});
		expectAllGiven(items, first, second);
	});

	test('on machines whose clocks differ: nobody fails, and there is no storm', async () => {
		const { stored } = await loggedIn(platform);
		const account = stored.mobileBillingApi ?? {};
		const ahead = { ...account, issuedAt: Number(account.issuedAt) + 120_000 };
		const { node, type } = anotherProcess();
		platform.expireAccessTokens();
		const before = platform.tokenRequestCount();
		const items = recipients(60);
		const n8n = n8nWith(ahead, type);
		expectAllGiven(
			items,
			await giveTo(n8n, items, { parameters: { options: { concurrency: 2 } }, node }),
		);
		expect(platform.tokenRequestCount() - before).toBeLessThanOrEqual(2);
	});
});

test('a token that was taken, and is then refused time after time, is renewed until it is taken', async () => {
	const items = recipients(3);
	platform.whenGiven(1, () => {
		platform.faults({ path: giftPath, fault: { kind: 'answer', status: 401 }, times: 7 });
	});
	platform.set({ latencyMs: 20 });
	const run = await giveTo(n8nWith(platform.account), items, {
		parameters: { options: { concurrency: 1 } },
	});
	expectAllGiven(items, run);
	expect(platform.requestsTo(giftRoute)).toEqual({ '200': 3, '401': 7 });
});

test('a platform that takes no token of this account is not asked for new ones item after item', async () => {
	platform.set({ giftTokenHeader: 'bearer' });
	const record = await giveTo(n8nWith(platform.account), recipients(50), {
		settings: { onError: 'continueRegularOutput' },
		parameters: { options: { concurrency: 1 } },
	});
	for (const [index, { json }] of outputOf(record).entries()) {
		expect(json.error).toContain(index === 0 ? 'HTTP 401' : 'Not sent, because');
		expect(json).toMatchObject({
			message: { advice: expect.stringContaining('does not accept its token') },
		});
	}
	expect(outputOf(record)).toHaveLength(50);
	expect(platform.tokenRequestCount()).toBeLessThanOrEqual(5);
});
