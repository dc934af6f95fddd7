import { PollContext } from 'n8n-core';
import {
	NodeHelpers,
	Workflow,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeType,
	type IWorkflowExecuteAdditionalData,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { MobileBillingTransactionTrigger } from '../../nodes/MobileBillingTransactionTrigger/MobileBillingTransactionTrigger.node';
import type { Office } from './pollOffice';

let hosts = 0;

/**
 * A small n8n with one published workflow: lets the trigger look when it is told to, as n8n 2.41.1 does. The static
 * data is kept in memory between two looks, and written down as JSON after publishing and whenever a flow starts.
 */
export class PollHost {
	/** What started the flow, in order. */
	readonly started: IDataObject[] = [];
	/** What the trigger warned of in n8n's log. */
	readonly warnings: string[] = [];
	/** What n8n has written down. */
	stored = '{}';
	private readonly type: INodeType = new MobileBillingTransactionTrigger();
	private readonly id = `poll-workflow-${++hosts}`;
	private workflow: Workflow;

	constructor(
		private readonly office: Office,
		public parameters: INodeParameters = { event: 'any' },
		private readonly timezone = 'UTC',
	) {
		this.workflow = this.load();
	}

	/** Publishes the workflow; what it throws is what the person sees, and nothing is published then. */
	async publish(activation: WorkflowActivateMode = 'activate'): Promise<IDataObject[]> {
		this.workflow = this.load();
		const items = await this.look('trigger', activation);
		this.write();
		return items;
	}

	/** The schedule strikes. */
	async tick(): Promise<IDataObject[]> {
		const items = await this.look('trigger', 'activate');
		if (items.length > 0) this.write();
		return items;
	}

	/** n8n ends without notice and starts anew. */
	async restart(): Promise<IDataObject[]> {
		return await this.publish('init');
	}

	/** A person presses “Execute step” in the editor. */
	async test(): Promise<IDataObject[] | null> {
		return await this.poll('manual', 'manual');
	}

	/** The transactions that started the flow. */
	get ids(): unknown[] {
		return this.started.map(({ transactionId }) => transactionId);
	}

	private async look(
		mode: WorkflowExecuteMode,
		activation: WorkflowActivateMode,
	): Promise<IDataObject[]> {
		const items = (await this.poll(mode, activation)) ?? [];
		this.started.push(...items);
		return items;
	}

	private async poll(
		mode: WorkflowExecuteMode,
		activation: WorkflowActivateMode,
	): Promise<IDataObject[] | null> {
		const { workflow } = this;
		const node = workflow.getNode('Trigger');
		if (!node || !this.type.poll) throw new Error('there is no trigger');
		const additionalData = {
			credentialsHelper: this.office.credentials,
		} as unknown as IWorkflowExecuteAdditionalData;
		const context = new PollContext(workflow, node, additionalData, mode, activation);
		const logger = { warn: (line: string) => this.warnings.push(line) };
		Object.defineProperty(context, 'logger', { value: logger });
		await workflow.expression.acquireIsolate();
		try {
			const output = await this.type.poll.call(context);
			return output?.[0]?.map(({ json }) => json) ?? null;
		} finally {
			await workflow.expression.releaseIsolate();
		}
	}

	private write(): void {
		this.stored = JSON.stringify(this.workflow.staticData);
	}

	private load(): Workflow {
		const { type, office } = this;
		const node: INode = {
			id: 'trigger',
			name: 'Trigger',
			type: type.description.name,
			typeVersion: 1,
			position: [0, 0],
			parameters: this.parameters,
			credentials: Object.fromEntries(
				Object.keys(office.credentials.stored).map((one) => [one, { id: one, name: one }]),
			),
		};
		return new Workflow({
			id: this.id,
			nodes: [node],
			connections: {},
			active: true,
			nodeTypes: {
				getByName: () => type,
				getByNameAndVersion: () => NodeHelpers.getVersionedNodeType(type),
				getKnownTypes: () => ({}),
			},
			staticData: JSON.parse(this.stored) as IDataObject,
			settings: { timezone: this.timezone },
		});
	}
}

/** Only the date is made up; everything that waits, waits for real. */
export function stopClock(at: number): void {
	jest.useFakeTimers({
		now: at,
		doNotFake: [
			'hrtime',
			'nextTick',
			'performance',
			'queueMicrotask',
			'setImmediate',
			'clearImmediate',
			'setInterval',
			'clearInterval',
			'setTimeout',
			'clearTimeout',
		],
	});
}
