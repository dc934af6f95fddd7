import { Results } from '../../../campaign/results';
import type { PlanInput } from '../../../campaign/plan';
import type { Campaign, LeftOut, Piece, Row, Settings } from '../../../campaign/types';
import { Dice } from '../../../sandbox/dice';
import { VirtualTime } from '../clock';
import type { Say } from '../network';
import { phoneOf, readList, type SimulatedList } from './list';
import { isNeverLoud, Model } from './model';
import { People } from './people';
import { Platform } from './platform';
import { Process } from './process';
import { Run } from './runner';
import type { CampaignScenario, ProcessPlan } from './scenario';
import { Store } from './store';

const minute = 60_000;
const longest = 8 * 86_400_000;
const tickMs = 10_000;

/**
 * Plays a campaign from its plan to its end, and compares what is stored with what the platform did.
 *
 * @param say hears what became of each gift and look-up, a line each
 * @returns how many campaigns were run
 * @throws Error that names each violation
 */
export async function simulateCampaign(scenario: CampaignScenario, say?: Say): Promise<number> {
	const time = new VirtualTime(longest);
	return await time.run(async () => await new Simulation(scenario, time, say).play());
}

/** One that never dies. */
const steady: ProcessPlan = {
	clock: 0,
	deaths: [],
	restart: 1_000,
	runners: 1,
	storeMs: 5,
	slowEach: 1_000,
	slowMs: 3_000,
};

class Simulation {
	private readonly random: () => number;
	private readonly model: Model;
	private readonly store: Store;
	private readonly platform: Platform;
	private readonly people: People;
	private readonly list: SimulatedList;
	private readonly processes: Process[] = [];
	private readonly desk: Process;
	private plans = 0;
	private tokens = 0;
	private isOver = false;
	private isCheckedAgain = false;

	constructor(
		private readonly scenario: CampaignScenario,
		private readonly time: VirtualTime,
		say?: Say,
	) {
		const dice = new Dice(scenario.seed);
		this.random = () => dice.next();
		this.list = readList(scenario.rows);
		const now = () => time.monotonic();
		this.model = new Model(now, this.plannedRows(), this.isSteady(), this.isPrompt());
		this.store = new Store(scenario.store, (...written) => {
			this.model.wrote(...written);
		});
		this.model.tables = this.store.tables;
		const refuses = this.phonesOf('refused');
		this.platform = new Platform(time, scenario, this.random, this.model, refuses, say);
		this.people = new People(this.store, this.model);
		this.desk = new Process(time, steady, this.random);
	}

	/** The numbers of the rows of a kind; the first row of a number counts. */
	private phonesOf(kind: CampaignScenario['rows'][number]['kind']): Set<string> {
		const first = new Map<string, string>();
		for (const row of this.scenario.rows) {
			if (isBad(row.kind)) continue;
			const phone = phoneOf(row);
			if (!first.has(phone)) first.set(phone, row.kind);
		}
		return new Set([...first].flatMap(([phone, own]) => (own === kind ? [phone] : [])));
	}

	/** What must be planned, row by row. */
	private plannedRows(): Map<string, Row> {
		const out = this.phonesOf('optedOut');
		const planned = new Map<string, Row>();
		const seen = new Set<string>();
		for (const [index, written] of this.scenario.rows.entries()) {
			const { megabytes, kind } = written;
			const phone = phoneOf(written);
			if (isBad(kind) || seen.has(phone)) continue;
			seen.add(phone);
			if (out.has(phone) || this.isTooMuch(megabytes)) continue;
			planned.set(phone, { row: index + 2, phone, megabytes, operator: 'XZ_SANDBOX' });
		}
		return planned;
	}

	/** The limit of the list, in MB; 0 for no limit. */
	private get megabytesPerDay(): number {
		const { rows, dayShare } = this.scenario;
		return Math.round(rows.reduce((sum, row) => sum + row.megabytes, 0) * dayShare);
	}

	private isTooMuch(megabytes: number, limit = this.megabytesPerDay): boolean {
		return limit > 0 && megabytes > limit;
	}

	/** Whether nothing but dead processes makes the campaign wait. */
	private isSteady(): boolean {
		const { strikes, acts, night, processes, dayShare } = this.scenario;
		if (dayShare > 0) return false;
		// A step calls the database eight times before it gives, for two seconds in all.
		const isSlow = processes.some(
			({ slowEach, storeMs }) => slowEach < 1_000 || 8 * storeMs > 1_000,
		);
		return (
			strikes.length + acts.length === 0 && night.planAt === 0 && night.quiet[0] === '' && !isSlow
		);
	}

