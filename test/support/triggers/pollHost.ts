import { PollContext } from 'n8n-core';
import type {
	IDataObject,
	INodeParameters,
	IPollFunctions,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { MobileBillingTransactionTrigger } from '../../../nodes/MobileBillingTransactionTrigger/MobileBillingTransactionTrigger.node.js';
import type { CredentialsInMemory } from '../credentialsHelper';
import { additionalDataWith, nodeOf, workflowOf } from '../n8n';
import { executed, ProcessedItems } from './executed';

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
	/** Whether n8n can store an execution. */
	isStoring = true;
	/** Whether n8n is killed when it has saved the static data, and has not stored the execution. */
	isKilled = false;
	/** Why n8n has published the workflow. */
	activation: WorkflowActivateMode = 'activate';
	private readonly processed = new ProcessedItems();
	private readonly type = new MobileBillingTransactionTrigger();
	/** n8n holds the static data of a published workflow, and saves it with an execution. */
	private held: string | undefined;
	/** The trigger tells processes of n8n apart by nothing, so another workflow stands for another process. */
	private id = `poll-workflow-${++hosts}`;

	constructor(
		private readonly account: { credentials: CredentialsInMemory },
		public parameters: INodeParameters = { event: 'any' },
	) {}

	/** Runs a scheduled poll. */
	async tick(): Promise<void> {
		await this.within(async (place) => {
			const [workflow, node, more] = place;
			const emitted: Promise<void>[] = [];
			const emit: IPollFunctions['__emit'] = ([items = []], _, done) => {
				this.stored = JSON.stringify(workflow.staticData);
				if (this.isKilled) return;
				if (!this.isStoring) return done?.reject(new Error('disk full'));
				const running = executed(this.type, place, items, {
					mode: 'trigger',
					processed: this.processed,
				});
				emitted.push(
					running.then(
						(passed) => void this.started.push(...(passed ?? []).map(({ json }) => json)),
					),
				);
			};
			const context = new PollContext(workflow, node, more, 'trigger', this.activation, emit);
			const { budgetMs } = this;
			Object.defineProperties(context, {
				getPollBudgetMs: { value: budgetMs === null ? undefined : () => budgetMs },
				logger: { value: { warn: (line: string) => this.warnings.push(line) } },
			});
			await this.type.poll.call(context);
			// n8n saves it, too, when it has published the workflow.
			if (this.held === undefined) this.stored = JSON.stringify(workflow.staticData);
			this.held = JSON.stringify(workflow.staticData);
			await Promise.all(emitted);
		});
	}

	/** Starts n8n anew, with what it has saved. */
	restart(): void {
		this.held = undefined;
		this.id = `poll-workflow-${++hosts}`;
	}

	/** Executes the step in the editor. */
	async test(): Promise<IDataObject[] | null> {
		const run = { mode: 'manual' } as const;
		return await this.within(async (place) => {
			const output = await executed(this.type, place, [{ json: {} }], run);
			return output?.map(({ json }) => json) ?? null;
		});
	}

	get ids(): number[] {
		return this.started.map(({ transactionId }) => Number(transactionId));
	}

	private async within<Result>(run: (place: Place) => Promise<Result>): Promise<Result> {
		const { credentials } = this.account;
		const node = nodeOf(this.type, credentials, this.parameters);
		const workflow = Object.assign(workflowOf([node], [this.type]), { id: this.id });
		Object.assign(workflow.staticData, JSON.parse(this.held ?? this.stored));
		await workflow.expression.acquireIsolate();
		try {
			return await run([workflow, node, additionalDataWith(credentials)]);
		} finally {
			await workflow.expression.releaseIsolate();
		}
	}
}

type Place = Parameters<typeof executed>[1];
