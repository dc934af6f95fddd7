import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

import { parse } from 'yaml';

import { projectRoot } from '../../../scripts/host/paths';

/** What is shipped for a real deployment, and what the tests start their processes from. */
export const deploymentFolder = join(projectRoot, 'deploy', 'queue-mode');

const textOf = (name: string) => readFileSync(join(deploymentFolder, name), 'utf8');

/** The variables that a person fills in. */
export const exampleSettings = parseEnv(textOf('.env.example')) as Record<string, string>;

/** A service of the compose file. */
export interface Service {
	command: string[];
	scale: number;
	environment: Record<string, string>;
	/** The files that are mounted into it, by their places there. */
	mounts: [place: string, file: string][];
}

/** The services of the compose file as Docker reads it, with `.env` filled in. @throws Error for an unknown variable */
export function readServices(filledIn: Record<string, string>): (name: string) => Service {
	const settings: Record<string, string> = { ...exampleSettings, ...filledIn };
	const text = textOf('compose.yaml').replace(/(?<!\$)\$\{(\w+)[^}]*\}/g, (_, name: string) => {
		if (settings[name] === undefined) throw new Error(`.env.example has no ${name}`);
		return settings[name];
	});
	interface Written {
		command?: string;
		scale?: number;
		env_file?: '.env';
		environment?: Record<string, string>;
		volumes?: string[];
	}
	const { services } = parse(text, { merge: true }) as { services: Record<string, Written> };
	return (name) => {
		const { command = '', scale = 1, env_file, environment, volumes = [] } = services[name] ?? {};
		return {
			command: command.split(' '),
			scale,
			environment: { ...(env_file && settings), ...environment },
			mounts: volumes.map((volume) => {
				const [source = '', place = ''] = volume.split(':');
				return [place, join(deploymentFolder, source)];
			}),
		};
	};
}
