import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { pages, pageText } from '../../scripts/docs/pages';
import { projectRoot } from '../../scripts/host/paths';

const run = promisify(execFile);

const allPages = pages().filter((page) => page !== 'CHANGELOG.md');
const texts = allPages.map(pageText).join('\n');
const blocks = [...texts.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await createSandbox({ port: 0 });
});

afterAll(async () => {
	await sandbox.close();
});

describe('the commands of README and docs', () => {
	it('name npm scripts that are there', () => {
		const { scripts } = JSON.parse(pageText('package.json')) as { scripts: object };
		const uses = [...texts.matchAll(/npm run (?:--silent )?([\w:]+)/g)];
		expect(uses.length).toBeGreaterThan(8);
		expect(uses.map(([, name = '']) => name).filter((name) => !(name in scripts))).toEqual([]);
	});

	it.each(blocks.filter((block) => block.includes('curl ')))(
		'can be run against the sandbox: %s',
		async (block) => {
			const own = block.replaceAll('http://127.0.0.1:4010', sandbox.url);
			await expect(run('bash', ['-e', '-c', own])).resolves.toBeDefined();
		},
	);

	it.each([
		['sandbox', 'npm run --silent sandbox -- --help'],
		['try', 'cat scripts/try/main.ts'],
		['test:compat', 'cat test/compat/main.ts'],
	])('name flags that npm run %s reads', async (name, show) => {
		const uses = texts.matchAll(new RegExp(`npm run ${name} -- ([^\`\\n#]*)`, 'g'));
		const flags = [...uses].flatMap(([, rest = '']) => rest.match(/--[a-z-]{2,}/g) ?? []);
		expect(flags.length).toBeGreaterThan(0);
		const { stdout } = await run('bash', ['-c', show], { cwd: projectRoot });
		const isKnown = (flag: string) =>
			[`${flag} `, `${flag.slice(2)}: {`].some((text) => stdout.includes(text));
		expect(flags.filter((flag) => !isKnown(flag))).toEqual([]);
	});
});
