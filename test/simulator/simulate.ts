import { setMaxListeners } from 'node:events';
import type { Attempt } from '../../nodes/engine/journal';
import type { RateLimiter } from '../../nodes/engine/rateLimit';
import { runList } from '../../nodes/engine/run';
import { DEFAULTS } from '../../sandbox/settings';
import { createWorld } from '../../sandbox/world';
import { randomFrom, VirtualTime } from './clock';
import { prepareList, type PreparedList } from './lists';
import { Model, type Execution } from './model';
import { Network, type Delays } from './network';
import { newDatabase, Process } from './process';
import { checkReports } from './reports';
import type { ExecutionPlan, Scenario } from './scenario';

/** How long n8n waits between two tries of a node, in milliseconds. */
const betweenTries = 1_000;
/** Records have whole seconds, and requests take their way. */
const rounding = 1_500;

/** What a simulation did wrong, in words. */
export class Violation extends Error {}

/**
 * Plays a scenario to its end and compares what was reported with what the platform did.
 *
 * @returns how many lists were run
 * @throws Violation
 */
export async function simulate(scenario: Scenario): Promise<number> {
	const time = new VirtualTime();
	return await time.run(async () => await new Simulation(scenario, time).play());
}

class Simulation {
	private readonly random: () => number;

	private readonly settleMs: number;

	private readonly model: Model;

	private readonly lists: PreparedList[];

	private readonly network: Network;

	private readonly database = newDatabase();

	private readonly processes: (Process | undefined)[] = [];

	/** The processes that ran a list since everything showed. */
	private readonly ranBy = new Map<number, Set<Process>>();

	private count = 0;

	constructor(
		private readonly scenario: Scenario,
		private readonly time: VirtualTime,
	) {
		const { timeout, lag, spare, faults, seed, lists } = scenario;
		this.random = randomFrom(seed);
		this.settleMs = timeout + lag + rounding + spare;
		const delays: Delays = { earliest: timeout + 500, latest: timeout + spare };
		const world = createWorld({
			...DEFAULTS,
			accessTokenLifetime: scenario.accessTokenLifetime,
			refreshTokenLifetime: scenario.refreshTokenLifetime,
			queryDelaySeconds: lag / 1000,
		});
		this.model = new Model(world);
		this.network = new Network(time, world, faults, delays, this.random, this.model);
		this.lists = lists.map((list, index) => prepareList(world, list, String(index + 1)));
	}

	async play(): Promise<number> {
		const { executions, faults } = this.scenario;
		const running: Promise<void>[] = [];
		for (const [index, plan] of executions.entries()) {
			if (plan.start !== 'atOnce') await Promise.all(running);
			if (plan.start === 'settled') await this.settle();
			await this.time.sleep(plan.delay);
			while (this.mustWait(plan)) {
				await Promise.all(running);
				await this.settle();
			}
			running.push(this.execute(plan, `w.n.${index}.00000000.0`));
		}
		await Promise.all(running);
		await this.settle();
		const isDisturbed = executions.some(
			({ cancelAt, dieAt, sendUntil }) => (cancelAt ?? dieAt ?? sendUntil) !== undefined,
		);
		checkReports(this.model, faults.length === 0 && !isDisturbed);
		if (this.model.violations.length > 0) throw new Violation(this.model.violations.join('\n'));
		return this.count;
	}

	/** Whether another process, or one that has died, ran the list: then safety comes from the ledger alone. */
	private mustWait({ list, process }: ExecutionPlan): boolean {
		const own = this.processes[process];
		return [...(this.ranBy.get(list) ?? [])].some((one) => one !== own || one.isDead);
	}

	/** Waits until the platform shows all it has done. Nothing may be running. */
	private async settle(): Promise<void> {
		await this.time.sleep(this.settleMs + this.scenario.timeout);
		this.ranBy.clear();
	}

	private async execute(plan: ExecutionPlan, name: string): Promise<void> {
		const list = this.lists[plan.list];
		if (!list) throw new Error('The scenario has no such list');
		const process = this.processOf(plan);
		const ranBy = this.ranBy.get(plan.list) ?? new Set();
		this.ranBy.set(plan.list, ranBy.add(process));
		const cancel = new AbortController();
		setMaxListeners(0, cancel.signal);
		const { signal } = cancel;
		const sendUntil = this.time.now() + (plan.sendUntil ?? Infinity);
		const execution: Execution = { name, plan, list, process, signal, sendUntil, tries: [] };
		this.model.executions.set(name, execution);
		if (plan.dieAt !== undefined) process.callsLeft = plan.dieAt;
		if (plan.cancelAt !== undefined) {
			this.time.after(plan.cancelAt, () => {
				if (execution.endedAt !== undefined) return;
				execution.canceledAt = this.time.now();
				cancel.abort();
			});
		}
		await Promise.race([this.runNode(execution), process.death]);
		// Nobody reads what a dead process would have reported.
		if (process.isDead && !execution.isReported) execution.tries = [];
		execution.endedAt = this.time.now();
	}

	private processOf({ process: index }: ExecutionPlan): Process {
		const known = this.processes[index];
		if (known && !known.isDead) return known;
		return (this.processes[index] = new Process(this.time, this.network, this.database));
	}

	/** n8n's part: the node runs, and runs again when its first item failed (Retry On Fail). */
	private async runNode(execution: Execution): Promise<void> {
		const { plan, signal, process, tries } = execution;
		const attempts = new Map<number, Attempt>();
		for (let count = 1; ; count++) {
			const results = await this.runOnce(execution, attempts).catch(
				(error: unknown) => error as Error,
			);
			tries.push(results);
			this.count++;
			const decisive = Array.isArray(results)
				? results.slice(0, plan.continueOnFail ? 1 : undefined)
				: [];
			const isFine = Array.isArray(results) && decisive.every((result) => 'result' in result);
			execution.isReported = isFine || count >= plan.nodeTries || signal.aborted;
			if (execution.isReported) return;
			await process.sleep(betweenTries, signal);
			if (signal.aborted) return;
		}
	}

	private async runOnce(execution: Execution, attempts: Map<number, Attempt>) {
		const { plan, list, process, name, signal, sendUntil } = execution;
		const { rates } = this.model;
		const account = await process.account(name);
		// The limiter knows first that a limit ends: what waited leaves before the run has returned.
		const limiter = Object.create(process.limiter) as RateLimiter;
		limiter.limit = (host, perSecond) => {
			const leave = rates.join(process, plan.requestsPerSecond);
			const end = process.limiter.limit(host, perSecond);
			return () => {
				leave();
				end();
			};
		};
		return await runList({
			operation: list.operation,
			inputs: list.items.map(({ input }) => input),
			options: {
				concurrency: plan.concurrency,
				dryRun: false,
				requestsPerSecond: plan.requestsPerSecond ?? Infinity,
				retryFor: plan.retryFor,
				sendUntil,
				settlingTime: this.settleMs,
				stopAfterFailures: plan.stopAfterFailures,
				timeout: this.scenario.timeout,
				maxTries: plan.tries,
			},
			account: {
				...account,
				transport: async (request) => {
					rates.leaves(process);
					return await account.transport(request);
				},
			},
			services: [],
			journal: process.journal,
			limiter,
			clock: process,
			random: this.random,
			signal,
			runName: name,
			continueOnFail: plan.continueOnFail,
			attempts,
		});
	}
}
