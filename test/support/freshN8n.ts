import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { ensureN8n } from '../../scripts/host/installN8n';
import type { Owner } from '../../scripts/host/n8nClient';
import { N8nProcess, type N8nPlace } from '../../scripts/host/n8nProcess';
import { installPackage } from '../../scripts/host/packageTarball';
import { userFolders } from '../../scripts/host/paths';
import freePort from 'get-port';
import { N8nClient } from './n8nClient';

/** The owner account of a test's n8n. */
export const owner: Owner = {
	email: 'owner@example.com',
	firstName: 'Test',
	lastName: 'Owner',
	password: 'Test-owner-1',
};

/** A real n8n with the packed package, and its owner's login. */
export interface FreshN8n {
	n8n: N8nProcess;
	client: N8nClient;
}

/** Opens a connection for each request, because a busy n8n closes kept ones. */
export function clientOf(url: string): N8nClient {
	const client = new N8nClient(url);
	client.http.defaults.httpAgent = new Agent({ keepAlive: false });
	return client;
}

/** The root of the tests' n8n folders. */
export const folders = join(userFolders, 'test');

/** Removes folders of more than a day ago; newer ones may belong to a suite that runs. */
function removeOld(): void {
	const yesterday = Date.now() - 86_400_000;
	for (const path of readdirSync(folders).map((name) => join(folders, name))) {
		const { mtimeMs = yesterday } = statSync(path, { throwIfNoEntry: false }) ?? {};
		if (mtimeMs < yesterday) rmSync(path, { recursive: true, force: true });
	}
}

/** A port that no outgoing connection can take in the seconds before n8n listens on it. */
export const lowPort = async () => await freePort({ port: randomInt(20_000, 32_000) });

/** Starts a new n8n. */
export async function freshN8n({
	patch,
	...place
}: Partial<Pick<N8nPlace, 'withEditor' | 'settings'>> & {
	/** Changes the installed package, before n8n starts. */
	patch?: (userFolder: string) => void;
} = {}): Promise<FreshN8n> {
	const installation = await ensureN8n((line) => process.stderr.write(`${line}\n`));
	mkdirSync(folders, { recursive: true });
	removeOld();
	const userFolder = mkdtempSync(join(folders, 'n8n-'));
	await installPackage(userFolder);
	patch?.(userFolder);
	const [port, brokerPort] = [await lowPort(), await lowPort()];
	const all = { withEditor: false, ...place, userFolder, port, brokerPort };
	const n8n = new N8nProcess(all, installation);
	const client = clientOf(n8n.url);
	try {
		await n8n.start();
		await client.login(owner);
	} catch (error) {
		await n8n.stop();
		throw error;
	}
	return { n8n, client };
}
