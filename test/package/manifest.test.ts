import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';

import { projectRoot } from '../../scripts/host/paths';
import { packageImports } from './support/imports';

const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
	dependencies?: object;
	keywords: string[];
	license: string;
	n8n: { credentials: string[]; nodes: string[] };
};

/**
 * What n8n 1.123.81, 2.0.0 and 2.41.1 all name among their own dependencies. Others may be found by chance of an
 * installation, and are not in n8n's Docker image.
 */
const lentByN8n = ['lodash', 'luxon', 'n8n-workflow', 'zod'];

describe('package.json', () => {
	it('is that of a community package without runtime dependencies', () => {
		expect(manifest.keywords).toContain('n8n-community-node-package');
		expect(manifest.license).toBe('MIT');
		expect(manifest.dependencies).toBeUndefined();
	});

	it('names every node and credential, and only those that exist', () => {
		const named = [...manifest.n8n.credentials, ...manifest.n8n.nodes];
		const sources = named.map((path) => path.replace(/^dist\//, '').replace(/\.js$/, '.ts'));
		expect(sources).toHaveLength(6);
		expect(sources.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
	});
});

describe('what the package imports', () => {
	it('is its own, of Node.js, or lent by every n8n it runs on', () => {
		const isAllowed = (name: string) =>
			lentByN8n.includes(name) || builtinModules.includes(name.replace(/^node:/, ''));
		const imports = packageImports();
		expect(imports.map(({ name }) => name)).toContain('zod');
		expect(imports.filter(({ name }) => !isAllowed(name))).toEqual([]);
	});
});
