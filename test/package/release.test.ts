import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../../scripts/host/paths';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const release = read('.github/workflows/release.yml');

describe('the release', () => {
	it('is published with provenance, by an identity and not by a token, after every suite', () => {
		for (const part of ['npm publish --provenance', 'id-token: write', 'needs: test']) {
			expect(release).toContain(part);
		}
		expect(release).not.toMatch(/secrets\.|_authToken|NODE_AUTH_TOKEN/);
		expect(release).toContain('bash .ci/run');
		expect(release).toContain('npm run scan');
	});

	it('and CI run only what is there', () => {
		const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
		const all = read('.github/workflows/ci.yml') + release;
		const named = [...all.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
		expect(named.filter((name) => !(name in scripts))).toEqual([]);
		const shell = [...all.matchAll(/bash ([\w./-]+)/g)].map(([, file = '']) => file);
		expect(shell.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([]);
	});
});
