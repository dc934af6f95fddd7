import type { VirtualTime } from '../clock';
import type { Giving } from './platform';
import { Process } from './process';
import { Run } from './runner';
import type { CampaignScenario, ProcessPlan } from './scenario';
import type { Store } from './store';

/** The processes of n8n that run the workflow: they die, and others take their place. */
export class Workers {
	/** No execution starts any more. */
	isOver = false;
	private readonly processes: Process[] = [];
	private tokens = 0;

	constructor(
		private readonly scenario: CampaignScenario,
		private readonly time: VirtualTime,
		private readonly store: Store,
		private readonly platform: Giving,
		private readonly random: () => number,
		/** How long the schedule waits until its next execution, in milliseconds. */
		private readonly idleMs: () => number,
	) {}

	get alive(): Process[] {
		return this.processes.filter(({ isDead }) => !isDead);
	}

	/** Runs the workflow until it's over. */
	async work(): Promise<void> {
		await Promise.all(this.scenario.processes.map((plan, index) => this.workAs(plan, index)));
	}

	/** A process of n8n, until it dies, and another one in its place. */
	private async workAs(plan: ProcessPlan, index: number): Promise<void> {
		for (const callsLeft of [...plan.deaths, Infinity]) {
			const process = new Process(this.time, plan, this.random, callsLeft);
			this.processes[index] = process;
			this.platform.model.news();
			const runners = Array.from({ length: plan.runners }, () => this.schedule(process));
			await Promise.race([Promise.all(runners), process.death]);
			if (!process.isDead) return;
			await this.time.sleep(plan.restart);
		}
	}

	/** The schedule of a published workflow, which starts an execution whether or not others have ended. */
	private async schedule(process: Process): Promise<void> {
		const { store, platform, random } = this;
		const runs: Promise<void>[] = [];
		const token = () => `${++this.tokens}`;
		while (!this.isOver && !process.isDead) {
			const run = new Run(store, platform, process, random, token);
			const running = run.run().catch((error: unknown) => {
				platform.model.violate(String((error as Error).stack));
			});
			runs.push(running);
			await this.time.sleep(this.idleMs());
		}
		await Promise.all(runs);
	}
}
