import pLimit from 'p-limit';
import axios, { type AxiosResponse } from 'axios';

import { callOf, type Encoding, messageOf } from '../../../sandbox/notifications/message';
import type { Parameters } from '../../../sandbox/payments/signature';
import type { Sandbox } from '../../../sandbox/sandbox';
import type { Execution } from '../../../scripts/host/n8nClient';
import type { N8nProcess } from '../../../scripts/host/n8nProcess';
import { waitFor } from '../../../scripts/host/wait';
import { freshN8n } from '../freshN8n';
import { Workspace } from '../workspace';
import { takesCalls, type Item } from './calling';
import { basic, billing, to, workflowOf } from './drawing';

export { takesCalls } from './calling';

/** A workflow from a trigger to a node that does nothing. */
export function workflowFrom(name: string, trigger: Record<string, unknown>): object {
	const node = { id: `${name}-trigger`, name: 'Trigger', position: [0, 0], ...trigger };
	return workflowOf(name, [node, basic('Started', 'noOp', 1)], { Trigger: to('Started') });
}

/** The workflow that starts with every event and does nothing: its executions are the record. */
const recording = 'recordEvents';
const recordingWorkflow = workflowFrom('Record events', {
	...billing('Trigger', 'mobileBillingTrigger', {
		event: 'paymentResult',
		authentication: 'signature',
	}),
	webhookId: recording,
});

interface Summary {
	id: string;
	status: string;
	createdAt: string;
}

interface Page {
	results: Summary[];
	nextCursor: string | null;
}

type Stored = Execution['data'] & {
	executionData?: { nodeExecutionStack?: { data: { main: { json: Item }[][] } }[] };
};

/** An n8n that hears what a sandbox notifies, and records it. */
export class Notified {
	readonly sandbox: Sandbox;

	/** The production address of the recording workflow. */
	readonly recordingUrl: string;

	private lastRead = 0;

	private killedAt = 0;

	constructor(readonly workspace: Workspace) {
		this.sandbox = workspace.sandbox;
		this.recordingUrl = `${workspace.url}/webhook/${recording}/mobile-billing`;
	}

	/** Publishes the recording workflow. */
	async begin(): Promise<this> {
		await this.workspace.publish({ [recording]: recordingWorkflow });
		await takesCalls(this.recordingUrl);
		return this;
	}

	/** What executions started with since the last time, once they have all ended. */
	async started(): Promise<Item[]> {
		const settled = async () => {
			const all = await this.summaries();
			const isUnderWay = ({ status, createdAt }: Summary) =>
				['new', 'running', 'waiting'].includes(status) && Date.parse(createdAt) > this.killedAt;
			return all.some(isUnderWay) ? undefined : all;
		};
		const all = await waitFor('executions ended', settled, { timeoutMs: 60_000, everyMs: 300 });
		this.lastRead = Math.max(this.lastRead, ...all.map(({ id }) => Number(id)));
		const limit = pLimit(10);
		const read = all.map(({ id }) => limit(() => this.workspace.client.execution(id)));
		return (await Promise.all(read)).flatMap(({ data }) => itemsIn(data));
	}

	/** n8n was killed: what it had begun will not end. Some of it n8n itself counts as running for ever. */
	protected noteKill(): void {
		this.killedAt = Date.now();
	}

	/** The executions since the last time. */
	private async summaries(): Promise<Summary[]> {
		const filter = JSON.stringify({ workflowId: recording });
		const all: Summary[] = [];
		let cursor: string | null | undefined;
		do {
			const { data } = await this.workspace.client.http.get<{ data: Page }>('/executions', {
				params: { filter, limit: 100, cursor },
			});
			const news = data.data.results.filter(({ id }) => Number(id) > this.lastRead);
			all.push(...news);
			cursor = news.length === data.data.results.length ? data.data.nextCursor : null;
		} while (cursor);
		return all;
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
}

/** One with an n8n of its own. */
export class OwnNotified extends Notified {
	private constructor(
		workspace: Workspace,
		readonly n8n: N8nProcess,
	) {
		super(workspace);
	}

	/** Starts it with these settings, and more workflows, published. */
	static async start({
		more = {},
		settings = {},
	}: {
		more?: Record<string, object>;
		settings?: Record<string, string>;
	} = {}): Promise<OwnNotified> {
		const { n8n, client } = await freshN8n({ settings });
		const workspace = await Workspace.open(undefined, { url: n8n.url, client });
		await workspace.publish(more);
		return await new OwnNotified(workspace, n8n).begin();
	}

	async kill(): Promise<void> {
		await this.n8n.kill();
		this.noteKill();
	}

	async stop(): Promise<void> {
		await this.n8n.stop();
		await this.sandbox.close();
	}
}

/**
 * An execution that was cut off has the trigger's items only in what was to be done at first: before its first node
 * there is no run, and what n8n makes up of its event log when it starts again holds no items.
 */
function itemsIn({ resultData, executionData }: Stored): Item[] {
	const [first] = Object.values(resultData.runData);
	const items = first?.[0]?.data?.main?.[0] ?? [];
	const isMadeUp = !first || items.some(({ json }) => json.isArtificialRecoveredEventItem);
	const found = isMadeUp ? executionData?.nodeExecutionStack?.[0]?.data?.main?.[0] : items;
	return (found ?? []).map(({ json }) => json);
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
