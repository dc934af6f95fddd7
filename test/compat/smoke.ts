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
import { accountData, readyCredentials } from '../../scripts/try/credentials';
import { differencesOf, expectedGifts, failedCustomers } from '../../scripts/try/expectations';
import { alertWorkflow, filledIn } from '../../scripts/try/workflows';
import { basic, billing, called, to, workflowOf } from '../support/e2e/drawing';
import { owner } from '../support/e2e/looking';
import { addressOf, triggerIdOf } from '../support/e2e/notified';

const http = axios.create({ proxy: false, timeout: 120_000 });

const campaign = 'Compatibility';

/** The ready campaign begins with a form that is newer than the oldest n8n, so this one has a webhook. */
function giftWorkflow(): object {
	const serviceKey = { __rl: true, mode: 'id', value: 'LOYALTYDATA01' };
	const recipient = { msisdn: '={{ $json.phone }}', amount: '={{ $json.megabytes }}' };
	const give = billing('Give', 'mobileDataGifting', { serviceKey, campaign, ...recipient });
	const nodes = [
		called('compatibility-gifts'),
		basic('Each', 'splitOut', 1, { fieldToSplitOut: 'body.recipients' }),
		{ ...give, onError: 'continueErrorOutput' },
		basic('Given', 'noOp', 1),
	];
	return workflowOf(campaign, nodes, { Call: to('Each'), Each: to('Give'), Give: to('Given') });
}

interface Created {
	id: string;
	versionId: string;
}

/** Imports a workflow and publishes it as the editor of that version does; n8n 1.x calls it activating. */
async function publish(client: N8nClient, version: string, workflow: object): Promise<void> {
	// The editor looks credentials up by their names.
	const text = readyCredentials('').reduce(
		(all, { id, name }) =>
			all.replace(`"id":null,"name":"${name}"`, `"id":"${id}","name":"${name}"`),
		JSON.stringify({ ...workflow, active: false }),
	);
	const { data } = await client.http.post<{ data: Created }>('/workflows', JSON.parse(text));
	const { id, versionId } = data.data;
	if (version.startsWith('1.')) {
		await client.http.patch(`/workflows/${id}`, { active: true, versionId });
	} else await client.http.post(`/workflows/${id}/activate`, { versionId });
}

/** An n8n with the package and the credentials, not started. */
async function preparedN8n(installation: N8nInstallation, sandboxUrl: string): Promise<N8nProcess> {
	const userFolder = join(userFolders, 'compat', installation.version);
	rmSync(userFolder, { recursive: true, force: true });
	mkdirSync(userFolder, { recursive: true });
	await installPackage(userFolder, await ensureTarball());
	const ports = { port: await freePort(), brokerPort: await freePort() };
	const n8n = new N8nProcess({ userFolder, ...ports, withEditor: false }, installation);
	await importCredentials(n8n, readyCredentials(sandboxUrl));
	return n8n;
}

/**
 * Installs the packed package into a fresh n8n of that version, imports two workflows and runs them against the
 * sandbox: the credential is tested, a list of recipients is submitted and the ledger is compared row by row, and a
 * signed notification starts the ready alert, an unsigned one does not.
 *
 * @throws Error that says what went wrong
 */
export async function smokeTest(installation: N8nInstallation): Promise<void> {
	const sandbox = await createSandbox({ port: 0 });
	const n8n = await preparedN8n(installation, sandbox.url);
	try {
		await n8n.start();
		const client = new N8nClient(n8n.url);
		// n8n 1.x says it is ready before its REST interface is.
		const isIn = () =>
			client.login(owner).then(
				() => true,
				() => false,
			);
		await waitFor(`a login at ${n8n.url}`, isIn, { timeoutMs: 60_000 });
		const alert = JSON.parse(readFileSync(alertWorkflow.file, 'utf8')) as object;
		for (const workflow of [giftWorkflow(), filledIn(alert, sandbox.url)]) {
			await publish(client, installation.version, workflow);
		}
		await credentialIsTested(client, sandbox.url);
		await giftsAreGiven(n8n, sandbox);
		await alertIsSent(n8n, sandbox.url);
	} finally {
		await n8n.stop();
		await sandbox.close();
	}
	rmSync(n8n.place.userFolder, { recursive: true, force: true });
}

async function credentialIsTested(client: N8nClient, sandboxUrl: string): Promise<void> {
	const good = accountData(sandboxUrl);
	const type = 'mobileBillingApi';
	assert.equal((await client.testCredential(type, good)).status, 'OK');
	const bad = await client.testCredential(type, { ...good, password: 'not-the-password' });
	assert.match(bad.message, /^Wrong user name or password/);
}

/** The rows of the sample list, without the two that name somebody for the second time. */
async function giftsAreGiven(n8n: N8nProcess, { world }: Sandbox): Promise<void> {
	const wanted = new Set([...expectedGifts.map((one) => one.customer), ...failedCustomers]);
	const recipients = sampleRows().filter(({ customer = '' }) => wanted.delete(customer));
	const url = `${n8n.url}/webhook/compatibility-gifts`;
	const { data } = await http.post<unknown[]>(url, { recipients });
	assert.equal(data.length, expectedGifts.length);
	assert.deepEqual(differencesOf(world.ledger.entries, campaign), []);
}

interface Fired {
	answer: { httpStatus: number | null };
}

async function alertIsSent(n8n: N8nProcess, sandboxUrl: string): Promise<void> {
	const control = `${sandboxUrl}/_sandbox`;
	const fire = async (more: object) => {
		const url = addressOf(n8n.url, triggerIdOf(alertWorkflow));
		const event = { url, serviceKey: 'GAMECLUB04', fields: { status: 'failed' }, ...more };
		const { data } = await http.post<Fired>(`${control}/notifications/fire`, event);
		return data.answer.httpStatus;
	};
	assert.equal(await fire({ serviceKey: undefined, fields: { service: 'GAMECLUB04' } }), 401);
	assert.equal(await fire({}), 200);
	const messages = async () =>
		(await http.get<{ total: number }>(`${control}/inboxes/alerts`)).data.total || undefined;
	assert.equal(await waitFor('alert in the inbox', messages, { timeoutMs: 20_000 }), 1);
}
