import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../../scripts/host/paths';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const workflows = ['.github/workflows/ci.yml', '.github/workflows/release.yml'];
const release = read('.github/workflows/release.yml');
const { scripts, repository } = JSON.parse(read('package.json')) as {
	scripts: Record<string, string>;
	repository: { url: string };
};

describe('the release', () => {
	it('is published with provenance, by an identity and not by a token', () => {
		expect(release).toContain('npm publish --provenance');
		expect(release).toContain('id-token: write');
		expect(release).not.toMatch(/secrets\.|_authToken|NODE_AUTH_TOKEN/);
	});

	it('comes after every suite and the scanner', () => {
		expect(release).toContain('needs: test');
		expect(release).toContain('bash .ci/run');
		expect(release).toContain('npm run scan');
	});

	it('is built in a repository that the package names', () => {
		expect(repository.url).toMatch(/^git\+https:\/\/github\.com\/[\w-]+\/[\w-]+\.git$/);
	});

	it('and CI run only what is there', () => {
		for (const text of workflows.map(read)) {
			const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
			expect(named.length).toBeGreaterThan(0);
			expect(named.filter((name) => !(name in scripts))).toEqual([]);
			const shell = [...text.matchAll(/bash ([\w./-]+)/g)].map(([, file = '']) => file);
			expect(shell.length).toBeGreaterThan(0);
			expect(shell.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([]);
		}
	});
});
