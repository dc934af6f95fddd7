import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { n8nHome } from '../../scripts/host/paths';
import { deploymentFolder, readCompose, readDeployment } from './support/deployment';
import { findQueuePrograms } from './support/programs';

const { settings } = readDeployment();

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
	const services = readCompose();
	const ours = Object.entries(services).filter(([name]) =>
		['main', 'worker', 'webhook'].includes(name),
	);

	it('gives every n8n process .env and nothing else, as the tests do', () => {
		expect(ours.map(([, { env_file, environment }]) => [env_file, environment])).toEqual(
			ours.map(() => ['.env', undefined]),
		);
		expect(ours.map(([name, { command, scale }]) => [name, command, scale])).toEqual([
			['main', 'start', undefined],
			['worker', 'worker --concurrency=5', 3],
			['webhook', 'webhook', 2],
		]);
	});

	it('names only variables that n8n reads', () => {
		const words = wordsOfN8n();
		expect(Object.keys(settings).filter((name) => !words.includes(name))).toEqual([]);
		expect(Object.keys(settings).length).toBeGreaterThan(25);
	});

	it('explains each of them, and ships no secret', () => {
		const lines = readFileSync(join(deploymentFolder, '.env.example'), 'utf8').split('\n\n');
		const unexplained = lines.filter((block) => /^[A-Z]/m.test(block) && !block.startsWith('#'));
		expect(unexplained).toEqual([]);
		const secrets = Object.entries(settings).filter(([name]) => /KEY$|PASSWORD$/.test(name));
		expect(secrets.map(([, value]) => value)).toEqual(['', '', '']);
	});

	it('asks for no variable that .env does not have', () => {
		const compose = readFileSync(join(deploymentFolder, 'compose.yaml'), 'utf8');
		const asked = [...compose.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name = '']) => name);
		expect(asked.length).toBeGreaterThan(0);
		expect(asked.filter((name) => !(name in settings))).toEqual([]);
	});

	it('builds the image from the n8n that the tests run, with the install that they do', () => {
		const dockerfile = readFileSync(join(deploymentFolder, 'Dockerfile'), 'utf8');
		const { dependencies } = JSON.parse(readFileSync(join(n8nHome, 'package.json'), 'utf8')) as {
			dependencies: { n8n: string };
		};
		expect(dockerfile).toContain(`ARG N8N_VERSION=${dependencies.n8n}\n`);
		expect(dockerfile).toContain('--omit=peer --legacy-peer-deps --ignore-scripts');
	});
});

describe('a machine without Redis or PostgreSQL', () => {
	it('is told how to get them', () => {
		expect(() => findQueuePrograms('/nowhere')).toThrow(
			/needs redis-server.*\n.*apt-get install -y --no-install-recommends redis-server postgresql/,
		);
	});
});
