import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { n8nHome } from '../../scripts/host/paths';
import { exampleSettings, shipped } from '../support/queue/queueHost';

it('the shipped settings are ones that n8n reads, each explained, and no secrets', () => {
	const scripts = ['@n8n/config/dist', 'n8n-core/dist', 'n8n/dist'].flatMap((folder) => {
		const path = join(n8nHome, 'node_modules', folder);
		const files = readdirSync(path, { recursive: true, encoding: 'utf8' });
		return files.filter((file) => file.endsWith('.js')).map((file) => join(path, file));
	});
	const words = scripts.map((file) => readFileSync(file, 'utf8')).join('\n');
	const names = Object.keys(exampleSettings);
	expect(names.filter((name) => !words.includes(name))).toEqual([]);
	expect(names.length).toBeGreaterThan(25);

	const blocks = shipped('.env.example').split('\n\n');
	expect(blocks.filter((block) => /^[A-Z]/m.test(block) && !block.startsWith('#'))).toEqual([]);
	const secrets = names.filter((name) => /KEY$|PASSWORD$/.test(name));
	expect(secrets.map((name) => exampleSettings[name])).toEqual(['', '', '']);
});

it('the shipped image has the n8n that the tests run', () => {
	const text = readFileSync(join(n8nHome, 'package.json'), 'utf8');
	const { dependencies } = JSON.parse(text) as { dependencies: { n8n: string } };
	expect(shipped('Dockerfile')).toContain(`ARG N8N_VERSION=${dependencies.n8n}\n`);
});
