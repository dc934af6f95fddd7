import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { N8nInstallation } from './installN8n';
import { scratchRoot } from './paths';

/** What tells one n8n from another on the same machine. */
export interface N8nPlace {
	userFolder: string;
	port: number;
	brokerPort: number;
	/** The editor is left out where nobody looks: n8n is ready in half the time. */
	withEditor: boolean;
	/** More n8n settings, such as those of queue mode. */
	settings?: Record<string, string>;
	/** What n8n is started as: its command with arguments; a server with editor and webhooks when missing. */
	command?: string[];
	/** Tells the log of this process from those of others on the same folder. */
	name?: string;
}

const INHERITED = ['HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'TZ', 'USER'];

/** The environment of every process of one n8n. Nothing of the caller's own n8n settings gets in. */
export function n8nEnvironment(place: N8nPlace, installation: N8nInstallation): NodeJS.ProcessEnv {
	const compileCache = join(scratchRoot, 'compile-cache');
	mkdirSync(compileCache, { recursive: true });
	const inherited = INHERITED.flatMap((name) => {
		const value = process.env[name];
		return value === undefined ? [] : [[name, value]];
	});
	return {
		...(Object.fromEntries(inherited) as Record<string, string>),
		PATH: `${dirname(installation.node)}:${process.env.PATH ?? ''}`,
		NODE_COMPILE_CACHE: compileCache,
		N8N_USER_FOLDER: place.userFolder,
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(place.port),
		N8N_RUNNERS_BROKER_PORT: String(place.brokerPort),
		N8N_RUNNERS_MODE: 'external',
		N8N_RUNNERS_AUTH_TOKEN: 'no-task-runner-is-used',
		N8N_ENCRYPTION_KEY: 'key-of-a-throw-away-n8n',
		N8N_SECURE_COOKIE: 'false',
		N8N_LOG_LEVEL: 'info',
		N8N_DISABLE_UI: String(!place.withEditor),
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		...place.settings,
	};
}
