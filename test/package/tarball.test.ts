import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesIn, pageText } from '../../scripts/docs/pages';
import { ensureTarball } from '../../scripts/host/packageTarball';
import { projectRoot } from '../../scripts/host/paths';

/**
 * Packages that n8n 1.123.81, 2.0.0 and 2.41.1 all name as dependencies. Others may be found by chance of an
 * installation, and are not in n8n's Docker image.
 */
const lentByN8n = ['lodash', 'luxon', 'n8n-workflow', 'zod'];

const folder = mkdtempSync(join(tmpdir(), 'package-'));
let tarball: string;
let names: string[];

beforeAll(async () => {
	tarball = await ensureTarball();
	execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
	names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => statSync(join(folder, name)).isFile())
		.sort();
}, 120_000);

afterAll(() => {
	rmSync(folder, { recursive: true });
});

const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');

it('the published package is small, and has only dist, README, LICENSE and package.json', () => {
	const known =
		/^(dist\/.+\.(js|json|svg)|dist\/libraries\/LICENSES\.txt|README\.md|LICENSE|package\.json)$/;
	expect(names.filter((name) => !known.test(name))).toEqual([]);
	const needed = [
		'README.md',
		'LICENSE',
		'package.json',
		'dist/icons/mobileBilling.svg',
		'dist/credentials/MobileBillingApi.credentials.js',
		'dist/nodes/MobileBilling/MobileBilling.node.js',
		'dist/nodes/MobileBilling/MobileBilling.node.json',
	];
	expect(names).toEqual(expect.arrayContaining(needed));
	expect(statSync(tarball).size).toBeGreaterThan(100_000);
	expect(statSync(tarball).size).toBeLessThan(1_000_000);
});

it('the package loads only its own files, Node.js, and the libraries of every n8n that it runs on', () => {
	const code = names.filter((name) => name.endsWith('.js')).map(textOf);
	const loaded = code.flatMap((text) =>
		[...text.matchAll(/\brequire\(["']([^."'][^"']*)["']\)/g)].map(([, name = '']) => name),
	);
	expect(loaded).toContain('zod');
	const allowed = [...lentByN8n, ...builtinModules];
	expect(loaded.filter((name) => !allowed.includes(name.replace(/^node:/, '')))).toEqual([]);
});

/** The libraries that a file takes, each by the folder that it's installed in. */
function librariesIn(file: string): string[] {
	const names = [
		...pageText(file).matchAll(/ from '(?:\.\.\/node_modules\/)?((@[^/']+\/)?[^/.'][^/']*)/g),
	];
	return names.map(([, name = '']) => join(projectRoot, 'node_modules', name));
}

it.each(filesIn('libraries', '.ts'))('the licenses of %s are passed on', (file) => {
	expect(names).toContain(`dist/${file.replace(/\.ts$/, '.js')}`);
	const passedOn = textOf('dist/libraries/LICENSES.txt');
	expect(librariesIn(file)).not.toEqual([]);
	for (const library of librariesIn(file)) {
		const licenses = readdirSync(library).filter((name) => /^licen[cs]e/i.test(name));
		expect(licenses).not.toEqual([]);
		for (const name of licenses)
			expect(passedOn).toContain(readFileSync(join(library, name), 'utf8').trim());
	}
});

it('a library without a license of its own stops the build', () => {
	const { noticeOf } = jest.requireActual<{ noticeOf(folder: string): string }>(
		'../../scripts/bundle',
	);
	expect(noticeOf(join(projectRoot, 'node_modules', 'zod'))).toMatch(/^zod .*copyright/is);
	const bare = mkdtempSync(join(tmpdir(), 'library-'));
	copyFileSync(join(projectRoot, 'package.json'), join(bare, 'package.json'));
	expect(() => noticeOf(bare)).toThrow(/license/);
	rmSync(bare, { recursive: true });
});
