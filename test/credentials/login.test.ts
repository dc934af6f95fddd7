import { inspect } from 'node:util';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { Logins } from '../../credentials/login';
import { MobileBillingApi } from '../../credentials/MobileBillingApi.credentials';
import { tokensOf, type Tokens } from '../../platform/account';
import { LoginError } from '../../platform/token';
import { waitFor } from '../../scripts/host/wait';
import { startEndpoint } from '../support/endpoint';
import { httpHelperOf } from '../support/n8n';
import { accountAt, n8nWith, Platform } from '../support/platform';

const type = new MobileBillingApi();

/** Renews a token as n8n does when it's missing or refused, without sending a request afterwards. */
async function renew(account: ICredentialDataDecryptedObject, tokens?: Tokens): Promise<Tokens> {
	const credential = { ...account, ...tokens };
	const helper = await httpHelperOf(n8nWith(credential, type));
	const renewed = { ...credential, ...(await type.preAuthentication.call(helper, credential)) };
	await type.authenticate(renewed, { url: platform.url });
	return tokensOf(renewed);
}

const refusalOf = async (asking: Promise<unknown>): Promise<LoginError> => {
	const error: unknown = await asking.catch((caught: unknown) => caught);
	if (error instanceof LoginError) return error;
	throw new Error('the login was not refused with a LoginError', { cause: error });
};

const platform = Platform.forEach();

const asked = () => platform.traffic().tokenRequests;

const busy = { error: 'temporarily_unavailable' };

test('a redirect is not followed: the password goes nowhere else', async () => {
	const elsewhere = await startEndpoint(() => ({ body: { access_token: 'stolen' } }));
	const headers = { location: `${elsewhere.url}/token` };
	const endpoint = await startEndpoint(() => ({ status: 307, headers }));
	const { trouble } = await refusalOf(renew(accountAt(endpoint.url)));
	await Promise.all([endpoint.close(), elsewhere.close()]);
	expect(trouble).toBe('refused');
	expect(elsewhere.seen).toEqual([]);
});

test('a token answer that is too long says so', async () => {
	const endpoint = await startEndpoint(() => ({ body: 'x'.repeat(17_000_000) }));
	const { message, isRefusal } = await refusalOf(renew(accountAt(endpoint.url)));
	await endpoint.close();
	expect(message).toMatch(
		/^The identity provider \S+ \('Identity Provider Address'\) sent a response of more than 16 MB\. Check/,
	);
	expect(isRefusal).toBe(false);
});

describe('a refused access token', () => {
	test('costs the password only when the refresh token is refused, too', async () => {
		const first = await renew(platform.account);
		const second = await renew(platform.account, first);
		expect(asked()).toEqual({ password: { granted: 1 }, refresh_token: { granted: 1 } });
		platform.revokeSessions();
		await renew(platform.account, second);
		const refresh = { granted: 1, invalid_grant: 1 };
		expect(asked()).toEqual({ password: { granted: 2 }, refresh_token: refresh });
	});

	test.each([
		['503', { kind: 'answer', status: 503 }, 'unavailable'],
		["a proxy's 404", { kind: 'answer', status: 404, body: '<html>' }, 'unavailable'],
		['a server that is busy', { kind: 'answer', status: 400, body: busy }, 'unavailable'],
		['a cut connection', { kind: 'drop' }, 'unreachable'],
	] as const)('costs neither password nor quiet time after %s', async (_what, fault, trouble) => {
		const first = await renew(platform.account);
		platform.faults({ path: '/realms/*', fault, times: 1 });
		const error = await refusalOf(renew(platform.account, first));
		expect(error).toMatchObject({ trouble, isRefusal: false });
		expect(platform.tokenRequestCount()).toBe(2);
		await renew(platform.account, first);
	});

	test('is replaced by a newer token, even after a machine with a fast clock', async () => {
		const first = await renew(platform.account);
		const foreign = { ...first, issuedAt: first.issuedAt + 60_000 };
		const second = await renew(platform.account, foreign);
		expect(second.issuedAt).toBeGreaterThan(foreign.issuedAt);
		expect(await renew(platform.account, foreign)).toEqual(second);
		expect(asked()).toEqual({ password: { granted: 1 }, refresh_token: { granted: 1 } });
	});
});

describe('the memory of a login', () => {
	const account = accountAt('https://billing.example.com');
	const answer = (statusCode: number, answered: object) => {
		const body = [Buffer.from(JSON.stringify(answered))];
		return jest.fn(() => Promise.resolve({ statusCode, body, headers: {} })) as jest.Mock;
	};

	test('holds its tokens for five seconds', async () => {
		const later: [number, () => void][] = [];
		const logins = new Logins(undefined, (ms, act) => void later.push([ms, act]));
		const httpRequest = answer(200, { access_token: 'a', expires_in: 60 });
		const first = await logins.renew(httpRequest, account);
		expect(await logins.renew(httpRequest, account)).toBe(first);
		expect(later.map(([ms]) => ms)).toEqual([5000]);
		for (const [, act] of later) act();
		await logins.renew(httpRequest, account);
		expect(httpRequest).toHaveBeenCalledTimes(2);
	});

	test('holds nothing after that', async () => {
		const logins = new Logins();
		const httpRequest = answer(200, { access_token: 'K7Q9', expires_in: 60 });
		await logins.renew(httpRequest, account);
		const isKept = () => inspect(logins, { depth: 9 }).includes('K7Q9');
		expect(isKept()).toBe(true);
		await waitFor('no token in memory', () => !isKept(), { timeoutMs: 20_000, everyMs: 50 });
	});

	test('holds no secret of a wrong password, which is asked about less and less often', async () => {
		let now = 0;
		// Somebody sets the clock of the machine back all the time.
		const logins = new Logins(
			() => -now,
			undefined,
			() => now,
		);
		const httpRequest = answer(401, { error: 'invalid_grant' });
		const login = async () => await refusalOf(logins.renew(httpRequest, account));
		const asks: number[] = [];
		for (; now <= 7_300_000; now += 10_000) {
			const before = httpRequest.mock.calls.length;
			const errors = await Promise.all([login(), login()]);
			for (const { trouble } of errors) expect(trouble).toBe('refused');
			if (httpRequest.mock.calls.length > before) asks.push(now / 60_000);
		}
		expect(asks).toEqual([0, 1, 3, 7, 15, 31, 63]);
		expect(httpRequest).toHaveBeenCalledTimes(asks.length);
		expect(inspect(logins, { depth: 9 })).not.toMatch(/demo-(secret|password|merchant)/);
	});
});
