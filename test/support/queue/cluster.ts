import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import freePort from 'get-port';

import { ensureN8n } from '../../../scripts/host/installN8n';
import { N8nProcess } from '../../../scripts/host/n8nProcess';
import { installPackage } from '../../../scripts/host/packageTarball';
import { userFolders } from '../../../scripts/host/paths';
import { readServices, type Service } from './deployment';
import { Nginx, Postgres, Redis } from './servers';

/** PostgreSQL's user cannot look into our home. */
const stores = join(tmpdir(), `n8n-nodes-mobile-billing-${basename(userFolders)}`);
const userFolder = join(userFolders, 'queue');

const secret = () => randomBytes(16).toString('hex');

/** n8n in queue mode on this machine, started from the shipped deployment. */
export interface Cluster {
	redis: Redis;
	postgres: Postgres;
	nginx: Nginx;
	main: N8nProcess;
	workers: N8nProcess[];
	webhookProcessors: N8nProcess[];
}

/**
 * Starts Redis and PostgreSQL. n8n's main process is ready but not started, so that credentials and workflows can be put
 * in. The caller has to stop it.
 */
export async function prepareCluster(): Promise<Cluster> {
	for (const folder of [userFolder, stores]) rmSync(folder, { recursive: true, force: true });
	mkdirSync(userFolder, { recursive: true });
	await installPackage(userFolder);
	const [databasePort, redisPort, port] = [await freePort(), await freePort(), await freePort()];
	const url = `http://127.0.0.1:${port}/`;
	const services = readServices({
		N8N_ENCRYPTION_KEY: secret(),
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(databasePort),
		DB_POSTGRESDB_PASSWORD: secret(),
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redisPort),
		QUEUE_BULL_REDIS_PASSWORD: secret(),
		WEBHOOK_URL: url,
		N8N_EDITOR_BASE_URL: url,
	});
	const [main] = await processesOf('main', services('main'));
	const webhookProcessors = await processesOf('webhook', services('webhook'));
	const [[, nginxFile] = ['', '']] = services('balancer').mounts;
	const addressOf = ({ place }: N8nProcess) => `127.0.0.1:${place.port}`;
	const { environment: of, mounts } = services('postgres');
	const [user = '', password = '', database = ''] = [
		of.POSTGRES_USER,
		of.POSTGRES_PASSWORD,
		of.POSTGRES_DB,
	];
	const { command, environment } = services('redis');
	const ofRedis = { command, password: environment.PASSWORD ?? '' };
	const changes: [string, string][] = [
		['listen 80;', `listen 127.0.0.1:${port};`],
		['main:5678', addressOf(main)],
		// Docker's resolver gives the addresses of all processors for this name.
		[
			'server webhook:5678 resolve;',
			webhookProcessors.map((one) => `server ${addressOf(one)};`).join(' '),
		],
	];
	const cluster = {
		redis: new Redis(join(stores, 'redis'), redisPort, ofRedis),
		postgres: new Postgres(join(stores, 'postgres'), databasePort, { user, password, database }),
		nginx: new Nginx(join(stores, 'nginx'), port, { file: nginxFile, changes }),
		main,
		workers: await processesOf('worker', services('worker')),
		webhookProcessors,
	};
	await cluster.redis.start();
	await cluster.postgres.start();
	for (const [place, file] of mounts) {
		if (place.startsWith('/docker-entrypoint-initdb.d/')) await cluster.postgres.runFile(file);
	}
	return cluster;
}

/** Starts the main process, which makes the tables, then all others. */
export async function startCluster(cluster: Cluster): Promise<void> {
	await cluster.main.start();
	const others = [...cluster.webhookProcessors, ...cluster.workers];
	await Promise.all(others.map(async (one) => await one.start()));
	await cluster.nginx.start();
}

/** Ends everything, n8n first; n8n's logs stay, to look at. */
export async function stopCluster(cluster: Cluster): Promise<void> {
	const { main, workers, webhookProcessors, nginx, redis, postgres } = cluster;
	await Promise.all([...workers, ...webhookProcessors].map(async (one) => await one.stop()));
	for (const one of [main, nginx, redis, postgres]) await one.stop();
	rmSync(stores, { recursive: true, force: true });
}

async function processesOf(name: string, { command, scale, environment }: Service) {
	const installation = await ensureN8n();
	const all: N8nProcess[] = [];
	while (all.length < scale) {
		const [port, brokerPort] = [await freePort(), await freePort()];
		const health = { QUEUE_HEALTH_CHECK_PORT: `${port}`, N8N_WORKER_SERVER_ADDRESS: '127.0.0.1' };
		const settings = { ...environment, ...health };
		const ports = { port, brokerPort, withEditor: false };
		const place = { name: `${name}-${all.length + 1}`, command, userFolder, ...ports, settings };
		all.push(new N8nProcess(place, installation));
	}
	return all as [N8nProcess, ...N8nProcess[]];
}
