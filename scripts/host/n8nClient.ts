import axios, { type AxiosInstance } from 'axios';

import { waitFor } from './wait';

/** Who owns a throw-away n8n. */
export type Owner = Record<'email' | 'firstName' | 'lastName' | 'password', string>;

/** A node's description. */
export interface NodeType {
	name: string;
	builderHint?: { searchHint?: string };
	properties: object[];
}

/** A stored execution as n8n's list shows it. */
type ExecutionSummary = Record<'id' | 'status' | 'workflowId', string>;

/** One item of a node's output. */
export interface Item {
	json: Record<string, unknown>;
	binary?: Record<string, unknown>;
}

interface Failure {
	error?: { message: string; description?: string | null };
}

/** Everything n8n stored about one execution. */
export interface Execution extends ExecutionSummary {
	data: {
		resultData: Failure & {
			runData: Record<string, (Failure & { data?: { main?: (Item[] | null)[] } })[]>;
			lastNodeExecuted?: string;
		};
	};
	/** The stored text as it came, for searching. */
	text: string;
}

const FINAL = new Set(['success', 'error', 'canceled', 'crashed']);

/** An error that can be printed: axios keeps the whole request in its own, password and cookie too. */
function inWords(error: unknown): never {
	if (!axios.isAxiosError(error)) throw error;
	const { config, response, message } = error;
	const said = response === undefined ? message : JSON.stringify(response.data).slice(0, 500);
	throw new Error(`${config?.method} /rest${config?.url}: ${response?.status ?? ''} ${said}`);
}

/** n8n's own REST interface, as the editor uses it, under the owner's login. */
export class N8nClient {
	/** For what has no method here. */
	readonly http: AxiosInstance;

	constructor(url: string) {
		this.http = axios.create({ baseURL: `${url}/rest`, proxy: false, timeout: 60_000 });
		this.http.interceptors.response.use(undefined, inWords);
	}

	/** Logs in; a fresh n8n gets its owner first. */
	async login(owner: Owner): Promise<void> {
		const asked = { emailOrLdapLoginId: owner.email, password: owner.password };
		const validateStatus = (status: number) => status < 500;
		const known = await this.http.post('/login', asked, { validateStatus });
		const answer = known.status === 200 ? known : await this.http.post('/owner/setup', owner);
		const cookies = answer.headers['set-cookie'] ?? [];
		this.http.defaults.headers.common.Cookie = cookies
			.map((one) => one.split(';', 1)[0])
			.join('; ');
	}

	/** What n8n says when a person fills in a credential and saves it: the editor then tests it. */
	async testCredential(type: string, data: Record<string, unknown>) {
		const credential = { name: 'under test', type, data };
		const { id } = await this.post<{ id: string }>('/credentials', credential);
		try {
			const credentials = { id, ...credential };
			return await this.post<Record<'status' | 'message', string>>('/credentials/test', {
				credentials,
			});
		} finally {
			await this.http.delete(`/credentials/${id}`);
		}
	}

	/** The node types as n8n gives them to its editor and its AI builder. */
	async nodeTypes(nodeInfos: { name: string; version: number }[]): Promise<NodeType[]> {
		return await this.post<NodeType[]>('/node-types', { nodeInfos });
	}

	/** Publishes a workflow of a running n8n. */
	async activate(workflowId: string): Promise<void> {
		const { versionId } = await this.get<{ versionId: string }>(`/workflows/${workflowId}`);
		await this.post(`/workflows/${workflowId}/activate`, { versionId });
	}

	/** The executions of a workflow, the newest first. */
	async executions(workflowId: string): Promise<ExecutionSummary[]> {
		const params = { filter: JSON.stringify({ workflowId }), limit: 50 };
		return (await this.get<{ results: ExecutionSummary[] }>('/executions', params)).results;
	}

	/** One execution with everything its nodes gave out. */
	async execution(id: string): Promise<Execution> {
		const stored = await this.get<ExecutionSummary & { data: string }>(`/executions/${id}`);
		const { parse } = await import('flatted');
		return { ...stored, data: parse(stored.data) as Execution['data'], text: stored.data };
	}

	/** Waits for the end of an execution, whatever it is. */
	async executionEnd(id: string, timeoutMs: number): Promise<Execution> {
		const isFinal = async () =>
			FINAL.has((await this.get<ExecutionSummary>(`/executions/${id}`)).status);
		await waitFor(`execution ${id} ended`, isFinal, { timeoutMs, everyMs: 200 });
		return await this.execution(id);
	}

	private async get<T>(path: string, params?: object): Promise<T> {
		return (await this.http.get<{ data: T }>(path, { params })).data.data;
	}

	private async post<T>(path: string, body: unknown): Promise<T> {
		return (await this.http.post<{ data: T }>(path, body)).data.data;
	}
}

/** The items a node gave out in its last run, by output. */
export function itemsOf(execution: Execution, node: string, output = 0): Item[] {
	return execution.data.resultData.runData[node]?.at(-1)?.data?.main?.[output] ?? [];
}
