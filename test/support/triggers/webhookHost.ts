import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { HookContext, WebhookContext } from 'n8n-core';
import {
	NodeHelpers,
	Workflow,
	type IDataObject,
	type IHookFunctions,
	type INode,
	type INodeParameters,
	type INodeType,
	type IWebhookData,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { MobileBillingServiceApi } from '../../../credentials/MobileBillingServiceApi.credentials';
import { MobileBillingTrigger } from '../../../nodes/MobileBillingTrigger/MobileBillingTrigger.node';
import { CredentialsInMemory } from '../credentialsHelper';
import { gameClub } from './webhookEvents';
import { likeExpress, type ExpressLike } from './webhookResponse';

export interface HostSettings {
	parameters?: INodeParameters;
	/** The service credential; null for a node without one. */
	credential?: IDataObject | null;
	/** Shared by hosts that follow each other, as before and after a restart. */
	workflow?: StoredWorkflow;
	mode?: WorkflowExecuteMode;
	/** n8n storing the execution; when it throws, n8n answers 500. */
	store?: (item: IDataObject) => Promise<void>;
}

/** A workflow in n8n's database. */
export interface StoredWorkflow {
	id: string;
}

let workflows = 0;

export function newWorkflow(): StoredWorkflow {
	return { id: `workflow-${++workflows}` };
}

export interface Host {
	/** Where the platform calls. */
	url: string;
	port: number;
	/** The item of every execution that was started. */
	started: IDataObject[];
	/** What the trigger wrote to n8n's log. */
	logged: string[];
	/** Calls that came in and calls that were answered. */
	calls: { begun: number; done: number };
	/** Publishes the workflow, as far as the node takes part in it. */
	activate: () => Promise<void>;
	close: () => Promise<void>;
}

/**
 * A small n8n that handles calls as LiveWebhooks, executeWebhook and WebhookRequestHandler do (2.41.1): it loads the
 * workflow for each call, and answers when the execution is stored. The contexts and the workflow are n8n's own.
 */
export async function startHost(settings: HostSettings = {}): Promise<Host> {
	const { store, workflow: stored = newWorkflow(), mode = 'webhook' } = settings;
	const node: INodeType = new MobileBillingTrigger();
	const started: IDataObject[] = [];
	const calls = { begun: 0, done: 0 };
	const logged: string[] = [];
	const logger = { error: (line: string) => logged.push(line) };

	const answer = async (request: IncomingMessage, response: ExpressLike): Promise<void> => {
		const description = node.description.webhooks?.find(
			({ httpMethod }) => httpMethod === request.method,
		);
		if (!description) return void response.status(404).json({ code: 404 });
		const parsed = await parsedOf(request);
		if (parsed === undefined) return void response.status(422).json({ code: 422 });
		const { workflow, start, additionalData } = load(node, settings, stored);
		Object.assign(additionalData, { httpRequest: parsed, httpResponse: response });
		const data = { webhookDescription: description } as IWebhookData;
		await workflow.expression.acquireIsolate();
		try {
			const context = new WebhookContext(workflow, start, additionalData, mode, data, [], null);
			Object.defineProperty(context, 'logger', { value: logger });
			const result = (await node.webhook?.call(context)) ?? {};
			const items = (result.workflowData?.[0] ?? []).map(({ json }) => json);
			for (const item of result.noWebhookResponse ? [] : items) {
				await store?.(item);
			}
			started.push(...items);
			const words = result.webhookResponse as string | undefined;
			if (!result.noWebhookResponse) response.status(200).send(words ?? '');
		} catch {
			response.status(500).json({ code: 0, message: 'There was a problem executing the workflow' });
		} finally {
			await workflow.expression.releaseIsolate();
		}
	};

	const server = createServer((request, response) => {
		calls.begun++;
		void answer(request, likeExpress(response)).then(() => calls.done++);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/webhook/invented-id/mobile-billing`,
		port,
		started,
		calls,
		logged,
		async activate() {
			const { workflow, start, additionalData } = load(node, settings, stored);
			const context = new HookContext(workflow, start, additionalData, 'trigger', 'activate');
			await workflow.expression.acquireIsolate();
			await node.webhookMethods?.default?.checkExists.call(context as IHookFunctions);
		},
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** Gives what starts a host; each is closed at the end of its test. */
export function hostsOfTests(): (settings?: HostSettings) => Promise<Host> {
	const hosts: Host[] = [];
	afterEach(async () => {
		await Promise.all(hosts.splice(0).map(async (host) => await host.close()));
	});
	return async (settings) => {
		const host = await startHost(settings);
		hosts.push(host);
		return host;
	};
}

/** Waits until a condition holds. */
export async function until(holds: () => boolean) {
	const end = Date.now() + 30_000;
	while (!holds()) {
		if (Date.now() > end) throw new Error('the condition never held');
		await new Promise((resolve) => setTimeout(resolve, 2));
	}
}

function load(type: INodeType, settings: HostSettings, stored: StoredWorkflow) {
	const { credential = gameClub, parameters = {} } = settings;
	const start: INode = {
		id: 'trigger-node',
		name: 'Mobile Billing Trigger',
		type: type.description.name,
		typeVersion: type.description.version as number,
		position: [0, 0],
		webhookId: 'invented-id',
		parameters,
		...(credential && { credentials: { mobileBillingServiceApi: { id: '1', name: 'Service' } } }),
	};
	const workflow = new Workflow({
		id: stored.id,
		nodes: [start],
		connections: {},
		active: true,
		nodeTypes: {
			getByName: () => type,
			getByNameAndVersion: () => NodeHelpers.getVersionedNodeType(type),
			getKnownTypes: () => ({}),
		},
	});
	const credentialsHelper = new CredentialsInMemory(
		{ mobileBillingServiceApi: new MobileBillingServiceApi() },
		{ mobileBillingServiceApi: credential as never },
	);
	const additionalData = { credentialsHelper } as unknown as IWorkflowExecuteAdditionalData;
	return { workflow, start, additionalData };
}

/** n8n reads bodies of these types only, and refuses broken JSON before it calls a node. */
async function parsedOf(request: IncomingMessage): Promise<object | undefined> {
	const type = request.headers['content-type']?.split(';')[0]?.toLowerCase() ?? '';
	const { url = '' } = request;
	const query = Object.fromEntries(new URL(url, 'http://n8n').searchParams);
	const added = { originalUrl: url, params: {}, query, body: {} };
	const isRead = /^(application\/json|application\/x-www-form-urlencoded|text\/plain)$/.test(type);
	if (request.method !== 'POST' || !isRead) return Object.assign(request, added);
	try {
		const rawBody = await buffer(request);
		if (type === 'application/json' && rawBody.length > 0) JSON.parse(rawBody.toString('utf8'));
		return Object.assign(request, added, { rawBody });
	} catch {
		return undefined;
	}
}
