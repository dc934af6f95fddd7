import { giveTo, recipients } from '../support/gifting';
import { giftRoute, n8nWith, Platform } from '../support/platform';
import { errorOf, outputOf } from '../support/runNode';

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

const poolOf20 = { parameters: { options: { concurrency: 20 } } };

describe('a run that begins without a token', () => {
	test('logs in once, and has n8n store the tokens once', async () => {
		platform.set({ latencyMs: 5 });
		const n8n = n8nWith(platform.account);

		const record = await giveTo(n8n, recipients(60), poolOf20);

		expect(errorOf(record)).toBeUndefined();
		expect(outputOf(record)).toHaveLength(60);
		expect(platform.tokenRequestCount()).toBe(1);
		expect(n8n.reads).toBe(1);
		expect(n8n.stores).toBe(1);
	});

	test('goes on with the other items when the first is refused', async () => {
		const n8n = n8nWith(platform.account);
		const [first, ...others] = recipients(30);
		const nobodys = { ...first, phone: '999000000404' };

		const record = await giveTo(n8n, [nobodys, ...others], {
			...poolOf20,
			settings: { onError: 'continueRegularOutput' },
		});

		expect(outputOf(record)).toHaveLength(30);
		expect(outputOf(record).filter(({ json }) => json.error !== undefined)).toHaveLength(1);
		expect(platform.requestsTo(giftRoute)).toEqual({ 200: 29, 404: 1 });
		expect(n8n.stores).toBe(1);
	});

	test('asks for no token again and again when the first login is refused', async () => {
		const n8n = n8nWith({ ...platform.account, password: 'wrong' });

		const record = await giveTo(n8n, recipients(30), {
			...poolOf20,
			settings: { onError: 'continueRegularOutput' },
		});

		expect(outputOf(record).every(({ json }) => json.error !== undefined)).toBe(true);
		expect(platform.tokenRequestCount()).toBe(1);
		expect(platform.gifts()).toHaveLength(0);
	});
});
