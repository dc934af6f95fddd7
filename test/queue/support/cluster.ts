import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import freePort from 'get-port';

import { ensureN8n, type N8nInstallation } from '../../../scripts/host/installN8n';
import { installPackage } from '../../../scripts/host/installPackage';
import { N8nProcess } from '../../../scripts/host/n8nProcess';
import { ensureTarball } from '../../../scripts/host/packageTarball';
import { userFolders } from '../../../scripts/host/paths';
import { Balancer } from './balancer';
import { deploymentFolder, readDeployment, type Deployment } from './deployment';
import { PostgresServer } from './postgres';
import { findQueuePrograms } from './programs';
import { RedisServer } from './redis';

/** How many processes are wanted; as many as the deployment has when missing. */
export interface ClusterSize {
	workers?: number;
	webhookProcessors?: number;
}

/** n8n in queue mode on this machine, started from the shipped deployment. */
export class Cluster {
	readonly workers: N8nProcess[] = [];

	readonly webhookProcessors: N8nProcess[] = [];

	private constructor(
		private readonly installation: N8nInstallation,
		private readonly deployment: Deployment,
		private readonly userFolder: string,
		/** Where Redis and PostgreSQL keep what they know. */
		private readonly stores: string,
		readonly redis: RedisServer,
		readonly postgres: PostgresServer,
		readonly balancer: Balancer,
		readonly main: N8nProcess,
		private readonly settings: Record<string, string>,
	) {}

	/**
	 * Starts Redis, PostgreSQL and the load balancer, and gets n8n's main process ready but does not start it, so that
	 * credentials and workflows can be put in. The caller has to stop it.
	 *
	 * @throws Error with an install line when Redis or PostgreSQL is missing
	 */
	static async prepare(): Promise<Cluster> {
		const programs = findQueuePrograms();
		const installation = await ensureN8n();
		const deployment = readDeployment();
		const userFolder = join(userFolders, 'queue');
		// PostgreSQL's user cannot look into our home.
		const stores = join(tmpdir(), `n8n-nodes-mobile-billing-${basename(userFolders)}`);
		for (const folder of [userFolder, stores]) rmSync(folder, { recursive: true, force: true });
		mkdirSync(userFolder, { recursive: true });
		mkdirSync(stores, { recursive: true });
		await installPackage(userFolder, await ensureTarball());

		const { DB_POSTGRESDB_USER: user = '', DB_POSTGRESDB_DATABASE: database = '' } =
			deployment.settings;
		const [databasePassword, redisPassword, encryptionKey] = [secret(), secret(), secret()];
		const redis = new RedisServer(
			programs.redisServer,
			join(stores, 'redis'),
			await freePort(),
			redisPassword,
		);
		const postgres = new PostgresServer(programs.postgresFolder, join(stores, 'postgres'), {
			port: await freePort(),
			user,
			password: databasePassword,
			database,
		});
		const balancer = await Balancer.start();
		const settings = {
			...deployment.settings,
			N8N_ENCRYPTION_KEY: encryptionKey,
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(postgres.access.port),
			DB_POSTGRESDB_PASSWORD: databasePassword,
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(redis.port),
			QUEUE_BULL_REDIS_PASSWORD: redisPassword,
			WEBHOOK_URL: `${balancer.url}/`,
			N8N_EDITOR_BASE_URL: `${balancer.url}/`,
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		};
		const main = new N8nProcess(
			await placeOf('main', deployment.main, userFolder, settings),
			installation,
		);
		const cluster = new Cluster(
			installation,
			deployment,
			userFolder,
			stores,
			redis,
			postgres,
			balancer,
			main,
			settings,
		);
		try {
			await redis.start();
			await postgres.start();
			await postgres.runFile(join(deploymentFolder, 'events.sql'));
		} catch (error) {
			await cluster.stop();
			throw error;
		}
		return cluster;
	}

	/** Starts the main process, then the others, as many as asked. */
	async start({ workers, webhookProcessors }: ClusterSize = {}): Promise<void> {
		await this.main.start();
		const { worker, webhook } = this.deployment;
		const wanted = webhookProcessors ?? this.deployment.webhookProcessors;
		while (this.webhookProcessors.length < wanted) {
			await this.add(
				`webhook-${this.webhookProcessors.length + 1}`,
				webhook,
				this.webhookProcessors,
			);
		}
		const hands = workers ?? this.deployment.workers;
		while (this.workers.length < hands) {
			await this.add(`worker-${this.workers.length + 1}`, worker, this.workers);
		}
		this.balancer.send({
			main: this.main.url,
			processors: this.webhookProcessors.map(({ url }) => url),
		});
	}

	/** Ends everything, n8n first; n8n's logs stay, to look at. */
	async stop(): Promise<void> {
		await Promise.all([...this.workers, ...this.webhookProcessors].map((one) => one.stop()));
		await this.main.stop();
		await this.balancer.stop();
		await this.redis.stop();
		await this.postgres.stop();
		rmSync(this.stores, { recursive: true, force: true });
	}

	private async add(name: string, command: string[], kind: N8nProcess[]): Promise<void> {
		const place = await placeOf(name, command, this.userFolder, this.settings);
		const one = new N8nProcess(place, this.installation);
		// Before it has started: it must be stopped also when it fails to.
		kind.push(one);
		await one.start();
	}
}

async function placeOf(
	name: string,
	command: string[],
	userFolder: string,
	settings: Record<string, string>,
) {
	const port = await freePort();
	const ports = { QUEUE_HEALTH_CHECK_PORT: String(port) };
	return {
		name,
		command,
		userFolder,
		port,
		brokerPort: await freePort(),
		withEditor: false,
		settings: { ...settings, ...ports },
	};
}

function secret(): string {
	return randomBytes(16).toString('hex');
}
