import type { ICredentialDataDecryptedObject, IRun } from 'n8n-workflow';
import { anotherProcess, giveTo, loggedIn, recipients } from '../support/gifting';
import { giftPath, giftRoute, n8nWith, Platform } from '../support/platform';
import { errorOf, failureIn, fieldsOf } from '../support/runNode';

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
	expect(platform.sandbox.world.settings).toMatchObject({
		rotateRefreshTokens: true,
		detectRefreshReuse: true,
	});
});
afterEach(() => platform.close());

const twentyAtATime = { parameters: { options: { concurrency: 20 } } };

/** Every recipient got the gift, once, and has an item that says so. */
const expectAllGiven = (items: ReturnType<typeof recipients>, ...runs: IRun[]) => {
	const shown = runs.flatMap((run) => {
		expect(errorOf(run)).toBeUndefined();
		return fieldsOf(run).map(({ status, clientReference }) => [clientReference, status]);
	});
	const references = items.map(({ reference }) => reference);
	expect(shown.sort()).toEqual(references.map((one) => [one, 'assigned']).sort());
	const given = platform.gifts().map(({ clientId }) => clientId);
	expect(given.sort()).toEqual(references.sort());
};

const half = (items: ReturnType<typeof recipients>, second: boolean) =>
	items.filter((_, at) => at % 2 === Number(second));

test('a run without a token logs in once and stores once, though its first item is refused', async () => {
	platform.set({ latencyMs: 5 });
	const n8n = n8nWith(platform.account);
	const [first, ...others] = recipients(60);
	const items = [{ ...first, phone: '999000000404' }, ...others];
	const settings = { onError: 'continueRegularOutput' as const };
	const run = await giveTo(n8n, items, { ...twentyAtATime, settings });
	expect(fieldsOf(run).filter(({ error }) => error !== undefined)).toHaveLength(1);
	expect(platform.requestsTo(giftRoute)).toEqual({ 200: 59, 404: 1 });
	expect(platform.tokenRequestCount()).toBe(1);
	expect([n8n.reads, n8n.stores]).toEqual([2, 1]);
});

describe('a token that ends in the middle of 200 items', () => {
	test.each([
		['once', [100], 'expireAccessTokens', 2],
		['with its refresh token', [100], 'revokeSessions', 2],
		['again and again', [40, 80, 120, 160], 'expireAccessTokens', 8],
	] as const)('%s loses and doubles nothing', async (_how, counts, end, most) => {
		platform.set({ latencyMs: 5 });
		const n8n = await loggedIn(platform);
		const before = platform.tokenRequestCount();
		const items = recipients(200);
		for (const count of counts) platform.whenGiven(count, () => platform[end]());
		expectAllGiven(items, await giveTo(n8n, items, twentyAtATime));
		expect(platform.requestsTo(giftRoute)[401]).toBeGreaterThan(0);
		expect(platform.tokenRequestCount() - before).toBeLessThanOrEqual(most);
	});
});

describe('two runs that share an account', () => {
	test('in two processes: nobody fails', async () => {
		platform.set({ latencyMs: 5 });
		const processes = [anotherProcess(), anotherProcess()];
		const { stored } = await loggedIn(platform);
		const before = platform.tokenRequestCount();
		const items = recipients(400);
		for (const count of [60, 320]) platform.whenGiven(count, () => platform.expireAccessTokens());
		const runs = processes.map(({ node, type }, at) => {
			const n8n = n8nWith({ ...stored.mobileBillingApi }, type);
			return giveTo(n8n, half(items, at === 1), { ...twentyAtATime, node });
		});
		expectAllGiven(items, ...(await Promise.all(runs)));
		// One refreshes, the other's reuse ends that session, both log in: a handful each time, and no storm.
		expect(platform.tokenRequestCount() - before).toBeLessThanOrEqual(16);
	});

	test.each<[string, (account: ICredentialDataDecryptedObject) => object, number]>([
		['whose clock is ahead', ({ issuedAt }) => ({ issuedAt: Number(issuedAt) + 120_000 }), 1],
		['of which this one knows that it is past', () => ({ accessExpiresAt: Date.now() - 1 }), 0],
	])('with a stored token %s: nobody fails', async (_what, change, refused) => {
		const { stored } = await loggedIn(platform);
		const account = stored.mobileBillingApi ?? {};
		const { node, type } = anotherProcess();
		platform.expireAccessTokens();
		const before = platform.tokenRequestCount();
		const items = recipients(30);
		const n8n = n8nWith({ ...account, ...change(account) }, type);
		const parameters = { options: { concurrency: 1 } };
		expectAllGiven(items, await giveTo(n8n, items, { parameters, node }));
		expect(platform.requestsTo(giftRoute)[401] ?? 0).toBe(refused);
		expect(platform.tokenRequestCount() - before).toBeLessThanOrEqual(2);
	});
});

describe('a request whose token is refused', () => {
	const refuse = (times?: number) =>
		platform.faults({ path: giftPath, fault: { kind: 'answer', status: 401 }, times });
	const give = async () =>
		await giveTo(await loggedIn(platform), recipients(20), {
			settings: { onError: 'continueRegularOutput' },
			parameters: { options: { concurrency: 1 } },
		});

	test('is sent three times', async () => {
		refuse(2);
		expectAllGiven(recipients(20), await give());
		expect(platform.requestsTo(giftRoute)).toEqual({ 200: 20, 401: 2 });
	});

	test('and no more: then the list ends, and says where to look', async () => {
		refuse();
		const [first = {}, ...others] = fieldsOf(await give());
		expect(failureIn(first)).toMatchObject({
			message: expect.stringContaining('HTTP 401') as string,
			description: expect.stringContaining("doesn't accept its token") as string,
		});
		expect(others).toHaveLength(19);
		for (const item of others) expect(failureIn(item).message).toContain('Not sent, because');
		expect(platform.requestsTo(giftRoute)).toEqual({ 401: 3 });
		expect(platform.tokenRequestCount()).toBeLessThanOrEqual(5);
	});
});
