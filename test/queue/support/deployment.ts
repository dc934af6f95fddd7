import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { projectRoot } from '../../../scripts/host/paths';

/** What is shipped for a real deployment, and what the tests start their processes from. */
export const deploymentFolder = join(projectRoot, 'deploy', 'queue-mode');

/** One service of the compose file, as far as it matters here. */
export interface ComposeService {
	command?: string;
	scale?: number;
	env_file?: string;
	environment?: Record<string, string>;
}

/** The n8n processes of a deployment: their commands, and how many of each. */
export interface Deployment {
	/** The environment of every n8n process. */
	settings: Record<string, string>;
	main: string[];
	worker: string[];
	workers: number;
	webhook: string[];
	webhookProcessors: number;
}

/** The variables of an env file, in order. @throws Error for any other line, and for a duplicate */
function readSettings(text: string): Record<string, string> {
	const settings: Record<string, string> = {};
	for (const line of text.split('\n')) {
		if (line === '' || line.startsWith('#')) continue;
		const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
		if (name === undefined || value === undefined || name in settings) {
			throw new Error(`.env.example: ${line}`);
		}
		settings[name] = value;
	}
	return settings;
}

/** The services of the compose file. */
export function readCompose(): Record<string, ComposeService> {
	const text = readFileSync(join(deploymentFolder, 'compose.yaml'), 'utf8');
	const { services } = parse(text, { merge: true }) as { services: Record<string, ComposeService> };
	return services;
}

/** Reads the deployment that is shipped. */
export function readDeployment(): Deployment {
	const services = readCompose();
	const commandOf = (name: string) => (services[name]?.command ?? '').split(' ');
	return {
		settings: readSettings(readFileSync(join(deploymentFolder, '.env.example'), 'utf8')),
		main: commandOf('main'),
		worker: commandOf('worker'),
		workers: services.worker?.scale ?? 1,
		webhook: commandOf('webhook'),
		webhookProcessors: services.webhook?.scale ?? 1,
	};
}
