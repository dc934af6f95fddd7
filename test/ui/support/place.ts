import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import freePort from 'get-port';

import { createSandbox, type Sandbox } from '../../../sandbox/sandbox';
import { importCredentials } from '../../../scripts/host/import';
import { ensureN8n } from '../../../scripts/host/installN8n';
import { installPackage } from '../../../scripts/host/installPackage';
import { N8nClient, type Owner } from '../../../scripts/host/n8nClient';
import { N8nProcess } from '../../../scripts/host/n8nProcess';
import { ensureTarball } from '../../../scripts/host/packageTarball';
import { userFolders } from '../../../scripts/host/paths';
import { readyCredentials } from '../../../scripts/try/credentials';
import { importReady, packWorkflows, readyWorkflows } from '../../../scripts/try/workflows';

/** Who works in the editor. */
export const owner: Owner = {
	email: 'owner@example.com',
	firstName: 'Test',
	lastName: 'Owner',
	password: 'Test-owner-1',
};

/** Where the editor and the sandbox are; the test files run in a realm of their own and get it as text. */
export interface Place {
	n8nUrl: string;
	sandboxUrl: string;
}

let running: { n8n: N8nProcess; sandbox: Sandbox } | undefined;

/** Starts a real n8n with its editor, the packed package and the ready workflows, and a sandbox. */
export async function openPlace(): Promise<void> {
	const installation = await ensureN8n((line) => process.stderr.write(`${line}\n`));
	const folders = join(userFolders, 'ui');
	rmSync(folders, { recursive: true, force: true });
	mkdirSync(folders, { recursive: true });
	const userFolder = mkdtempSync(join(folders, 'n8n-'));
	await installPackage(userFolder, await ensureTarball());

	const sandbox = await createSandbox({ port: 0 });
	const [port, brokerPort] = [await freePort(), await freePort()];
	const n8n = new N8nProcess({ userFolder, port, brokerPort, withEditor: true }, installation);
	running = { n8n, sandbox };
	try {
		await importCredentials(n8n, readyCredentials(sandbox.url));
		await importReady(n8n, [...readyWorkflows, ...packWorkflows], sandbox.url);
		await n8n.start();
		await new N8nClient(n8n.url).login(owner);
	} catch (error) {
		await closePlace();
		throw error;
	}
	const place: Place = { n8nUrl: n8n.url, sandboxUrl: sandbox.url };
	process.env.UI_PLACE = JSON.stringify(place);
}

/** Ends both. */
export async function closePlace(): Promise<void> {
	await running?.n8n.stop();
	await running?.sandbox.close();
	running = undefined;
}

/** Where this run works. */
export function thePlace(): Place {
	return JSON.parse(process.env.UI_PLACE ?? '') as Place;
}
