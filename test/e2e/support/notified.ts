import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import axios, { type AxiosResponse } from 'axios';
import freePort from 'get-port';

import { callOf, messageOf, type Encoding } from '../../../sandbox/notifications/message';
import type { Parameters } from '../../../sandbox/payments/signature';
import { createSandbox, type Sandbox } from '../../../sandbox/sandbox';
import { importCredentials, importWorkflows } from '../../../scripts/host/import';
import { ensureN8n } from '../../../scripts/host/installN8n';
import { installPackage } from '../../../scripts/host/installPackage';
import { N8nClient } from '../../../scripts/host/n8nClient';
import { N8nProcess } from '../../../scripts/host/n8nProcess';
import { ensureTarball } from '../../../scripts/host/packageTarball';
import { waitFor } from '../../../scripts/host/wait';
import { serviceCredential } from '../../../scripts/try/credentials';
import { alertWorkflow, filledIn } from '../../../scripts/try/workflows';
import { testFolders } from './host';
import { StartedReader } from './started';

const owner = {
	email: 'owner@example.com',
	firstName: 'Test',
	lastName: 'Owner',
	password: 'Test-owner-1',
};

/** The workflow that starts with every event and does nothing: its executions are the record. */
export const recording = 'recordEvents';

/** A workflow in a throw-away n8n, from a trigger to a node that does nothing. */
export function workflowFrom(name: string, trigger: Record<string, unknown>): object {
	const nodes = [
		{ id: `${name}-trigger`, name: 'Trigger', position: [0, 0], ...trigger },
		{
			id: `${name}-end`,
			name: 'Started',
			type: 'n8n-nodes-base.noOp',
			typeVersion: 1,
			position: [220, 0],
			parameters: {},
		},
	];
	const connections = { Trigger: { main: [[{ node: 'Started', type: 'main', index: 0 }]] } };
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

const recordingWebhook = '11111111-2222-4333-8444-555555555555';

const recordingWorkflow = workflowFrom('Record events', {
	type: 'n8n-nodes-mobile-billing.mobileBillingTrigger',
	typeVersion: 2,
	webhookId: recordingWebhook,
	parameters: { event: 'paymentResult', authentication: 'signature' },
	credentials: { mobileBillingServiceApi: { id: null, name: 'Mobile Billing service' } },
});

/** A real n8n that hears what the sandbox notifies. */
export class Notified {
	readonly client: N8nClient;

	private constructor(
		readonly sandbox: Sandbox,
		readonly n8n: N8nProcess,
		readonly executions: StartedReader,
	) {
		this.client = new N8nClient(n8n.url);
	}

	/** Starts both, with the recording workflow, the ready alert and `more`, all of them published. */
	static async start({
		more = {},
		settings = {},
	}: { more?: Record<string, object>; settings?: Record<string, string> } = {}): Promise<Notified> {
		const installation = await ensureN8n();
		mkdirSync(testFolders, { recursive: true });
		const userFolder = mkdtempSync(join(testFolders, 'n8n-'));
		await installPackage(userFolder, await ensureTarball());
		const sandbox = await createSandbox({ port: 0 });
		const [port, brokerPort] = [await freePort(), await freePort()];
		const place = { userFolder, port, brokerPort, withEditor: false, settings };
		const n8n = new N8nProcess(place, installation);
		const notified = new Notified(sandbox, n8n, new StartedReader(userFolder, installation));
		const workflows = {
			[recording]: recordingWorkflow,
			[alertWorkflow.id]: alertTo(sandbox.url),
			...more,
		};
		try {
			await importCredentials(n8n, [serviceCredential()]);
			const files = Object.entries(workflows).map(([id, workflow]) => {
				const file = join(userFolder, `${id}.json`);
				writeFileSync(file, JSON.stringify(workflow));
				return { id, file };
			});
			await importWorkflows(n8n, files);
			await n8n.start();
			await notified.client.login(owner);
			for (const id of Object.keys(workflows)) await notified.client.activate(id);
			for (const url of [notified.recordingUrl, notified.alertUrl]) await takesCalls(url);
		} catch (error) {
			await notified.stop();
			throw error;
		}
		return notified;
	}

	/** The production address of the recording workflow. */
	get recordingUrl(): string {
		return `${this.n8n.url}/webhook/${recordingWebhook}/mobile-billing`;
	}

	/** The production address of the ready alert, as the file has it. */
	get alertUrl(): string {
		const { nodes } = alertTo(this.sandbox.url);
		const id = nodes.find(({ webhookId }) => webhookId !== undefined)?.webhookId;
		return `${this.n8n.url}/webhook/${id}/mobile-billing`;
	}

	/** Delivers one event as the platform does, or with another signature key, or unsigned. */
	async deliver(
		fields: Parameters,
		{
			url = this.recordingUrl,
			encoding = 'form',
			key,
		}: { url?: string; encoding?: Encoding; key?: string | null } = {},
	): Promise<AxiosResponse<string>> {
		const own = this.sandbox.world.payments.services.find('GAMECLUB04')?.signing ?? null;
		const signing = key === null || own === null ? null : { ...own, ...(key && { key }) };
		return await axios.request<string>({
			...callOf(messageOf(fields, { url, encoding, signing })),
			proxy: false,
			timeout: 60_000,
			validateStatus: () => true,
		});
	}

	async stop(): Promise<void> {
		await this.n8n.stop();
		await this.sandbox.close();
	}
}

/** An address answers 404 for a moment after its workflow was published. */
export async function takesCalls(url: string): Promise<void> {
	const answers = async () => {
		const { status } = await axios.post(url, '', { proxy: false, validateStatus: () => true });
		return status === 404 ? undefined : true;
	};
	await waitFor(`${url} takes calls`, answers, { timeoutMs: 60_000 });
}

/** What the platform says of a payment of the Game Club. */
export function eventFields(transactionId: string, change: Record<string, string> = {}) {
	const fields = {
		transactionid: transactionId,
		phone: '33639980101',
		mnocode: 'FR_DEMOTEL',
		status: 'success',
		enduserprice: '2.99',
		service: 'GAMECLUB04',
		event_type: 'recurring_billing',
		...change,
	};
	return Object.entries(fields);
}

interface Workflow {
	nodes: { name: string; webhookId?: string; parameters: Record<string, unknown> }[];
}

/** The ready alert, filled in for the sandbox. */
function alertTo(sandboxUrl: string): Workflow {
	const shipped = readFileSync(alertWorkflow.file, 'utf8');
	return filledIn(JSON.parse(shipped) as Workflow, sandboxUrl);
}
