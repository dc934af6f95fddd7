import { createServer, ServerResponse, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import axios, { type AxiosRequestConfig } from 'axios';
import { HookContext, WebhookContext } from 'n8n-core';
import type { IDataObject, INodeParameters, IWebhookData } from 'n8n-workflow';
import { MobileBillingApi } from '../../../credentials/MobileBillingApi.credentials';
import { MobileBillingServiceApi } from '../../../credentials/MobileBillingServiceApi.credentials';
import { MobileBillingTrigger } from '../../../nodes/MobileBillingTrigger/MobileBillingTrigger.node.js';
import { CredentialsInMemory } from '../credentialsHelper';
import { additionalDataWith, nodeOf, workflowOf } from '../n8n';
import { executed, ProcessedItems } from './executed';
import { gameClub, queryOf, type Fields } from './webhookEvents';

export interface HostSettings {
	parameters?: INodeParameters;
	/** The service credential; null for a node without one. */
	credential?: IDataObject | null;
	/** Data that a host shares with the next one, as over a restart. */
	workflowId?: string;
	mode?: 'webhook' | 'manual';
	/** Stores the execution in n8n's place; if it throws, n8n answers 500. */
	store?: () => Promise<void>;
	/** Whether the service credential was deleted, which the node still names. */
	isDeleted?: boolean;
	/** The account, for look-ups at the platform. */
	account?: CredentialsInMemory;
	/** The trigger's events that n8n has stored. */
	processed?: ProcessedItems;
}

export type Host = Awaited<ReturnType<typeof startHost>>;

const http = axios.create({ validateStatus: () => true, maxRedirects: 0, timeout: 5_000 });

let hosts = 0;
const opened: { close: () => Promise<void> }[] = [];

/** A small n8n that answers a call as its server does (2.41.1): when the execution is stored. */
export async function startHost(settings: HostSettings = {}) {
	const { credential = gameClub, store, mode = 'webhook' } = settings;
	const parameters: INodeParameters = { authentication: 'signature', ...settings.parameters };
	const { workflowId: id = `workflow-${++hosts}`, processed = new ProcessedItems() } = settings;
	const type = new MobileBillingTrigger();
	const service: CredentialsInMemory['stored'] = {};
	if (credential) service.mobileBillingServiceApi = credential as never;
	const credentials = new CredentialsInMemory(
		{
			mobileBillingApi: new MobileBillingApi(),
			mobileBillingServiceApi: new MobileBillingServiceApi(),
		},
		{ ...settings.account?.stored, ...service },
	);
	const load = async () => {
		const node = nodeOf(type, credentials, parameters);
		const workflow = Object.assign(workflowOf([node], [type]), { id });
		await workflow.expression.acquireIsolate();
		const known = settings.isDeleted ? new CredentialsInMemory({}, {}) : credentials;
		return [workflow, node, additionalDataWith(known)] as const;
	};
	/** The item of every execution that was started, by output, and what the trigger wrote to n8n's log. */
	const [started, unconfirmed]: [IDataObject[], IDataObject[]] = [[], []];
	const [logged, failed]: [string[], unknown[]] = [[], []];
	const log = (line: string) => logged.push(line);
	const logger = { error: log, warn: log };

	const answer = async (httpRequest: IncomingMessage, httpResponse: Response) => {
		const [workflow, node, more] = await load();
		Object.assign(more, { httpRequest: await readBody(httpRequest), httpResponse });
		const data = {} as IWebhookData;
		const context = new WebhookContext(workflow, node, more, mode, data, [], null);
		Object.defineProperty(context, 'logger', { value: logger });
		try {
			const { workflowData, noWebhookResponse, webhookResponse } = await type.webhook.call(context);
			if (!noWebhookResponse && workflowData) await store?.();
			if (workflowData) host.executions++;
			const place = [workflow, node, more] as const;
			const run = { mode, processed };
			const passed = workflowData && (await executed(type, place, workflowData, run));
			const [items = [], others = []] = passed ?? [];
			started.push(...items.map(({ json }) => json));
			unconfirmed.push(...others.map(({ json }) => json));
			if (!noWebhookResponse) httpResponse.status(200).type('text/html').send(webhookResponse);
		} catch (error) {
			// In a manual test, the editor shows it.
			if (mode === 'manual') failed.push(error);
			httpResponse.writeHead(500).end();
		} finally {
			await workflow.expression.releaseIsolate();
		}
	};

	const server = createServer({ ServerResponse: Response }, (request, response) => {
		host.calls++;
		void answer(request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const url = `http://127.0.0.1:${port}/webhook/invented-id/mobile-billing`;
	const host = {
		url,
		/** Calls it with the fields in the query. */
		get: async (fields: Fields, config?: AxiosRequestConfig) =>
			await http.get<string>(`${url}?${queryOf(fields)}`, config),
		/** Calls it with fields as JSON, or with whatever else a body can be. */
		post: async (body?: Fields | string | Buffer, config?: AxiosRequestConfig) =>
			await http.post<string>(url, body, config),
		started,
		/** The items on the output *Unconfirmed*. */
		unconfirmed,
		logged,
		/** The error that the editor shows in a manual test. */
		failed,
		/** How many calls came in. */
		calls: 0,
		/** How many executions it has stored. */
		executions: 0,
		processed,
		/** Publishes the workflow, as far as the node takes part in it. */
		activate: async () => {
			const context = new HookContext(...(await load()), 'trigger', 'activate');
			return await type.webhookMethods.default.checkExists.call(context);
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	opened.push(host);
	return host;
}

/** For `afterEach`. */
export async function closeHosts(): Promise<void> {
	await Promise.all(opened.splice(0).map(async ({ close }) => await close()));
}

/** The part of Express's response that n8n and the trigger use. Express itself is in n8n's server package. */
class Response extends ServerResponse {
	status(code: number) {
		return Object.assign(this, { statusCode: code });
	}

	set(headers: Record<string, string>) {
		return this.setHeaders(new Map(Object.entries(headers)));
	}

	type(type: string) {
		return this.setHeader('content-type', `${type}; charset=utf-8`);
	}

	send(body = '') {
		return this.setHeader('content-length', Buffer.byteLength(body)).end(body);
	}

	redirect(code: number, address: string) {
		return this.status(code).setHeader('location', address).send('Redirecting');
	}
}

/** Adds to a request what Express and n8n add; n8n reads bodies of these types only. */
async function readBody(request: IncomingMessage): Promise<object> {
	const { url = '', headers } = request;
	const query = Object.fromEntries(new URL(url, 'http://n8n').searchParams);
	const isRead = /^(application\/json|application\/x-www-form-urlencoded|text\/plain)\b/i;
	const rawBody = isRead.test(headers['content-type'] ?? '') ? await buffer(request) : undefined;
	return Object.assign(request, { originalUrl: url, params: {}, query, body: {}, rawBody });
}
