import { PollContext } from 'n8n-core';
import {
	NodeHelpers,
	Workflow,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeType,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { MobileBillingTransactionTrigger } from '../../../nodes/MobileBillingTransactionTrigger/MobileBillingTransactionTrigger.node';
import type { Office } from '../pollOffice';

let hosts = 0;

/**
 * A small n8n with one published workflow. It polls when it is told to, as n8n 2.41.1 does: the static data stays in
 * memory between two polls, and is saved as JSON after publishing and whenever the workflow starts.
 */
export class PollHost {
	/** What started the workflow, in order. */
	readonly started: IDataObject[] = [];
	/** What the trigger warned of in n8n's log. */
	readonly warnings: string[] = [];
	/** What n8n has saved. */
	stored = '{}';
	/** Null for an n8n that doesn't say how long a poll may take. */
	budgetMs: number | null = 300_000;
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

	/** Publishes the workflow, or starts n8n again; a person sees what it throws, and nothing is saved then. */
	async publish(): Promise<void> {
		this.workflow = this.load();
		await this.start();
		this.save();
	}

	/** Runs the next scheduled poll. */
	async tick(): Promise<IDataObject[]> {
		const items = await this.start();
		if (items.length > 0) this.save();
		return items;
	}

	/** Executes the step in the editor. */
	async test(): Promise<IDataObject[] | null> {
		return await this.poll('manual');
	}

	get ids(): unknown[] {
		return this.started.map(({ transactionId }) => Number(transactionId));
	}

	private async start(): Promise<IDataObject[]> {
		const items = (await this.poll('trigger')) ?? [];
		this.started.push(...items);
		return items;
	}

	private async poll(mode: 'manual' | 'trigger'): Promise<IDataObject[] | null> {
		const { workflow, type, budgetMs } = this;
		const additionalData = {
			credentialsHelper: this.office.credentials,
		} as unknown as IWorkflowExecuteAdditionalData;
		const node = workflow.getNode('Trigger');
		if (!node) throw new Error('the workflow has no trigger');
		const context = new PollContext(workflow, node, additionalData, mode, 'activate');
		const value = budgetMs === null ? undefined : () => budgetMs;
		Object.defineProperty(context, 'getPollBudgetMs', { value });
		const logger = { warn: (line: string) => this.warnings.push(line) };
		Object.defineProperty(context, 'logger', { value: logger });
		await workflow.expression.acquireIsolate();
		try {
			const output = await type.poll?.call(context);
			return output?.[0]?.map(({ json }) => json) ?? null;
		} finally {
			await workflow.expression.releaseIsolate();
		}
	}

	private save(): void {
		this.stored = JSON.stringify(this.workflow.staticData);
	}

	private load(): Workflow {
		const { type, office } = this;
		const credentials = Object.keys(office.credentials.stored);
		const node: INode = {
			id: 'trigger',
			name: 'Trigger',
			type: type.description.name,
			typeVersion: 1,
			position: [0, 0],
			parameters: this.parameters,
			credentials: Object.fromEntries(credentials.map((name) => [name, { id: name, name }])),
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
