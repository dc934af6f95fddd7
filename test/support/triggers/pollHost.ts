import { PollContext } from 'n8n-core';
import type { IDataObject, INodeParameters, IPollFunctions } from 'n8n-workflow';
import { MobileBillingTransactionTrigger } from '../../../nodes/MobileBillingTransactionTrigger/MobileBillingTransactionTrigger.node.js';
import type { CredentialsInMemory } from '../credentialsHelper';
import { additionalDataWith, nodeOf, workflowOf } from '../n8n';
import { executed, ProcessedItems } from './executed';

let hosts = 0;

/** A small n8n with one published workflow, which polls when a test says so. */
export class PollHost {
	/** The items that started the workflow, in order. */
	readonly started: IDataObject[] = [];
	/** The trigger's warnings in n8n's log. */
	readonly warnings: string[] = [];
	/** The static data that n8n has saved. */
	stored = '{}';
	/** How long a poll may take; null for an n8n that doesn't say. */
	budgetMs: number | null = 300_000;
	/** Whether n8n can store an execution. */
	isStoring = true;
	/** Whether n8n is killed when it has saved the static data, and has not stored the execution. */
	isKilled = false;
	private readonly processed = new ProcessedItems();
	private readonly type = new MobileBillingTransactionTrigger();
	/** n8n holds a published workflow with its static data, which it saves with an execution. */
	private published: { place: Place; context: PollContext } | undefined;
	/** The executions that have not ended. */
	private readonly running: Promise<void>[] = [];
	/** Another workflow takes the place of another process, because the trigger doesn't distinguish them. */
	private id = `poll-workflow-${++hosts}`;

	constructor(
		private readonly account: { credentials: CredentialsInMemory },
		public parameters: INodeParameters = { event: 'any' },
	) {}

	/** Runs a scheduled poll. */
	async tick(): Promise<void> {
		const isFirst = this.published === undefined;
		const { place, context } = (this.published ??= this.publish());
		await isolated(place, async () => {
			const { budgetMs } = this;
			Object.defineProperties(context, {
				getPollBudgetMs: {
					value: budgetMs === null ? undefined : () => budgetMs,
					configurable: true,
				},
			});
			await this.type.poll.call(context);
			// n8n saves it, too, when it has published the workflow.
			if (isFirst) this.save(place);
			await Promise.all(this.running.splice(0));
		});
	}

	private publish() {
		const place = this.place();
		const [workflow, node, more] = place;
		const emit: IPollFunctions['__emit'] = ([items = []], _, done) => {
			this.save(place);
			if (this.isKilled) return;
			if (!this.isStoring) return done?.reject(new Error('disk full'));
			const run = { mode: 'trigger', processed: this.processed } as const;
			const passed = executed(this.type, place, [items], run);
			const start = (all: Awaited<typeof passed>) => all.flat().map(({ json }) => json);
			this.running.push(passed.then((all) => void this.started.push(...start(all))));
		};
		const context = new PollContext(workflow, node, more, 'trigger', 'activate', emit);
		const logger = { warn: (line: string) => this.warnings.push(line) };
		Object.defineProperty(context, 'logger', { value: logger });
		return { place, context };
	}

	private save([{ staticData }]: Place): void {
		this.stored = JSON.stringify(staticData);
	}

	/** Restarts n8n with its saved data. */
	restart(): void {
		this.published = undefined;
		this.id = `poll-workflow-${++hosts}`;
	}

	/** Executes the step in the editor. */
	async test(): Promise<IDataObject[] | null> {
		const run = { mode: 'manual' } as const;
		const place = this.place();
		const input = [{ json: {} }];
		const output = await isolated(place, () => executed(this.type, place, [input], run));
		return output[0]?.map(({ json }) => json) ?? null;
	}

	get ids(): number[] {
		return this.started.map(({ transactionId }) => Number(transactionId));
	}

	private place(): Place {
		const { credentials } = this.account;
		const node = nodeOf(this.type, credentials, this.parameters);
		const workflow = workflowOf([node], [this.type], {}, JSON.parse(this.stored) as IDataObject);
		return [Object.assign(workflow, { id: this.id }), node, additionalDataWith(credentials)];
	}
}

type Place = Parameters<typeof executed>[1];

async function isolated<Result>([{ expression }]: Place, run: () => Promise<Result>) {
	await expression.acquireIsolate();
	try {
		return await run();
	} finally {
		await expression.releaseIsolate();
	}
}
