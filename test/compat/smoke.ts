import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import axios from 'axios';
import freePort from 'get-port';

import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { importCredentials } from '../../scripts/host/import';
import type { N8nInstallation } from '../../scripts/host/installN8n';
import { installPackage } from '../../scripts/host/installPackage';
import { N8nClient } from '../../scripts/host/n8nClient';
import { N8nProcess } from '../../scripts/host/n8nProcess';
import { ensureTarball } from '../../scripts/host/packageTarball';
import { userFolders } from '../../scripts/host/paths';
import { waitFor } from '../../scripts/host/wait';
import { sampleRows } from '../../scripts/try/campaign';
import { accountData, readyCredentials, serviceCredential } from '../../scripts/try/credentials';
import { differencesOf, expectedGifts, failedCustomers } from '../../scripts/try/expectations';
import { alertWorkflow, filledIn } from '../../scripts/try/workflows';
import { owner } from '../support/e2e/looking';

/** The part of a workflow that this test looks at. */
interface TestWorkflow {
	nodes: { webhookId?: string; credentials?: Record<string, { id: string; name: string }> }[];
}

const local = { proxy: false, timeout: 120_000 } as const;

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as TestWorkflow;

/** The ready campaign begins with a form that is newer than the oldest n8n, so this one has a webhook. */
const giftWorkflow = read(join(__dirname, 'gifts.json'));

/**
 * Installs the packed package into a fresh n8n of that version, imports two workflows and runs them against the
 * sandbox: the credential is tested, a list of recipients is submitted and the ledger is compared row by row, and a
 * signed notification starts the ready alert, an unsigned one does not.
 *
 * @throws Error that says what went wrong
 */
export async function smokeTest(installation: N8nInstallation): Promise<void> {
	const userFolder = join(userFolders, 'compat', installation.version);
	rmSync(userFolder, { recursive: true, force: true });
	mkdirSync(userFolder, { recursive: true });
	await installPackage(userFolder, await ensureTarball());
	const [port, brokerPort] = [await freePort(), await freePort()];
	const n8n = new N8nProcess({ userFolder, port, brokerPort, withEditor: false }, installation);
	const sandbox = await createSandbox({ port: 0 });
	try {
		await importCredentials(n8n, readyCredentials(sandbox.url));
		await n8n.start();
		const client = new N8nClient(n8n.url);
		// n8n 1.x says it is ready before its REST interface is.
		const isIn = async () =>
			await client.login(owner).then(
				() => true,
				() => false,
			);
		await waitFor(`a login at ${n8n.url}`, isIn, { timeoutMs: 60_000 });
		const alert = alertTo(sandbox.url);
		for (const one of [giftWorkflow, alert]) await publish(client, installation.version, one);
		await credentialIsTested(client, sandbox);
		await giftsAreGiven(n8n, sandbox);
		await alertIsSent(n8n, sandbox, alert);
	} finally {
		await n8n.stop();
		await sandbox.close();
	}
	rmSync(userFolder, { recursive: true, force: true });
}

/** The ready alert, writing to the inbox of this sandbox. n8n's editor looks credentials up by their names. */
function alertTo(sandboxUrl: string): TestWorkflow {
	const { id, name, type } = serviceCredential();
	const workflow = filledIn(read(alertWorkflow.file), sandboxUrl);
	for (const node of workflow.nodes.filter(({ credentials }) => credentials)) {
		node.credentials = { [type]: { id, name } };
	}
	return workflow;
}

/** Imports a workflow and publishes it as the editor of that version does; n8n 1.x calls it activating. */
async function publish({ http }: N8nClient, version: string, workflow: object): Promise<void> {
	const inactive = { ...workflow, active: false };
	const { data } = await http.post<{ data: { id: string; versionId: string } }>(
		'/workflows',
		inactive,
	);
	const { id, versionId } = data.data;
	if (version.startsWith('1.')) await http.patch(`/workflows/${id}`, { active: true, versionId });
	else await http.post(`/workflows/${id}/activate`, { versionId });
}

async function credentialIsTested(client: N8nClient, sandbox: Sandbox): Promise<void> {
	const good = accountData(sandbox.url);
	const type = 'mobileBillingApi';
	assert.equal((await client.testCredential(type, good)).status, 'OK');
	const bad = await client.testCredential(type, { ...good, password: 'not-the-password' });
	assert.match(bad.message, /^Wrong user name or password/);
}

/** The rows of the sample list, without the two that name somebody for the second time. */
async function giftsAreGiven(n8n: N8nProcess, sandbox: Sandbox): Promise<void> {
	const wanted = new Set([...expectedGifts.map((one) => one.customer), ...failedCustomers]);
	const recipients = sampleRows().filter(({ customer = '' }) => wanted.delete(customer));
	const campaign = 'Compatibility';
	const url = `${n8n.url}/webhook/compatibility-gifts`;
	const { data } = await axios.post<unknown[]>(url, { campaign, recipients }, local);
	assert.equal(data.length, expectedGifts.length);
	assert.deepEqual(differencesOf(sandbox.world.ledger.entries, campaign), []);
}

async function alertIsSent(n8n: N8nProcess, sandbox: Sandbox, alert: TestWorkflow) {
	const http = axios.create({ ...local, baseURL: `${sandbox.url}/_sandbox` });
	const { webhookId } = alert.nodes.find((node) => node.webhookId !== undefined) ?? {};
	const fire = async (more: object) => {
		const event = {
			url: `${n8n.url}/webhook/${webhookId}/mobile-billing`,
			serviceKey: 'GAMECLUB04',
			fields: { status: 'failed' },
			...more,
		};
		const { data } = await http.post<{ answer: { httpStatus: number | null } }>(
			'/notifications/fire',
			event,
		);
		return data.answer.httpStatus;
	};
	assert.equal(await fire({ serviceKey: undefined, fields: { service: 'GAMECLUB04' } }), 401);
	assert.equal(await fire({}), 200);
	const messages = async () =>
		(await http.get<{ total: number }>('/inboxes/alerts')).data.total || undefined;
	assert.equal(await waitFor('alert in the inbox', messages, { timeoutMs: 20_000 }), 1);
}
