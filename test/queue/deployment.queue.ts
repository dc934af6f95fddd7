import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { n8nHome } from '../../scripts/host/paths';
import { deploymentFolder, exampleSettings } from '../support/queue/deployment';

/** Everything n8n's own packages say, in which the name of a variable must occur that n8n reads. */
function wordsOfN8n(): string {
	const folders = ['@n8n/config/dist', 'n8n-core/dist', 'n8n/dist'];
	const files = folders.flatMap((folder) => {
		const path = join(n8nHome, 'node_modules', folder);
		return readdirSync(path, { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.js') && !name.includes('node_modules'))
			.map((name) => join(path, name));
	});
	return files.map((file) => readFileSync(file, 'utf8')).join('\n');
}

describe('the shipped deployment', () => {
	it('names only variables that n8n reads', () => {
		const words = wordsOfN8n();
		expect(Object.keys(exampleSettings).filter((name) => !words.includes(name))).toEqual([]);
		expect(Object.keys(exampleSettings).length).toBeGreaterThan(25);
	});

	it('explains each of them, and ships no secret', () => {
		const blocks = readFileSync(join(deploymentFolder, '.env.example'), 'utf8').split('\n\n');
		const unexplained = blocks.filter((block) => /^[A-Z]/m.test(block) && !block.startsWith('#'));
		expect(unexplained).toEqual([]);
		const secrets = Object.entries(exampleSettings).filter(([name]) => /KEY$|PASSWORD$/.test(name));
		expect(secrets.map(([, value]) => value)).toEqual(['', '', '']);
	});

	it('builds the image from the n8n that the tests run', () => {
		const dockerfile = readFileSync(join(deploymentFolder, 'Dockerfile'), 'utf8');
		const { dependencies } = JSON.parse(readFileSync(join(n8nHome, 'package.json'), 'utf8')) as {
			dependencies: { n8n: string };
		};
		expect(dockerfile).toContain(`ARG N8N_VERSION=${dependencies.n8n}\n`);
	});
});
