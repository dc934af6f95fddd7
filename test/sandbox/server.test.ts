import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Merchant } from './merchant';

let sandbox: Sandbox;
let merchant: Merchant;

beforeEach(async () => {
	sandbox = await createSandbox({ port: 0 });
	merchant = new Merchant(sandbox);
});
afterEach(() => sandbox.close());

test('an unknown route is a 404 in JSON', async () => {
	const answer = await merchant.http.get('/datagifting/v2/services');
	expect(answer.status).toBe(404);
	expect(answer.data).toEqual({
		status: 'NOT_FOUND',
		errorMessage: 'there is no GET /datagifting/v2/services',
	});
});

test.each([
	['malformed JSON', '{"serviceKey":', 'application/json', 400],
	['a form', 'serviceKey=X', 'application/x-www-form-urlencoded', 415],
	['two megabytes', JSON.stringify('x'.repeat(2_000_000)), 'application/json', 413],
])(
	'an assignment with %s is refused in JSON, without a stack',
	async (_what, body, type, status) => {
		const answer = await merchant.http.post('/datagifting/v1/service/transaction', body, {
			headers: { ...(await merchant.headers()), 'content-type': type },
		});
		expect(answer.status).toBe(status);
		expect(answer.data).toEqual({ status: 'INVALID_REQUEST', errorMessage: expect.any(String) });
		expect(answer.data.errorMessage).not.toMatch(/\bat .*:\d+/);
	},
);

test('a fault of its own is a 500 that tells nothing', async () => {
	const headers = await merchant.headers();
	sandbox.world.pools.take = sandbox.world.tokens.openSession = () => {
		throw new Error('boom at pools.ts:1');
	};
	const gift = await merchant.gift(headers);
	expect(gift.status).toBe(500);
	expect(gift.data).toEqual({ status: 'INTERNAL_ERROR', errorMessage: 'the sandbox failed' });
	const login = await merchant.login();
	expect(login.status).toBe(500);
	expect(login.data).toEqual({ error: 'unknown_error' });
});

test('close ends at once while a request hangs and a connection is kept alive', async () => {
	await merchant.login();
	await merchant.http.put('/_sandbox/faults', [{ fault: { kind: 'hang' } }]);
	const hanging = merchant.http.get('/datagifting/v1/services').catch((error) => error.code);
	while (sandbox.world.traffic.report().inFlight === 0) {
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
	const started = performance.now();
	await sandbox.close();
	expect(performance.now() - started).toBeLessThan(4000);
	expect(await hanging).toBe('ECONNRESET');
});

test('two sandboxes know nothing of each other', async () => {
	const other = await createSandbox({ port: 0 });
	try {
		const headers = await merchant.headers();
		expect((await new Merchant(other).gift(headers)).status).toBe(401);
		expect((await merchant.gift(headers)).status).toBe(200);
	} finally {
		await other.close();
	}
});

test('impossible settings are refused', async () => {
	await expect(createSandbox({ port: 0, accessTokenLifetime: -1 })).rejects.toThrow();
});
