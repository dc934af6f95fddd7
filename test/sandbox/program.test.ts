import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import axios from 'axios';
import { createSandbox } from '../../sandbox/sandbox';
import { NEWER } from './merchant';

const ROOT = join(__dirname, '..', '..');
const running: ChildProcess[] = [];

afterEach(() => {
	for (const program of running.splice(0)) program.kill('SIGKILL');
});

function start(args: string[], env: Record<string, string> = {}) {
	const program = spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.ts', ...args], {
		cwd: ROOT,
		env: { ...process.env, ...env },
	});
	running.push(program);
	const output = { out: '', err: '' };
	program.stdout.on('data', (data) => (output.out += data));
	program.stderr.on('data', (data) => (output.err += data));
	const ended = once(program, 'close').then(([code]) => ({ code, ...output }));
	const ready = async () => {
		await once(program.stdout, 'data');
		const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output.out)?.[0];
		if (!url) throw new Error(`no address in: ${output.out}`);
		return url;
	};
	return { program, ended, ready, output };
}

test('prints its address and the demo login, takes the environment, ends cleanly on SIGTERM', async () => {
	const { program, ended, ready, output } = start([], {
		SANDBOX_PORT: '0',
		SANDBOX_ACCESS_TOKEN_LIFETIME: '8',
	});
	const url = await ready();
	expect(output.out.trim().split('\n')).toHaveLength(1);
	expect(output.out).toContain('demo-merchant');
	const { data } = await axios.get(`${url}/_sandbox/settings`);
	expect(data.accessTokenLifetime).toBe(8);
	program.kill('SIGTERM');
	expect(await ended).toMatchObject({ code: 0, err: '' });
});

test('the log holds no token, password or secret; SIGINT ends cleanly', async () => {
	const { ready, program, ended } = start(['--port', '0', '--log']);
	const url = await ready();
	const form = {
		grant_type: 'password',
		username: 'demo-merchant',
		password: 'demo-password',
		client_id: 'demo-client',
		client_secret: 'demo-secret',
	};
	const login = await axios.post(url + NEWER, new URLSearchParams(form));
	const { access_token, refresh_token } = login.data;
	await axios.get(`${url}/datagifting/v1/services`, {
		headers: { authorization: `Bearer ${access_token}` },
	});
	program.kill('SIGINT');
	const { code, out } = await ended;
	expect(code).toBe(0);
	const log = out
		.split('\n')
		.filter((line) => line.startsWith('{'))
		.join('\n');
	expect(log).toContain('/datagifting/v1/services');
	for (const secret of ['demo-password', 'demo-secret', access_token, refresh_token]) {
		expect(log).not.toContain(secret);
	}
});

test('a busy port is named and the program ends with 1', async () => {
	const other = await createSandbox({ port: 0 });
	try {
		const { code, err } = await start(['--port', String(other.port)]).ended;
		expect(code).toBe(1);
		expect(err).toContain(`Port ${other.port} on 127.0.0.1 is in use`);
		expect(err).toContain('--port');
	} finally {
		await other.close();
	}
});

test('an unknown flag is refused in one line and the program ends with 1', async () => {
	const { code, out, err } = await start(['--colour']).ended;
	expect({ code, out }).toEqual({ code: 1, out: '' });
	expect(err).toContain('--colour');
	expect(err.trim().split('\n')).toHaveLength(1);
});

test('--help names every option and starts nothing', async () => {
	const { code, out } = await start(['--help']).ended;
	expect(code).toBe(0);
	for (const option of ['--port', '--latency-ms', '--detect-refresh-reuse', 'SANDBOX_']) {
		expect(out).toContain(option);
	}
});
