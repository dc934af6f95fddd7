import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import freePort from 'get-port';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import type { N8nInstallation } from '../host/installN8n';
import { N8nClient, type Owner } from '../host/n8nClient';
import { N8nProcess } from '../host/n8nProcess';
import { tryFolder, userFolders } from '../host/paths';
import { readyCredentials } from './credentials';
import * as workflows from './workflows';

/** The owner of the n8n of `npm run try`, which only this machine can reach. */
export const owner: Owner = {
	email: 'owner@example.com',
	firstName: 'Try',
	lastName: 'Owner',
	password: 'Try-it-out-1',
};

/** The sandbox and the n8n of `npm run try`. */
export interface Session {
	sandbox: Sandbox;
	n8n: N8nProcess;
}

const published = [...workflows.readyWorkflows, workflows.campaignsWorkflow];

/** Scheduled workflows: to be run by hand, so they aren't published. */
const unpublished = [workflows.reconcileWorkflow, workflows.reportWorkflow];

/** Claims a file for this process until its end. @returns the process that has it already, if there is one */
function claim(file: string): number | undefined {
	mkdirSync(dirname(file), { recursive: true });
	const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
	try {
		if (holder && process.kill(holder, 0)) return holder;
	} catch {
		// It has ended without removing the file.
	}
	writeFileSync(file, String(process.pid));
	process.on('exit', () => {
		rmSync(file, { force: true });
	});
	return undefined;
}

/** Makes sure that one process at a time works on the folder. */
export function lockFolder(): void {
	const holder = claim(join(tryFolder, 'lock'));
	if (holder) {
		throw new Error(`npm run try is already running here (process ${holder}). End it first.`);
	}
}

/** Starts the sandbox and prepares an n8n next to it, on other ports where the usual ones are busy. */
export async function open(installation: N8nInstallation): Promise<Session> {
	// Two sessions that start at once would both find the same ports free.
	const isSecond = claim(join(userFolders, '..', 'usual-ports')) !== undefined;
	const portOr = async (port: number) =>
		await freePort(isSecond ? {} : { port, host: '127.0.0.1' });
	// Earlier sales, so that the reports have something to show.
	const history = { history: 2000, historyDays: 28 };
	const sandbox = await createSandbox({ port: await portOr(4010), ...history });
	const ports = { port: await portOr(5678), brokerPort: await freePort() };
	// Without this, n8n shows times of New York.
	const settings = { GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone };
	const place = { userFolder: tryFolder, ...ports, withEditor: true, settings };
	return { sandbox, n8n: new N8nProcess(place, installation) };
}

/**
 * Imports the credentials and the ready workflows, unless n8n has these versions already: somebody's
 * changes in the editor are kept until a shipped file changes.
 */
export async function importWhatChanged({ sandbox, n8n }: Session): Promise<void> {
	const credentials = readyCredentials(sandbox.url);
	const all = [...published, ...unpublished];
	const hash = createHash('sha256').update(JSON.stringify(credentials));
	for (const { file } of all) hash.update(readFileSync(file));
	const content = hash.digest('hex');

	const marker = join(tryFolder, 'imported');
	if (existsSync(marker) && readFileSync(marker, 'utf8') === content) return;
	await n8n.import('credentials', credentials);
	await n8n.import('workflow', workflows.filledInFor(sandbox.url, all));
	writeFileSync(marker, content);
}

/** Starts n8n, logs in as the owner and publishes the workflows that people call. The sandbox notifies the alert. */
export async function startN8n({ sandbox, n8n }: Session): Promise<void> {
	await n8n.start();
	const client = new N8nClient(n8n.url);
	await client.login(owner);
	for (const { id } of published) await client.activate(id);
	const service = sandbox.world.payments.services.named('GAMECLUB04');
	service.notificationUrl = workflows.alertUrl(n8n.url);
}
