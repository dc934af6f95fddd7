import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { pages, pageText } from '../../scripts/docs/pages';
import { projectRoot } from '../../scripts/host/paths';
import { shellBlocksIn } from '../support/docs/markdown';

const run = promisify(execFile);
const readRoot = (file: string) => readFileSync(join(projectRoot, file), 'utf8');

const texts = pages()
	.filter((page) => page !== 'CHANGELOG.md')
	.map(pageText)
	.join('\n');
const curls = pages()
	.flatMap(shellBlocksIn)
	.filter((block) => block.includes('curl '));

/** The flags behind a command, in blocks and in the text. */
const flagsOf = (command: string) =>
	[...texts.matchAll(new RegExp(`${command} -- ([^\`\\n#]*)`, 'g'))].flatMap(
		([, rest = '']) => rest.match(/--[a-z-]{2,}/g) ?? [],
	);

describe('the commands of README and docs', () => {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await createSandbox({ port: 0 });
	});

	afterAll(async () => {
		await sandbox.close();
	});

	it('name npm scripts that are there', () => {
		const { scripts } = JSON.parse(readRoot('package.json')) as { scripts: object };
		const uses = [...texts.matchAll(/npm run (?:--silent )?([\w:]+)/g)];
		const named = uses.map(([, name = '']) => name);
		expect(named.length).toBeGreaterThan(8);
		expect(named.filter((name) => !(name in scripts))).toEqual([]);
	});

	it.each(curls)('can be run against the sandbox: %s', async (block) => {
		const own = block.replaceAll('http://127.0.0.1:4010', sandbox.url);
		await expect(run('bash', ['-e', '-c', own])).resolves.toBeDefined();
	});

	it('name flags that the sandbox has: its help is run and read', async () => {
		const args = ['run', '--silent', 'sandbox', '--', '--help'];
		const { stdout } = await run('npm', args, { cwd: projectRoot });
		const flags = flagsOf('npm run sandbox');
		expect(flags).toEqual(expect.arrayContaining(['--help', '--history']));
		expect(flags.filter((flag) => !stdout.includes(`${flag} `))).toEqual([]);
	});

	it.each([
		['npm run try', 'scripts/try/main.ts'],
		['npm run test:compat', 'test/compat/main.ts'],
	])('name flags that %s reads', (command, file) => {
		const flags = flagsOf(command);
		expect(flags.length).toBeGreaterThan(0);
		for (const flag of flags) expect(readRoot(file)).toContain(`${flag.slice(2)}: { type`);
	});
});
