import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import freePort from 'get-port';

import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { importCredentials } from '../host/import';
import type { N8nInstallation } from '../host/installN8n';
import { N8nClient, type Owner } from '../host/n8nClient';
import { N8nProcess } from '../host/n8nProcess';
import { tryFolder } from '../host/paths';
import { isUnderWay } from './campaign';
import { readyCredentials } from './credentials';
import { importReady, lookingWorkflows, packWorkflows, readyWorkflows } from './workflows';

const WISHED_PORTS = { n8n: 5678, sandbox: 4010 };

/** What was sold before somebody came: something to report on. */
const history = { history: 2000, historyDays: 28 };

/** The owner of the n8n that is tried out; nobody but this machine can reach it. */
export const owner: Owner = {
	email: 'owner@example.com',
	firstName: 'Try',
	lastName: 'Owner',
	password: 'Try-it-out-1',
};

const giftsFile = join(tryFolder, 'gifts.json');

function giftsBefore(): Sandbox['world']['ledger']['entries'] {
	if (!isUnderWay() || !existsSync(giftsFile)) return [];
	return JSON.parse(readFileSync(giftsFile, 'utf8')) as Sandbox['world']['ledger']['entries'];
}

/** What runs while somebody tries the package. */
export interface Session {
	sandbox: Sandbox;
	n8n: N8nProcess;
	/** Says so when a port other than the usual one was taken. */
	remarks: string[];
}

/** Starts the sandbox and prepares an n8n next to it, on other ports where the usual ones are busy. */
export async function openSession(installation: N8nInstallation): Promise<Session> {
	const remarks: string[] = [];
	const port = async (name: keyof typeof WISHED_PORTS) => {
		const wished = WISHED_PORTS[name];
		const got = await freePort({ port: wished, host: '127.0.0.1' });
		if (got !== wished) remarks.push(`Port ${wished} is busy: ${name} is on ${got}.`);
		return got;
	};
	mkdirSync(tryFolder, { recursive: true });
	const sandbox = await createSandbox({ port: await port('sandbox'), ...history });
	// The sandbox forgets, but a campaign of the last start goes on, and knows what it gave.
	for (const entry of giftsBefore()) {
		sandbox.world.ledger.add(entry);
	}
	const place = {
		userFolder: tryFolder,
		port: await port('n8n'),
		brokerPort: await freePort(),
		withEditor: true,
	};
	return { sandbox, n8n: new N8nProcess(place, installation), remarks };
}

/**
 * Puts the credentials and the ready workflows into n8n, unless these very ones are in it: what
 * somebody changed in the editor stays until the shipped file changes.
 */
export async function importWhatChanged({ sandbox, n8n }: Session): Promise<'imported' | 'same'> {
	const credentials = readyCredentials(sandbox.url);
	const hash = createHash('sha256').update(JSON.stringify(credentials));
	const workflows = [...readyWorkflows, ...packWorkflows, ...lookingWorkflows];
	for (const { file } of workflows) hash.update(readFileSync(file));
	const content = hash.digest('hex');

	const marker = join(tryFolder, 'imported');
	if (existsSync(marker) && readFileSync(marker, 'utf8') === content) return 'same';
	await importCredentials(n8n, credentials);
	await importReady(n8n, workflows, sandbox.url);
	writeFileSync(marker, content);
	return 'imported';
}

/** Logs in as the owner and publishes the workflows that people call. */
export async function publish({ n8n }: Session): Promise<void> {
	const client = new N8nClient(n8n.url);
	await client.login(owner);
	for (const { id } of [...readyWorkflows, ...packWorkflows]) await client.activate(id);
}

/** Ends everything that was started. */
export async function closeSession({ sandbox, n8n }: Session): Promise<void> {
	await n8n.stop(5_000);
	writeFileSync(giftsFile, JSON.stringify(sandbox.world.ledger.entries));
	await sandbox.close();
}
