import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { createSandbox } from '../../../sandbox/sandbox';
import { ensureN8n } from '../../../scripts/host/installN8n';
import { N8nProcess } from '../../../scripts/host/n8nProcess';
import { installPackage } from '../../../scripts/host/packageTarball';
import { projectRoot, userFolders } from '../../../scripts/host/paths';
import { readyCredentials } from '../../../scripts/try/credentials';
import { filledInFor, type WorkflowFile } from '../../../scripts/try/workflows';
import { folders, lowPort, owner } from '../freshN8n';
import { N8nClient } from '../n8nClient';
import { Nginx, Postgres, Redis } from './servers';

/** The files for a real deployment, from which the tests start their processes. */
export const deploymentFolder = join(projectRoot, 'deploy', 'queue-mode');

export const shipped = (name: string) => readFileSync(join(deploymentFolder, name), 'utf8');

/** The variables that a person fills in. */
export const exampleSettings = parseEnv(shipped('.env.example')) as Record<string, string>;

/** A folder outside the home folder, which PostgreSQL's user can't read. */
const stores = join(tmpdir(), `n8n-nodes-mobile-billing-${basename(userFolders)}-${process.pid}`);
const userFolder = join(folders, `queue-${process.pid}`);

const secret = () => randomBytes(16).toString('hex');

/** The services of the compose file as Docker reads it, with `.env` filled in. @throws Error for an unknown variable */
function readServices(settings: Record<string, string>) {
	const text = shipped('compose.yaml').replace(/(?<!\$)\$\{(\w+)[^}]*\}/g, (_, name: string) => {
		if (settings[name] === undefined) throw new Error(`.env.example has no ${name}`);
		return settings[name];
	});
	interface Written {
		command?: string;
		scale?: number;
		env_file?: string;
		environment?: Record<string, string>;
		volumes?: string[];
	}
	const { services } = parse(text, { merge: true }) as { services: Record<string, Written> };
	return (name: string) => {
		const { env_file, environment, ...written } = services[name] ?? {};
		const filledIn: Record<string, string> = { ...(env_file && settings), ...environment };
		return { command: '', scale: 1, volumes: [] as string[], ...written, environment: filledIn };
	};
}

/** The processes of a service of n8n, as many as the compose file says. */
async function processesOf(
	name: string,
	{ command, scale, environment }: ReturnType<ReturnType<typeof readServices>>,
) {
	const installation = await ensureN8n();
	const all: N8nProcess[] = [];
	while (all.length < scale) {
		const [port, brokerPort] = [await lowPort(), await lowPort()];
		const health = { QUEUE_HEALTH_CHECK_PORT: `${port}`, N8N_WORKER_SERVER_ADDRESS: '127.0.0.1' };
		const place = { userFolder, port, brokerPort, withEditor: false };
		const settings = { ...environment, ...health };
		const own = { name: `${name}-${all.length + 1}`, command: command.split(' '), settings };
		all.push(new N8nProcess({ ...place, ...own }, installation));
	}
	return all as [N8nProcess, ...N8nProcess[]];
}

/** All parts of the deployment on this machine, not started yet. */
async function readDeployment() {
	const [databasePort, redisPort, port] = [await lowPort(), await lowPort(), await lowPort()];
	const url = `http://127.0.0.1:${port}/`;
	const settings: Record<string, string> = {
		...exampleSettings,
		N8N_ENCRYPTION_KEY: secret(),
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(databasePort),
		DB_POSTGRESDB_PASSWORD: secret(),
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redisPort),
		QUEUE_BULL_REDIS_PASSWORD: secret(),
		WEBHOOK_URL: url,
		N8N_EDITOR_BASE_URL: url,
	};
	const services = readServices(settings);
	const [main] = await processesOf('main', services('main'));
	const workers = await processesOf('worker', services('worker'));
	const webhookProcessors = await processesOf('webhook', services('webhook'));
	const addressOf = ({ place }: N8nProcess) => `127.0.0.1:${place.port}`;
	const changes: [string, string][] = [
		['listen 80;', `listen 127.0.0.1:${port};`],
		['main:5678', addressOf(main)],
		// Docker's resolver gives the addresses of all processors for this name.
		[
			'server webhook:5678 resolve;',
			webhookProcessors.map((one) => `server ${addressOf(one)};`).join(' '),
		],
	];
	const mounts = (name: string) =>
		services(name).volumes.map((volume) => volume.split(':') as [source: string, place: string]);
	const [[nginxFile] = ['']] = mounts('balancer');
	const {
		POSTGRES_USER = '',
		POSTGRES_PASSWORD = '',
		POSTGRES_DB = '',
	} = services('postgres').environment;
	const access = { user: POSTGRES_USER, password: POSTGRES_PASSWORD, database: POSTGRES_DB };
	const postgres = new Postgres(join(stores, 'postgres'), databasePort);
	const redis = new Redis(join(stores, 'redis'), redisPort);
	const nginx = new Nginx(join(stores, 'nginx'), port);
	const { command, environment } = services('redis');
	return {
		main,
		workers,
		webhookProcessors,
		postgres: Object.assign(postgres, { access }),
		redis: Object.assign(redis, { command, password: environment.PASSWORD ?? '' }),
		nginx: Object.assign(nginx, { shipped: shipped(nginxFile), changes }),
		sqlFiles: mounts('postgres')
			.filter(([, place]) => place.startsWith('/docker-entrypoint-initdb.d/'))
			.map(([source]) => join(deploymentFolder, source)),
	};
}

/** The credential that workflows of queue mode need in addition to the account and the service. */
export function databaseCredential({ access, port }: Postgres) {
	const data = { ...access, host: '127.0.0.1', port, ssl: 'disable' };
	return { id: 'queueDatabase', name: 'Queue database', type: 'postgres', data };
}

export type QueueHost = Awaited<ReturnType<typeof startQueueHost>>;

/** n8n in queue mode from the shipped deployment, with the packed package, these workflows published, and a sandbox. */
export async function startQueueHost(workflows: WorkflowFile[]) {
	for (const folder of [userFolder, stores]) rmSync(folder, { recursive: true, force: true });
	mkdirSync(userFolder, { recursive: true });
	await installPackage(userFolder);
	const { sqlFiles, ...servers } = await readDeployment();
	const { redis, postgres, nginx, main, workers, webhookProcessors } = servers;
	const others = [...webhookProcessors, ...workers];
	const sandbox = await createSandbox({ port: 0 });
	const client = new N8nClient(main.url);
	/** Ends everything, n8n first; n8n's logs are kept. */
	const stop = async () => {
		await Promise.all(others.map(async (one) => await one.stop()));
		for (const one of [main, nginx, redis, postgres]) await one.stop();
		rmSync(stores, { recursive: true, force: true });
		await sandbox.close();
	};
	try {
		await redis.start();
		await postgres.start();
		for (const file of sqlFiles) await postgres.runFile(file);
		const credentials = [...readyCredentials(sandbox.url), databaseCredential(postgres)];
		await main.import('credentials', credentials);
		await main.import('workflow', filledInFor(sandbox.url, workflows));
		// The main process creates the tables.
		await main.start();
		await Promise.all(others.map(async (one) => await one.start()));
		await nginx.start();
		await client.login(owner);
		for (const { id } of workflows) await client.activate(id);
	} catch (error) {
		await stop();
		throw error;
	}
	return { ...servers, sandbox, client, stop };
}
