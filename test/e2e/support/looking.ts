import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import freePort from 'get-port';

import { createSandbox, type Sandbox } from '../../../sandbox/sandbox';
import {
	importCredentials,
	importWorkflows,
	type CredentialImport,
} from '../../../scripts/host/import';
import { ensureN8n } from '../../../scripts/host/installN8n';
import { installPackage } from '../../../scripts/host/installPackage';
import { N8nClient } from '../../../scripts/host/n8nClient';
import { N8nProcess } from '../../../scripts/host/n8nProcess';
import { ensureTarball } from '../../../scripts/host/packageTarball';
import { waitFor } from '../../../scripts/host/wait';
import { readyCredentials } from '../../../scripts/try/credentials';
import { filledIn } from '../../../scripts/try/workflows';
import { Seller } from '../../sandbox/seller';
import { testFolders } from './host';

/** A node as a workflow file has it. */
export const nodeOf = (name: string, type: string, typeVersion: number, parameters: object) => ({
	id: name,
	name,
	type,
	typeVersion,
	position: [0, 0],
	parameters,
});

export const owner = {
	email: 'owner@example.com',
	firstName: 'Test',
	lastName: 'Owner',
	password: 'Test-owner-1',
};

/** A workflow as far as a person changes it before using it. */
export interface Changeable {
	nodes: { name: string; parameters: Record<string, unknown> }[];
}

/** A real n8n with workflows that look at what was sold, not published, and a sandbox. */
export interface Looking {
	sandbox: Sandbox;
	seller: Seller;
	n8n: N8nProcess;
	client: N8nClient;
}

/** Starts everything; `workflows` are made when the sandbox's address is known, by their ids. */
export async function startLooking(
	workflows: (sandboxUrl: string) => Record<string, object>,
	moreCredentials: (sandboxUrl: string) => CredentialImport[] = () => [],
): Promise<Looking> {
	const sandbox = await createSandbox({ port: 0 });
	const seller = await Seller.on(sandbox);
	const installation = await ensureN8n();
	mkdirSync(testFolders, { recursive: true });
	const userFolder = mkdtempSync(join(testFolders, 'n8n-'));
	await installPackage(userFolder, await ensureTarball());
	const [port, brokerPort] = [await freePort(), await freePort()];
	const n8n = new N8nProcess({ userFolder, port, brokerPort, withEditor: false }, installation);
	const client = new N8nClient(n8n.url);
	const files = Object.entries(workflows(sandbox.url)).map(([id, content]) => {
		const file = join(userFolder, `${id}.json`);
		writeFileSync(file, JSON.stringify(content));
		return { id, file };
	});
	const credentials = [...readyCredentials(sandbox.url), ...moreCredentials(sandbox.url)];
	await importCredentials(n8n, credentials);
	await importWorkflows(n8n, files);
	await n8n.start();
	await client.login(owner);
	return { sandbox, seller, n8n, client };
}

/** Publishes a workflow that polls, and waits for its first look: n8n answers before its trigger has had it. */
export async function activatePolling({ client, sandbox }: Looking, id: string): Promise<void> {
	const looks = () => sandbox.world.traffic.report().routes['POST /v1/transactions']?.['200'] ?? 0;
	const before = looks();
	await client.activate(id);
	const hasLooked = async () => await Promise.resolve(looks() > before ? true : undefined);
	await waitFor(`the first look of ${id}`, hasLooked, { timeoutMs: 60_000 });
}

/** Ends everything that was started. */
export async function stopLooking({ n8n, sandbox }: Looking): Promise<void> {
	await n8n.stop();
	await sandbox.close();
}

/** A ready workflow, filled in for the sandbox. */
export function ready({ file }: { file: string }, sandboxUrl: string): Changeable {
	return filledIn(JSON.parse(readFileSync(file, 'utf8')) as Changeable, sandboxUrl);
}

/** What a node of a workflow is set to. */
export function parametersOf(workflow: Changeable, name: string): Record<string, unknown> {
	const node = workflow.nodes.find((one) => one.name === name);
	if (!node) throw new Error(`there is no node ${name}`);
	return node.parameters;
}

/** n8n takes no schedule of seconds, but twelve of a minute each. */
export const everyFiveSeconds = {
	item: Array.from({ length: 12 }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * 5} * * * * *`,
	})),
};

/** Transactions of three ends: not charged, charged, and one that stays open. */
export async function sellTo(seller: Seller, ending: string): Promise<void> {
	await seller.subscribe({ msisdn: '999000000901' });
	const { data } = await seller.subscribe({ msisdn: `336399800${ending}` });
	const { transactionId } = data as { transactionId: string };
	await seller.pin(transactionId, await seller.readPin(`336399800${ending}`));
	await seller.subscribe({ msisdn: `336399801${ending}` });
}