	private isPrompt(): boolean {
		const { processes, strikes } = this.scenario;
		const isFrozen = processes.some(({ slowEach, slowMs }) => slowEach < 1_000 && slowMs > 3_000);
		const dies = processes.some(({ deaths }) => deaths.length > 0);
		return !isFrozen && !dies && strikes.every(({ fault }) => fault !== 'hang');
	}

	async play(): Promise<number> {
		const { scenario, model, time, people, desk } = this;
		await time.sleep(scenario.night.planAt * minute);
		const id = await people.plan(desk, this.planInput(), scenario.insert);
		const own = scenario.namesake === undefined ? id : await this.approveOneOf(id);
		if (own === id) await people.press(desk, id, 'approve');
		const working = scenario.processes.map((plan, index) => this.work(plan, index, own));
		if (model.approvedAs(own)) await this.act(own);
		this.isOver = true;
		await Promise.all(working);
		const campaign = this.campaign(own);
		if (own !== id || scenario.insert === 'once') this.checkEnd(campaign);
		else if (model.sent > 0) model.violate('what was inserted badly was given');
		if (model.violations.length > 0) throw new Error(model.violations.slice(0, 20).join('\n'));
		return 1;
	}

	/** Two people approve two plans with one name, one of them a moment later. @returns the one that is approved, or still may be */
	private async approveOneOf(id: number): Promise<number> {
		const { people, desk, time, model, scenario } = this;
		const other = await people.plan(desk, this.planInput(), 'once');
		const apart = scenario.namesake ?? 0;
		const approve = async (one: number, later: number) => {
			await time.sleep(Math.max(0, later));
			await people.press(desk, one, 'approve', undefined, 0);
		};
		await Promise.all([approve(id, -apart), approve(other, apart)]);
		const both = [id, other];
		const approved = both.filter((one) => model.approvedAs(one));
		// A plan that was begun before the approval is stored after it.
		for (const one of approved.length === 1 ? both.filter((each) => each !== approved[0]) : []) {
			people.planAgain(one);
			await approve(one, 0);
		}
		if (both.every((one) => model.approvedAs(one))) {
			model.violate('two campaigns with one name were approved');
		}
		if (approved.length === 0 && this.campaign(id).status === 'draft') people.planAgain(id);
		return approved[0] ?? id;
	}

	private planInput(): PlanInput {
		const { budget, night, rowsPerSecond, startAfter, stopAfter, pieceRows } = this.scenario;
		const { country, reading, ...read } = this.list;
		const now = this.time.now();
		const planned = [...this.model.planned.values()];
		const megabytes = planned.reduce((sum, row) => sum + row.megabytes, 0);
		const [quietFrom = '', quietTo = ''] = night.quiet;
		const settings: Settings = {
			name: 'Spring',
			serviceKey: 'LOYALTYDATA01',
			quietFrom,
			quietTo,
			rowsPerSecond,
			megabytesPerDay: this.megabytesPerDay,
			giftsPerMonth: 0,
			sendAsEntered: false,
			leaveOutGiven: false,
			addsRows: false,
			country,
			reading,
			budget: Math.round(megabytes * budget * 1_000) / 1_000 || 1,
			startAt: new Date(now + startAfter).toISOString(),
			stopAt: stopAfter === undefined ? null : new Date(now + startAfter + stopAfter).toISOString(),
		};
		const keys = { planId: `plan ${++this.plans}`, viewKey: 'view', controlKey: 'control' };
		const optOuts = [...this.phonesOf('optedOut')].map((phone) => `00${phone}`);
		const givenBefore = this.phonesOf('givenBefore');
		return { settings, ...read, optOuts, givenBefore, keys, now, pieceRows };
	}

	private campaign(id: number): Campaign {
		const found = this.store.tables.campaigns.find((one) => one.id === id);
		if (!found) throw new Error(`There is no campaign ${id}`);
		return found;
	}

