import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readOptions } from '../../sandbox/options';
import { createSandbox } from '../../sandbox/sandbox';
import { DEFAULTS } from '../../sandbox/settings';
import { type Variant, variantOf } from '../../sandbox/variant';
import { projectRoot } from '../../scripts/host/paths';
import { Seller, sellerForEach } from '../support/sandbox/seller';

describe('the program', () => {
	const running: ChildProcess[] = [];
	afterEach(() => {
		for (const program of running.splice(0)) program.kill('SIGKILL');
	});

	function start(...args: string[]) {
		const program = spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.ts', ...args], {
			cwd: projectRoot,
		});
		running.push(program);
		const output = { out: '', err: '' };
		program.stdout.on('data', (data) => (output.out += data));
		program.stderr.on('data', (data) => (output.err += data));
		return { program, output, ended: once(program, 'close').then(([code]) => code as number) };
	}

	it('says its address and the demo login, logs no secret, and ends cleanly', async () => {
		const { program, output, ended } = start('--port', '0', '--log');
		while (!output.out.includes('ready')) await once(program.stdout, 'data');
		const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output.out)?.[0] ?? '';
		const seller = new Seller({ url } as never);
		const { access_token } = (await seller.login()).data;
		const headers = { authorization: `Bearer ${access_token}` };
		expect((await seller.http.get('/datagifting/v1/services', { headers })).status).toBe(200);
		program.kill('SIGTERM');
		expect([await ended, output.err]).toEqual([0, '']);
		const log = output.out.split('\n').filter((line) => line.startsWith('{'));
		expect(log.join()).toContain('/datagifting/v1/services');
		expect(log.join()).not.toMatch(new RegExp(`demo-password|demo-secret|${access_token}`));
	});

	it('names a busy port and ends with 1', async () => {
		const other = await createSandbox({ port: 0 });
		const { output, ended } = start('--port', String(other.port));
		expect(await ended).toBe(1);
		expect(output.err).toContain(`Port ${other.port} on 127.0.0.1 is in use`);
		await other.close();
	});
});

describe('options', () => {
	it('have defaults, and a flag wins over a variable', () => {
		expect(readOptions([], {})).toEqual({ help: false, settings: DEFAULTS });
		const args = ['--access-token-lifetime', '7', '--rotate-refresh-tokens', 'off', '--log'];
		const env = { SANDBOX_PORT: '0', SANDBOX_ACCESS_TOKEN_LIFETIME: '8', SANDBOX_LATENCY_MS: '' };
		const given = { port: 0, log: true, accessTokenLifetime: 7, rotateRefreshTokens: false };
		expect(readOptions(args, env).settings).toEqual({ ...DEFAULTS, ...given });
	});

	it.each([
		[['--payment-error-status', '500'], {}, 'must be 200 or 400'],
		[['--port', '70000'], {}, '--port (SANDBOX_PORT)'],
		[['--gift-token-header', 'both'], {}, '--gift-token-header'],
		[[], { SANDBOX_ROTATE_REFRESH_TOKENS: 'perhaps' }, 'SANDBOX_ROTATE_REFRESH_TOKENS'],
		[['--colour'], {}, '--colour'],
	])('%j with %j are refused in words', (args, env, words) => {
		expect(() => readOptions(args, env)).toThrow(words);
	});
});

describe('variants', () => {
	it('are made by a seed, and a hundred seeds have every value of every switch', () => {
		const variants = Array.from({ length: 100 }, (_, n) => variantOf(n + 1));
		expect(variantOf(7)).toEqual(variants[6]);
		const names = Object.keys(variants[0] ?? {}) as (keyof Variant)[];
		const counts = names.map((name) => new Set(variants.map((one) => one[name])).size);
		expect(counts).toEqual([2, 3, 2, 5, 2, 2, 7, 2, 2, 2, 2]);
		expect(
			variants.every((one) => one.giftingEnabled || one.paymentsEnabled || one.searchesEnabled),
		).toBe(true);
		const { settings } = readOptions(['--variant', '7', '--query-answer', 'list'], {});
		const expected = { ...variantOf(7), variant: 7, queryAnswer: 'list' };
		expect(settings).toEqual({ ...DEFAULTS, ...expected });
	});
});

describe('the server', () => {
	const shop = sellerForEach();

	it('has the time of its clock in the Date header, and in records', async () => {
		await shop.seller.set({ clockSkewSeconds: -7200 });
		await shop.seller.as();
		const { headers } = await shop.seller.subscribe();
		const [{ transaction } = {}] = await shop.seller.payments();
		for (const time of [headers.date, `${transaction?.timeCharged}Z`]) {
			expect(Math.abs(Date.parse(String(time)) - Date.now() + 7_200_000)).toBeLessThan(10_000);
		}
	});
});
