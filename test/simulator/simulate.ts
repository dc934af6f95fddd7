import { setMaxListeners } from 'node:events';
import { JournalRun } from '../../nodes/engine/core/list/journal';
import type { ItemResult } from '../../nodes/engine/core/exchange';
import { runList } from '../../nodes/engine/core/list/run';
import { Dice } from '../../sandbox/dice';
import { DEFAULTS } from '../../sandbox/settings';
import { createWorld, type World } from '../../sandbox/world';
import { VirtualTime } from './clock';
import { fillHistory, prepareList, services, type PreparedList } from './lists';
import { Model, type Execution } from './model';
import { Network, type Say } from './network';
import { newDatabase, Process, secondUser } from './process';
import { checkReports } from './reports';
import { CheckedLimiter } from './limiter';
import type { ExecutionPlan, Scenario } from './scenario';
import type { EarlierResult } from '../../nodes/engine/core/list/listRun';

// A list listens to one signal for each of its requests.
setMaxListeners(0);

/** The sandbox's key for searches. */
const searchKey = 'demo-search-key';
/** How long n8n waits between two tries of a node, in milliseconds. */
const betweenTries = 1_000;
/** A margin, because records have whole seconds and requests take time. */
const rounding = 1_500;

/**
 * Plays a scenario to its end, and compares the reports with the platform's records.
 *
 * @param say receives each request and answer, a line each
 * @returns how many lists were run
 * @throws Error that names each violation
 */
export async function simulate(scenario: Scenario, say?: Say): Promise<number> {
	const time = new VirtualTime();
	return await time.run(async () => await new Simulation(scenario, time, say).play());
}

class Simulation {
	private readonly random: () => number;
	private readonly settleMs: number;
	private readonly model: Model;
	private readonly lists: PreparedList[];
	private readonly network: Network;
	private readonly database: ReturnType<typeof newDatabase>;
	private readonly worlds: World[];
	private readonly processes: Process[] = [];
	/** The process that ran each list since all records were visible. */
	private ran: { list: number; process: Process }[] = [];
	private count = 0;

	constructor(
		private readonly scenario: Scenario,
		private readonly time: VirtualTime,
		say?: Say,
	) {
		const { timeoutMs, lag, spare, seed, references, tenants } = scenario;
		const dice = new Dice(seed);
		this.random = () => dice.next();
		this.settleMs = timeoutMs + lag + rounding + spare;
		const [own, other] = scenario.lists;
		const first = newWorld(scenario);
		const second = tenants === 'one' ? undefined : newWorld(scenario);
		if (tenants === 'byAccount') Object.assign(second?.accounts[0] ?? {}, { username: secondUser });
		this.worlds = second ? [first, second] : [first];
		this.model = new Model(this.worlds, references);
		this.database = newDatabase(tenants);
		this.network = new Network(time, this.worlds, scenario, this.random, this.model, say);
		this.lists = [
			prepareList(first, own, '1', 0),
			second ? prepareList(second, own, '1', 1) : prepareList(first, other, '2', 0),
		];
		const [list] = this.lists;
		if (scenario.hasHistory && list) fillHistory(first, list);
		for (const setting of scenario.settings)
			time.after(setting.at, () => this.setClock(setting.by));
	}

	/** Somebody sets the clock of this machine; the platform has its own. */
	private setClock(by: number): void {
		this.time.set(by);
		this.model.struck.add('clock');
		for (const { settings } of this.worlds) settings.clockSkewSeconds -= by / 1000;
	}

	async play(): Promise<number> {
		const { executions, faults } = this.scenario;
		const { violations } = this.model;
		// Earlier charges are visible by now.
		await this.time.sleep(this.scenario.lag + rounding);
		const running: Promise<void>[] = [];
		for (const [index, plan] of executions.entries()) {
			if (plan.start !== 'atOnce') await Promise.all(running);
			if (plan.start === 'settled') await this.settle();
			await this.time.sleep(plan.delay);
			while (this.mustWait(plan)) {
				await Promise.all(running);
				await this.settle();
			}
			running.push(this.execute(plan, `${index}.00000000.0`));
		}
		await Promise.all(running);
		await this.settle();
		for (const { journal, isDead } of this.processes.filter(Boolean)) {
			new JournalRun(journal, this.time, this.settleMs).close();
			const kept = [...journal.entries.values()].filter(
				(one) => one.inFlight !== undefined || one.shownAt < Infinity,
			);
			if (!isDead && kept.length > 0) violations.push('The journal never forgets');
		}
		const isDisturbed = executions.some(
			({ cancelAt, dieAt, sendUntil }) => (cancelAt ?? dieAt ?? sendUntil) !== undefined,
		);
		checkReports(this.model, faults.length === 0 && !isDisturbed && !this.isOdd());
		if (violations.length > 0) throw new Error(violations.join('\n'));
		return this.count;
	}

