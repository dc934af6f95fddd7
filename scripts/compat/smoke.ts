import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import axios from 'axios';
import freePort from 'get-port';

import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { SandboxControl } from '../../test/support/sandboxControl';
import { importCredentials } from '../host/import';
import type { N8nInstallation } from '../host/installN8n';
import { installPackage } from '../host/installPackage';
import { N8nClient } from '../host/n8nClient';
import { N8nProcess } from '../host/n8nProcess';
import { ensureTarball } from '../host/packageTarball';
import { userFolders } from '../host/paths';
import { waitFor } from '../host/wait';
import { accountData, readyCredentials } from '../try/credentials';
import { differencesOf, expectedGifts } from '../try/expectations';
import { Editor } from './editor';
import {
	alertTo,
	alertWebhook,
	campaign,
	giftPath,
	giftWorkflow,
	inbox,
	recipients,
} from './workflows';

const local = { proxy: false, timeout: 120_000 } as const;

const owner = {
	email: 'owner@example.com',
	firstName: 'Compatibility',
	lastName: 'Owner',
	password: 'Compat-owner-1',
};

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
		await takesLogins(n8n.url);
		const client = new N8nClient(n8n.url);
		await client.login(owner);
		const editor = await Editor.open(n8n.url, installation.version, owner);
		for (const workflow of [giftWorkflow(), alertTo(sandbox.url)]) await editor.publish(workflow);
		await credentialIsTested(client, sandbox);
		await giftsAreGiven(n8n, sandbox);
		await alertIsSent(n8n, sandbox);
	} finally {
		await n8n.stop();
		await sandbox.close();
	}
	rmSync(userFolder, { recursive: true, force: true });
}

/** n8n 1.x says it is ready before its REST interface is. */
async function takesLogins(url: string): Promise<void> {
	const ask = async () => {
		const { status } = await axios.get(`${url}/rest/login`, {
			...local,
			validateStatus: () => true,
		});
		return status === 404 || status >= 500 ? undefined : true;
	};
	await waitFor(`REST interface at ${url}`, ask, { timeoutMs: 60_000 });
}

async function credentialIsTested(client: N8nClient, sandbox: Sandbox): Promise<void> {
	const good = accountData(sandbox.url);
	const type = 'mobileBillingApi';
	assert.equal((await client.testCredential(type, good)).status, 'OK');
	const bad = await client.testCredential(type, { ...good, password: 'not-the-password' });
	assert.match(bad.message, /^Wrong user name or password/);
}

async function giftsAreGiven(n8n: N8nProcess, sandbox: Sandbox): Promise<void> {
	const url = `${n8n.url}/webhook/${giftPath}`;
	const { data } = await axios.post<unknown[]>(url, { campaign, recipients: recipients() }, local);
	assert.equal(data.length, expectedGifts.length);
	const ledger = await new SandboxControl(sandbox.url).ledger();
	assert.deepEqual(differencesOf(ledger, campaign), []);
}

async function alertIsSent(n8n: N8nProcess, sandbox: Sandbox): Promise<void> {
	const http = axios.create({ ...local, baseURL: `${sandbox.url}/_sandbox` });
	const fire = async (more: object) => {
		const { data } = await http.post<{ attempts: { httpStatus: number | null }[] }>(
			'/notifications/fire',
			{
				url: `${n8n.url}/webhook/${alertWebhook()}/mobile-billing`,
				serviceKey: 'GAMECLUB04',
				fields: { status: 'failed' },
				...more,
			},
		);
		return data.attempts.at(-1)?.httpStatus;
	};
	assert.equal(await fire({ tamper: 'unsigned' }), 401);
	assert.equal(await fire({}), 200);
	const messages = async () => {
		const { data } = await http.get<{ total: number }>(`/inboxes/${inbox}`);
		return data.total > 0 ? data.total : undefined;
	};
	assert.equal(await waitFor('alert in the inbox', messages, { timeoutMs: 20_000 }), 1);
}