	/** People act; then they put things right until the campaign has ended. */
	private async act(id: number): Promise<void> {
		const { time, people, model } = this;
		const began = time.monotonic();
		await Promise.all(
			this.scenario.acts.map(async (act) => {
				await (typeof act.at === 'number' ? time.sleep(act.at) : this.until(act.at, id));
				model.news();
				const alive = this.processes.filter(({ isDead }) => !isDead);
				const process = alive[act.which % (alive.length + 1)] ?? this.desk;
				await Promise.race([people.act(act, process, id), process.death]);
			}),
		);
		while (this.isOpen(id)) {
			await time.sleep(this.idleMs(id, minute));
			people.repair();
			const { status } = this.campaign(id);
			if (status === 'paused') await people.press(this.desk, id, 'resume');
			if (status === 'planned') await this.approveAgain(id);
			if (this.campaign(id).active || !this.isOpen(id)) continue;
			people.isUnfinished = false;
			this.isCheckedAgain = true;
			await people.press(this.desk, id, 'checkAgain');
			if (time.monotonic() > began + 6 * 86_400_000) {
				return model.violate(`it doesn't end: ${JSON.stringify(this.campaign(id))}`);
			}
		}
		people.repair();
	}

	/** Waits for a moment, for so long as a scenario takes. */
	private async until(what: 'end' | 'working', id: number): Promise<void> {
		const taken = () => JSON.parse(this.store.tables.runner[0]?.taken ?? '[]') as { id: number }[];
		const isWorking = (piece: Piece) =>
			piece.notSent > 0 &&
			piece.failed + piece.inDoubt > 0 &&
			taken().some((one) => one.id === piece.id);
		const isThen = () => {
			const open = this.openPieces(id);
			return what === 'end' ? open.length === 0 : open.some(isWorking);
		};
		for (let tries = 0; !isThen() && tries < 2_000; tries++) await this.time.sleep(100);
	}

	private async approveAgain(id: number): Promise<void> {
		const { people, desk, model } = this;
		await people.press(desk, id, 'approve');
		const approved = model.approvedAs(id);
		if (this.campaign(id).status !== 'planned' || !approved) return;
		people.repairSettings(id, approved);
		await people.press(desk, id, 'approve');
	}

	/** Whether there is something left to do, for the runner or a person: a change may have broken off. */
	private isOpen(id: number): boolean {
		const { active, status } = this.campaign(id);
		return active || this.people.isUnfinished || ['planned', 'paused'].includes(status);
	}

	/** A process of n8n, until it dies, and another one in its place. */
	private async work(plan: ProcessPlan, index: number, id: number): Promise<void> {
		for (const callsLeft of [...plan.deaths, Infinity]) {
			const process = new Process(this.time, plan, this.random, callsLeft);
			this.processes[index] = process;
			this.model.news();
			const runners = Array.from({ length: plan.runners }, () => this.schedule(process, id));
			await Promise.race([Promise.all(runners), process.death]);
			if (!process.isDead) return;
			await this.time.sleep(plan.restart);
		}
	}

	/** The schedule of a published workflow, which starts an execution whether or not others have ended. */
	private async schedule(process: Process, id: number): Promise<void> {
		const { store, platform, random } = this;
		const runs: Promise<void>[] = [];
		const token = () => `${++this.tokens}`;
		while (!this.isOver && !process.isDead) {
			const run = new Run(store, platform, process, random, token);
			const running = run.run().catch((error: unknown) => {
				this.model.violate(String((error as Error).stack));
			});
			runs.push(running);
			await this.time.sleep(this.idleMs(id, tickMs));
		}
		await Promise.all(runs);
	}

	/** Skips the hours in which nothing is due: they cost time to simulate, and show nothing. */
	private idleMs(id: number, usual: number): number {
		const { night, acts, dayShare } = this.scenario;
		if (night.quiet[0] === '' && acts.length === 0 && dayShare === 0) return usual;
		const due = Math.min(...this.openPieces(id).map(({ dueAt }) => Date.parse(dueAt)));
		const isFar = due < Infinity && due - this.time.now() > 10 * minute;
		return isFar && this.campaign(id).status === 'running' ? 5 * minute : usual;
	}

	private openPieces(id: number): Piece[] {
		const { planId } = this.campaign(id);
		return this.store.tables.pieces.filter((one) => one.planId === planId && one.status === 'open');
	}

