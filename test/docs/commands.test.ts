import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { projectRoot } from '../../scripts/host/paths';
import { pages, pageText } from '../../scripts/docs/pages';
import { commandsIn } from './support/markdown';

const run = promisify(execFile);

const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
	scripts: Record<string, string>;
};

/** Every command of the pages, one of a kind. */
const commands = [...new Set(pages().flatMap(commandsIn))];
const curls = commands.filter((command) => command.startsWith('curl '));

/** Commands that start something long: only their names and flags are checked here. */
const long = /^(npm (run|test|ci|install)|git |node )/;

describe('the commands of README and docs', () => {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await createSandbox({ port: 0 });
	});

	afterAll(async () => {
		await sandbox.close();
	});

	it('are all of a kind that is checked here', () => {
		expect(commands.length).toBeGreaterThan(8);
		const others = commands.filter((command) => !curls.includes(command) && !long.test(command));
		expect(others).toEqual([]);
	});

	it('name npm scripts that are there, in the text too', () => {
		const named = pages()
			.filter((page) => page !== 'CHANGELOG.md')
			.flatMap((page) => [...pageText(page).matchAll(/npm run (?:--silent )?([\w:]+)/g)])
			.map(([, name = '']) => name);
		expect(named.length).toBeGreaterThan(8);
		expect(named.filter((name) => !(name in scripts))).toEqual([]);
	});

	it.each(curls)('can be run against the sandbox: %s', async (command) => {
		const { stdout } = await run('bash', [
			'-c',
			command.replaceAll('http://127.0.0.1:4010', sandbox.url),
		]);
		expect(() => JSON.parse(stdout) as unknown).not.toThrow();
	});

	it('name flags that the sandbox has: its help is run and read', async () => {
		const { stdout } = await run('npm', ['run', '--silent', 'sandbox', '--', '--help'], {
			cwd: projectRoot,
		});
		expect(commands).toContain('npm run sandbox -- --help');
		const flags = commands
			.filter((command) => command.startsWith('npm run sandbox -- '))
			.flatMap((command) => command.match(/--[a-z-]{2,}/g) ?? []);
		expect(flags).toContain('--history');
		expect(flags.filter((flag) => !stdout.includes(`${flag} `))).toEqual([]);
	});

	it.each([
		['npm run try', 'scripts/try/main.ts'],
		['npm run test:compat', 'scripts/compat/main.ts'],
	])('name flags that %s reads', (script, file) => {
		const source = readFileSync(join(projectRoot, file), 'utf8');
		const text = pages().map(pageText).join('\n');
		const uses = [...text.matchAll(new RegExp(`${script} -- ([^\`\\n]*)`, 'g'))];
		const flags = uses.flatMap(([, rest = '']) => rest.match(/--[a-z-]+/g) ?? []);
		expect(flags.length).toBeGreaterThan(0);
		for (const flag of flags) {
			expect(source).toMatch(new RegExp(`\\b${flag.slice(2)}: \\{ type`));
		}
	});
});