	/** Whether some items can't be done although nothing fails. */
	private isOdd(): boolean {
		const { references, settings, isKeyWrong } = this.scenario;
		return references !== 'exact' || settings.length > 0 || isKeyWrong;
	}

	/** Whether another process, or a dead one, ran the list, so that only the ledger makes it safe. */
	private mustWait({ list, process: index }: ExecutionPlan): boolean {
		const own = this.processes[index];
		return this.ran.some(
			({ process, ...one }) => one.list === list && (process !== own || process.isDead),
		);
	}

	/** Waits until all records are visible, while nothing runs. */
	private async settle(): Promise<void> {
		await this.time.sleep(this.settleMs + this.scenario.timeoutMs);
		this.ran = [];
	}

	private async execute(plan: ExecutionPlan, name: string): Promise<void> {
		const list = this.lists[plan.list];
		if (!list) throw new Error('The scenario has no such list');
		const process = this.processOf(plan);
		this.ran.push({ list: plan.list, process });
		const cancel = new AbortController();
		const { signal } = cancel;
		const sendUntil = this.time.now() + (plan.sendUntil ?? Infinity);
		const startedAt = this.time.monotonic();
		const execution: Execution = { name, plan, list, signal, sendUntil, startedAt, tries: [] };
		this.model.executions.push(execution);
		if (plan.dieAt !== undefined) process.callsLeft = plan.dieAt;
		if (plan.cancelAt !== undefined) {
			this.time.after(plan.cancelAt, () => {
				if (execution.endedAt !== undefined) return;
				execution.canceledAt = this.time.monotonic();
				cancel.abort();
			});
		}
		await Promise.race([this.runNode(execution, process), process.death]);
		// Nobody reads what a dead process would have reported.
		if (process.isDead && !execution.isReported) execution.tries = [];
		execution.endedAt = this.time.monotonic();
	}

	private processOf({ process: index }: ExecutionPlan): Process {
		const known = this.processes[index];
		if (known && !known.isDead) return known;
		const { time, network, database, model } = this;
		const limiter = new CheckedLimiter(() => time.monotonic(), model.violations);
		return (this.processes[index] = new Process(time, network, database, limiter));
	}

	/** Plays n8n: runs the node, and again if its first item failed (Retry On Fail). */
	private async runNode(execution: Execution, process: Process): Promise<void> {
		const { plan, signal, tries } = execution;
		const earlier = new Map<number, EarlierResult>();
		for (let count = 1; !execution.isReported; count++) {
			const results = await this.runOnce(execution, process, earlier).catch(
				(error: unknown) => error as Error,
			);
			tries.push(results);
			this.count++;
			const isFine =
				!(results instanceof Error) &&
				results.slice(0, plan.continueOnFail ? 1 : undefined).every((one) => 'result' in one);
			execution.isReported = isFine || count >= plan.nodeTries || signal.aborted;
			if (execution.isReported) return;
			await process.sleep(betweenTries, signal);
			if (signal.aborted) return;
		}
	}

	private async runOnce(
		execution: Execution,
		process: Process,
		earlier: Map<number, EarlierResult>,
	): Promise<ItemResult[]> {
		const { plan, list, name, signal, sendUntil } = execution;
		const { settleMs } = this;
		const { timeoutMs } = this.scenario;
		return await runList({
			operation: list.operation,
			inputs: list.items.map(({ input }) => input),
			options: { ...plan, skipLookUp: false, sendUntil, settleMs, timeoutMs },
			account: await process.account(execution, this.scenario.isKeyWrong ? 'wrong' : searchKey),
			services,
			journal: process.journal,
			limiter: process.limiter,
			clock: process,
			random: this.random,
			signal,
			runName: name,
			continueOnFail: plan.continueOnFail,
			earlier,
		});
	}
}

function newWorld({ lag, references, hasHistory, ...lifetimes }: Scenario): World {
	const { accessTokenLifetime, refreshTokenLifetime } = lifetimes;
	return createWorld({
		...DEFAULTS,
		accessTokenLifetime,
		refreshTokenLifetime,
		references,
		packageForm: hasHistory ? 'nested' : 'flat',
		cancelDelaySeconds: 0,
		queryDelaySeconds: lag / 1000,
	});
}
