import { N8nClient as Session } from '../../scripts/host/n8nClient';
import { waitFor } from '../../scripts/host/wait';

/** A stored execution as n8n's list shows it. */
/** `createdAt` is ISO 8601. */
type ExecutionSummary = Record<'id' | 'mode' | 'status' | 'workflowId' | 'createdAt', string>;

/** One item of a node's output. */
export interface Item {
	json: Record<string, unknown>;
	binary?: Record<string, unknown>;
}

interface Failure {
	error?: { message: string; description?: string | null };
}

/** A stored execution with all its data. */
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

/** The requests to n8n that only tests need. */
export class N8nClient extends Session {
	/** n8n's test of a credential, which the editor runs when somebody saves it. */
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

	/** The executions of a workflow, the newest first. */
	async executions(workflowId: string): Promise<ExecutionSummary[]> {
		const params = { filter: JSON.stringify({ workflowId }), limit: 50 };
		return (await this.get<{ results: ExecutionSummary[] }>('/executions', params)).results;
	}

	/** An execution with all items of its nodes. */
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
}

/** The items of a node's last run, by output. */
export function itemsOf(execution: Execution, node: string, output = 0): Item[] {
	return execution.data.resultData.runData[node]?.at(-1)?.data?.main?.[output] ?? [];
}
