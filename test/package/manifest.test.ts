import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';

import ts from 'typescript';

import { projectRoot } from '../../scripts/host/paths';
import { packageSources } from '../support/packageSources';

const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
	dependencies?: object;
	keywords: string[];
	license: string;
	n8n: { credentials: string[]; nodes: string[] };
	scripts: Record<string, string>;
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

	it('has commands whose files exist', () => {
		const files =
			Object.values(manifest.scripts)
				.join(' ')
				.match(/\S+\/\S+\.(ts|js|mjs)\b/g) ?? [];
		expect(files.length).toBeGreaterThan(10);
		expect(files.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([]);
	});
});

it('the package imports its own files, Node.js, and what every n8n it runs on lends', () => {
	const names = packageSources().flatMap(({ statements }) =>
		statements
			.filter(ts.isImportDeclaration)
			.filter(({ importClause }) => !importClause?.isTypeOnly)
			.map(({ moduleSpecifier }) => (moduleSpecifier as ts.StringLiteral).text)
			.filter((name) => !name.startsWith('.')),
	);
	expect(names).toContain('zod');
	const allowed = [...lentByN8n, ...builtinModules];
	expect(names.filter((name) => !allowed.includes(name.replace(/^node:/, '')))).toEqual([]);
});
