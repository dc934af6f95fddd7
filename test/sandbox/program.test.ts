import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readOptions } from '../../sandbox/options';
import { createSandbox } from '../../sandbox/sandbox';
import { DEFAULTS } from '../../sandbox/settings';
import { projectRoot } from '../../scripts/host/paths';
import { Seller } from '../support/sandbox/seller';

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

it('flags change the defaults', () => {
	expect(readOptions([])).toEqual({ help: false, settings: DEFAULTS });
	const flags = ['--access-token-lifetime', '7', '--rotate-refresh-tokens', 'off', '--log'];
	const given = { log: true, accessTokenLifetime: 7, rotateRefreshTokens: false };
	expect(readOptions(flags).settings).toEqual({ ...DEFAULTS, ...given });
});

it.each(['--port=70000', '--query-answer=both', '--rotate-refresh-tokens=perhaps', '--colour'])(
	'%s is refused in words',
	(flag) => {
		expect(() => readOptions([flag])).toThrow(flag.split('=')[0]);
	},
);
