import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import axios from 'axios';
import type { N8nInstallation } from '../../scripts/host/installN8n';
import { N8nClient } from '../support/n8nClient';
import { N8nProcess } from '../../scripts/host/n8nProcess';
import { installPackage } from '../../scripts/host/packageTarball';
import { userFolders } from '../../scripts/host/paths';
import { waitFor } from '../../scripts/host/wait';
import { sampleRows } from '../../scripts/try/campaign';
import { accountData } from '../../scripts/try/credentials';
import { differencesOf, expectedGifts, failedCustomers } from '../../scripts/try/expectations';
import { alertWorkflow } from '../../scripts/try/workflows';
import { basic, billing, byId, called, to, workflowOf } from '../support/e2e/drawing';
import { addressOf, deliver, eventOf, forged, triggerIdOf } from '../support/e2e/notified';
import { lowPort, owner } from '../support/freshN8n';
import { ready, Workspace } from '../support/workspace';

const http = axios.create({ proxy: false, timeout: 120_000 });

const campaign = 'Compatibility';

/** The ready campaign begins with a form that is newer than the oldest n8n, so this one has a webhook. */
function giftWorkflow(): object {
	const recipient = { msisdn: '={{ $json.phone }}', amount: '={{ $json.megabytes }}', campaign };
	const gift = { serviceKey: byId('LOYALTYDATA01'), ...recipient };
	const nodes = [
		called('compatibility-gifts'),
		basic('Each', 'splitOut', 1, { fieldToSplitOut: 'body.recipients' }),
		{ ...billing('Give', 'mobileDataGifting', gift), onError: 'continueErrorOutput' },
		basic('Given', 'noOp', 1),
	];
	return workflowOf(campaign, nodes, { Call: to('Each'), Each: to('Give'), Give: to('Given') });
}

/** Makes a workflow and publishes it as the editor of that version does; n8n 1.x calls it activating. */
async function publish(version: string, workspace: Workspace, workflow: object): Promise<void> {
	const { http } = workspace.client;
	// The editor looks credentials up by their names.
	const text = [...workspace.credentials].reduce(
		(all, [name, id]) => all.replace(`null,"name":"${name}"`, `"${id}","name":"${name}"`),
		JSON.stringify({ ...workflow, active: false }),
	);
	const { data } = await http.post<{ data: Record<'id' | 'versionId', string> }>(
		'/workflows',
		JSON.parse(text),
	);
	const { id, versionId } = data.data;
	if (version.startsWith('1.')) await http.patch(`/workflows/${id}`, { active: true, versionId });
	else await http.post(`/workflows/${id}/activate`, { versionId });
}

/**
 * Installs the packed package into a fresh n8n of that version, makes two workflows and runs them against the
 * sandbox: the credential is tested, a list of recipients is submitted and the ledger is compared row by row, and a
 * signed notification starts the ready alert, an unsigned one does not.
 *
 * @throws Error that says what went wrong
 */
export async function smokeTest(installation: N8nInstallation): Promise<void> {
	const { version } = installation;
	const userFolder = join(userFolders, 'compat', version);
	rmSync(userFolder, { recursive: true, force: true });
	mkdirSync(userFolder, { recursive: true });
	await installPackage(userFolder);
	const ports = { port: await lowPort(), brokerPort: await lowPort() };
	const n8n = new N8nProcess({ userFolder, ...ports, withEditor: false }, installation);
	const { url } = n8n;
	const client = new N8nClient(url);
	let workspace: Workspace | undefined;
	try {
		await n8n.start();
		// n8n 1.x says it is ready before its REST interface is.
		const login = async () =>
			await client
				.login(owner)
				.then(() => true)
				.catch(() => false);
		await waitFor(`a login at ${url}`, login, { timeoutMs: 60_000 });
		workspace = await Workspace.open(undefined, { url, client });
		await publish(version, workspace, giftWorkflow());
		await publish(version, workspace, ready(alertWorkflow, workspace.sandbox.url));
		await credentialIsTested(workspace);
		await giftsAreGiven(workspace);
		await alertIsSent(workspace);
	} finally {
		await n8n.stop();
		await workspace?.sandbox.close();
	}
	rmSync(userFolder, { recursive: true, force: true });
}

async function credentialIsTested({ client, sandbox }: Workspace): Promise<void> {
	const good = accountData(sandbox.url);
	const type = 'mobileBillingApi';
	assert.equal((await client.testCredential(type, good)).status, 'OK');
	const bad = await client.testCredential(type, { ...good, password: 'not-the-password' });
	assert.match(bad.message, /^Wrong user name or password/);
}

/** The rows of the sample list, without the two that name somebody for the second time. */
async function giftsAreGiven({ url, sandbox }: Workspace): Promise<void> {
	const wanted = new Set([...expectedGifts.map((one) => one.customer), ...failedCustomers]);
	const recipients = sampleRows().filter(({ customer }) => wanted.delete(String(customer)));
	const { data } = await http.post<object[]>(`${url}/webhook/compatibility-gifts`, { recipients });
	assert.equal(data.length, expectedGifts.length);
	assert.deepEqual(differencesOf(sandbox.world.ledger.entries, campaign), []);
}

async function alertIsSent({ url, sandbox }: Workspace): Promise<void> {
	const address = addressOf(url, triggerIdOf(alertWorkflow));
	const event = eventOf(sandbox, address, 'event-1', { status: 'failed' });
	assert.equal(await deliver(forged(event)), 401);
	assert.equal(await deliver(event), 200);
	const inbox = `${sandbox.url}/_sandbox/inboxes/alerts`;
	const messages = async () => (await http.get<{ total: number }>(inbox)).data.total || undefined;
	assert.equal(await waitFor('alert in the inbox', messages, { timeoutMs: 20_000 }), 1);
}
