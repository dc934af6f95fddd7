import freePort from 'get-port';

import { accountData } from '../../scripts/try/credentials';
import { countOf } from '../support/sandboxControl';
import { Host } from './support/host';

const WRONG_PASSWORD = 'not-the-password';

let host: Host;

beforeAll(async () => {
	host = await Host.start({ mobileBillingApi: { password: WRONG_PASSWORD } });
});

afterAll(async () => {
	await host.stop();
});

async function tokenRequestsDuring(act: () => Promise<void>): Promise<number> {
	const before = countOf(await host.control.tokenRequests());
	await act();
	return countOf(await host.control.tokenRequests()) - before;
}

describe('the credential test in a real n8n', () => {
	const testWith = async (change: Record<string, string>) =>
		await host.client.testCredential('mobileBillingApi', {
			...accountData(host.sandbox.url),
			...change,
		});

	it('is content with the right account', async () => {
		expect(await testWith({})).toMatchObject({ status: 'OK' });
	});

	it('is content with the older token address', async () => {
		expect(await testWith({ authUrl: '' })).toMatchObject({ status: 'OK' });
	});

	it('names a wrong password, at the cost of two token requests at most', async () => {
		const asked = await tokenRequestsDuring(async () => {
			const { status, message } = await testWith({ password: WRONG_PASSWORD });
			expect(status).toBe('Error');
			expect(message).toMatch(/wrong user name or password/i);
			expect(message).not.toContain(WRONG_PASSWORD);
		});
		expect(asked).toBeGreaterThanOrEqual(1);
		expect(asked).toBeLessThanOrEqual(2);
	});

	it('names a wrong client', async () => {
		const { status, message } = await testWith({ clientSecret: 'not-the-secret' });
		expect(status).toBe('Error');
		expect(message).toMatch(/wrong client/i);
	});

	it('names an address that answers 404', async () => {
		const { status, message } = await testWith({ authUrl: `${host.sandbox.url}/nowhere` });
		expect(status).toBe('Error');
		expect(message).toMatch(/not a token address/i);
	});

	it('names an address that answers with a page', async () => {
		const { status, message } = await testWith({ authUrl: host.n8n.url });
		expect(status).toBe('Error');
		expect(message).toMatch(/not a token address/i);
	});

	it("names a host that can't be reached", async () => {
		const { status, message } = await testWith({ authUrl: `http://127.0.0.1:${await freePort()}` });
		expect(status).toBe('Error');
		expect(message).toMatch(/can't be reached/i);
	});
});

describe('a wrong password in a campaign', () => {
	it('stops it before the first gift, says why, and does not lock the account', async () => {
		const asked = await tokenRequestsDuring(async () => {
			const { ending } = await host.runCampaign('Locked out');
			expect(ending.text).toContain('Gifts given: 0');
			expect(ending.text).toMatch(/wrong user name or password/i);
			expect(ending.html).not.toContain(WRONG_PASSWORD);
		});
		expect(asked).toBeLessThanOrEqual(2);
		expect(await host.control.ledger()).toEqual([]);
	});
});
