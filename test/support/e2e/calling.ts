import { Agent } from 'node:http';
import axios from 'axios';
import { waitFor } from '../../../scripts/host/wait';
import { itemsOf, type Execution, type Item } from '../n8nClient';
import type { Workspace } from '../workspace';

/** Any status is an answer, and no redirect is followed. */
export const lenient = { proxy: false, validateStatus: () => true, maxRedirects: 0 } as const;

/** Posts to a production address, which answers 404 for a moment after its workflow was published. */
export async function post<T>(url: string, body: object): Promise<T> {
	const answered = async () => {
		// A new connection, because n8n closes a kept one at any moment.
		const { data, status } = await axios.post<T>(url, body, { ...lenient, httpAgent: new Agent() });
		return status === 404 ? undefined : { data };
	};
	return (await waitFor(`an answer of ${url}`, answered, { timeoutMs: 60_000 })).data;
}

/** Waits until an address accepts calls. */
export async function takesCalls(url: string): Promise<void> {
	await post(url, {});
}

/** Waits for the end of the next execution of a workflow after the known ones. */
export async function executionOf({ client }: Workspace, id: string, known = 0) {
	const next = async () => (await client.executions(id)).at(-1 - known);
	const { id: execution } = await waitFor(`an execution of ${id}`, next, { timeoutMs: 30_000 });
	return await client.executionEnd(execution, 10_000);
}

/** Runs a workflow by hand from a trigger, to its end. */
export async function execute(
	{ client }: Workspace,
	id: string,
	trigger = 'Run now',
): Promise<Execution> {
	const run = { triggerToStartFrom: { name: trigger } };
	const started = await client.http.post<{ data: { executionId: string } }>(
		`/workflows/${id}/run`,
		run,
	);
	return await client.executionEnd(started.data.data.executionId, 60_000);
}

/** The messages in a chat's inbox at the sandbox. */
export async function toldIn({ sandbox }: Workspace, inbox: string): Promise<string[]> {
	const { data } = await axios.get<{ messages: { body: { text: string } }[] }>(
		`${sandbox.url}/_sandbox/inboxes/${inbox}`,
		lenient,
	);
	return data.messages.map(({ body }) => body.text);
}

/** The items of a workflow's trigger. */
export const itemsStarting = (execution: Execution): Item['json'][] =>
	itemsOf(execution, 'Trigger').map(({ json }) => json);

/** Publishes a workflow that polls, and waits for its first poll, which n8n starts after its answer. */
export async function publishPolling(workspace: Workspace, id: string, workflow: object) {
	const polled = morePolls(workspace, 1);
	await workspace.publish({ [id]: workflow });
	await polled;
}

/** Waits until a trigger has searched transactions this many more times. */
export async function morePolls({ sandbox }: Workspace, count: number): Promise<void> {
	const polls = () => sandbox.world.traffic.report().routes['POST /v1/transactions']?.['200'] ?? 0;
	const least = polls() + count;
	await waitFor('the next polls', () => polls() >= least, { timeoutMs: 60_000 });
}

/** Presses a button on a payment page. Returns the address to which the customer is redirected. */
export async function returnFrom(paymentPage: string, choice: string): Promise<string> {
	const { origin, searchParams } = new URL(paymentPage);
	const body = new URLSearchParams({ id: searchParams.get('id') ?? '', choice });
	const { headers } = await axios.post(`${origin}/payment/pages/confirm`, body, lenient);
	return String(headers.location);
}
