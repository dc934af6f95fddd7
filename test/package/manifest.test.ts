import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { filesIn, pageText } from '../../scripts/docs/pages';
import { projectRoot } from '../../scripts/host/paths';

const manifest = JSON.parse(pageText('package.json')) as {
	dependencies?: object;
	keywords: string[];
	license: string;
	n8n: { credentials: string[]; nodes: string[] };
	scripts: Record<string, string>;
};

interface Job {
	needs?: string | string[];
	permissions?: Record<string, string>;
	steps: { run?: string; env?: object }[];
}
const jobsOf = (name: string) =>
	(parse(pageText(`.github/workflows/${name}.yml`)) as { jobs: Record<string, Job> }).jobs;
/** The commands of jobs, a line each. */
const commandsOf = (...jobs: (Job | undefined)[]) =>
	jobs.flatMap((job) => job?.steps.flatMap(({ run }) => run ?? []) ?? []).join('\n');
const release = jobsOf('release');

it('package.json is that of a community package without runtime dependencies', () => {
	expect(manifest.keywords).toContain('n8n-community-node-package');
	expect(manifest.license).toBe('MIT');
	expect(manifest.dependencies).toBeUndefined();
});

it('package.json lists every credential and node', () => {
	const sources = [...filesIn('credentials', '.credentials.ts'), ...filesIn('nodes', '.node.ts')];
	const built = sources.map((file) => `dist/${file.replace(/\.ts$/, '.js')}`);
	const listed = [...manifest.n8n.credentials, ...manifest.n8n.nodes];
	expect(listed.sort()).toEqual(built.sort());
});

it('package.json, the release and CI name only files and commands that are there', () => {
	const ci = commandsOf(...Object.values(jobsOf('ci')), ...Object.values(release));
	const programs = Object.values(manifest.scripts).join(' ');
	const files = [
		...(programs.match(/\S+\/\S+\.(ts|js|mjs)\b/g) ?? []),
		...[...ci.matchAll(/bash ([\w./-]+)/g)].map(([, file = '']) => file),
	];
	expect(files).toEqual(expect.arrayContaining(['scripts/docs/main.ts', '.ci/run']));
	expect(files.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([]);
	const named = [...ci.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
	expect(named.filter((name) => !(name in manifest.scripts))).toEqual([]);
});

it('the release is published with provenance, by an identity and not by a token, after every suite', () => {
	const publish = Object.values(release).find((job) => commandsOf(job).includes('npm publish'));
	expect(commandsOf(publish)).toMatch(/^npm publish .*--provenance\b/m);
	expect(publish?.permissions).toMatchObject({ 'id-token': 'write' });
	expect(pageText('.github/workflows/release.yml')).not.toMatch(/secrets\.|_auth|AUTH_TOKEN/);
	const before = commandsOf(...[publish?.needs ?? []].flat().map((name) => release[name]));
	expect(before).toMatch(/^bash \.ci\/run$/m);
	expect(pageText('.ci/run')).toMatch(/\bscan\b/);
});