	/** Each row has ended, as the platform says. */
	private checkEnd(campaign: Campaign): void {
		const { model, scenario } = this;
		const { planId } = campaign;
		const pieces = this.store.tables.pieces.filter((one) => one.planId === planId);
		const lists = this.store.tables.lists.filter((one) => one.planId === planId);
		const isApproved = model.approvedAs(campaign.id) !== undefined;
		let count = 0;
		for (const piece of pieces) {
			const list = lists.find(({ number }) => number === piece.number);
			const results = new Results(piece);
			for (const [index, row] of (JSON.parse(list?.list ?? '[]') as Row[]).entries()) {
				count += 1;
				if (isApproved) this.checkRow(campaign, piece, results, index, row);
			}
		}
		if (count !== model.planned.size) {
			model.violate(`${count} rows are stored, and ${model.planned.size} were to be planned`);
		}
		const rowsOut = lists
			.filter(({ number }) => number <= 0)
			.flatMap(({ list }) => JSON.parse(list) as LeftOut[]);
		this.checkLeftOut(campaign, rowsOut);
		model.checkSteps();
		const isCalm = scenario.acts.length + scenario.strikes.length === 0 && !this.isCheckedAgain;
		const isAlive = scenario.processes.every(
			({ deaths, slowEach }) => deaths.length === 0 && slowEach === 1_000,
		);
		if (isCalm && isAlive && model.lookUps > 0) model.violate(`${model.lookUps} needless look-ups`);
		if (!isApproved && pieces.length > 0) model.violate('its approval was refused');
	}

	/** A row that gets nothing is listed once, with a reason. */
	private checkLeftOut({ leftOut: count }: Campaign, leftOut: LeftOut[]): void {
		const { model, scenario } = this;
		const planned = new Set([...model.planned.values()].map(({ row }) => row));
		const out = this.phonesOf('optedOut');
		const expected = scenario.rows.flatMap((written, index) => {
			const { kind, megabytes } = written;
			const row = index + 2;
			if (planned.has(row)) return [];
			const phone = phoneOf(written);
			const first = scenario.rows.findIndex((one) => !isBad(one.kind) && phoneOf(one) === phone);
			if (kind === 'unread') return [`${row} 'Amount (MB)' must be an amount`];
			if (kind === 'badInput') return [`${row} 'Phone Number'`];
			if (first < index) return [`${row} Duplicate of row ${first + 2}`];
			if (out.has(phone)) return [`${row} Opted out`];
			return this.isTooMuch(megabytes) ? [`${row} 'Amount (MB)' is more than a day`] : [];
		});
		const written = leftOut.map(({ row, reason }) => `${row} ${reason}`);
		const isRight = expected.every((text, n) => written[n]?.startsWith(text));
		if (isRight && written.length === expected.length && count === written.length) return;
		model.violate(
			`${count} rows are left out: ${written.join(', ')}, and not ${expected.join(', ')}`,
		);
	}

	private checkRow(
		campaign: Campaign,
		{ number, status }: Piece,
		results: Results,
		index: number,
		{ phone, megabytes: own }: Row,
	): void {
		const { model } = this;
		const state = results.stateOf(index);
		const say = (what: string) => {
			model.violate(`piece ${number}, ${phone}, ${String(state)}: ${what}`);
		};
		const isGiven = model.gifts.has(phone);
		const isDecided = results.reasonOf(index) === 'Decided by a person';
		if (this.phonesOf('givenBefore').has(phone) !== (state === 'givenBefore')) say('given before');
		if (state === 'given' && !isGiven && !isDecided) say('lost: the platform did nothing');
		const isWrong = ['failed', 'optedOut', 'notSent', 'maybeSent'].includes(String(state));
		if (isWrong && isGiven && !isDecided) say('misreported: it was given');
		if (state === 'maybeSent') say('nobody has looked');
		if (state === 'inDoubt' && ![...model.struck].some((one) => one.startsWith('doubt'))) {
			say('nothing went wrong');
		}
		if (state === 'inDoubt' && results.doubtOf(index)?.lookUps !== 3) say('nobody looks it up');
		const isRefused = this.phonesOf('refused').has(phone) || model.struck.has('refused');
		if (state === 'failed' && !isRefused && !isDecided) say('nothing was refused');
		const approved = model.approvedAs(campaign.id) ?? campaign;
		const { megabytes, budget, stopAt, megabytesPerDay } = approved;
		const hasEnd = stopAt !== null || campaign.stopAt !== null;
		const isEnded = campaign.status === 'canceled' || hasEnd || budget < megabytes;
		const isLimited = this.isTooMuch(own, megabytesPerDay);
		const mayStay = isEnded || isLimited || isNeverLoud(campaign, phone);
		if (state === 'notSent' && !mayStay) say(`it was never sent, and the piece is ${status}`);
	}
}

function isBad(kind: CampaignScenario['rows'][number]['kind']): boolean {
	return kind === 'unread' || kind === 'badInput';
}
