import { PollContext } from 'n8n-core';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { MobileBillingTransactionTrigger } from '../../../nodes/MobileBillingTransactionTrigger/MobileBillingTransactionTrigger.node.js';
import type { CredentialsInMemory } from '../credentialsHelper';
import { additionalDataWith, nodeOf, workflowOf } from '../n8n';

let hosts = 0;

/** A small n8n with one published workflow, which polls when it is told to. */
export class PollHost {
	/** What started the workflow, in order. */
	readonly started: IDataObject[] = [];
	/** What the trigger warned of in n8n's log. */
	readonly warnings: string[] = [];
	/** The static data that n8n has saved. */
	stored = '{}';
	/** How long a poll may take; null for an n8n that doesn't say. */
	budgetMs: number | null = 300_000;
	private readonly id = `poll-workflow-${++hosts}`;

	constructor(
		private readonly account: { credentials: CredentialsInMemory },
		public parameters: INodeParameters = { event: 'any' },
	) {}

	/** Runs a scheduled poll; n8n saves nothing of one that throws. */
	async tick(): Promise<void> {
		this.started.push(...((await this.poll('trigger')) ?? []));
	}

	/** Executes the step in the editor. */
	async test(): Promise<IDataObject[] | null> {
		return await this.poll('manual');
	}

	get ids(): number[] {
		return this.started.map(({ transactionId }) => Number(transactionId));
	}

	private async poll(mode: 'manual' | 'trigger'): Promise<IDataObject[] | null> {
		const { id, budgetMs } = this;
		const { credentials } = this.account;
		const type = new MobileBillingTransactionTrigger();
		const node = nodeOf(type, credentials, this.parameters);
		const workflow = Object.assign(workflowOf([node], [type]), { id });
		Object.assign(workflow.staticData, JSON.parse(this.stored));
		const additionalData = additionalDataWith(credentials);
		const context = new PollContext(workflow, node, additionalData, mode, 'activate');
		Object.defineProperties(context, {
			getPollBudgetMs: { value: budgetMs === null ? undefined : () => budgetMs },
			logger: { value: { warn: (line: string) => this.warnings.push(line) } },
		});
		await workflow.expression.acquireIsolate();
		try {
			const output = await type.poll.call(context);
			if (mode === 'trigger') this.stored = JSON.stringify(workflow.staticData);
			return output?.[0]?.map(({ json }) => json) ?? null;
		} finally {
			await workflow.expression.releaseIsolate();
		}
	}
}
