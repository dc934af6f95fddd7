import { atOnce } from '../../../campaign/piece';
import { countedInMonth, countGifts, firstDayOf } from '../../../campaign/otherGifts';
import { approvedNamesakes } from '../../../campaign/settings';
import { finished } from '../../../lists/turns';
import { readAll, readPiece } from '../../../nodes/MobileDataCampaign/tables';
import type { PlanInput } from '../../../campaign/plan';
import type { Campaign, Piece } from '../../../campaign/types';
import { Dice } from '../../../sandbox/dice';
import { promisesSettled, VirtualTime } from '../clock';
import type { Say } from '../network';
import { checkEnd } from './end';
import { Engine } from './engine';
import { Model } from './model';
import { isMoment } from './moments';
import { People, type Emptied } from './people';
import { Plans } from './plans';
import { Platform, type Giving } from './platform';
import { Process } from './process';
import { limitZone, type CampaignScenario, type Moment, type ProcessPlan } from './scenario';
import { Store, type Tables } from './store';
import { Truth } from './truth';
import { Workers } from './workers';

const minute = 60_000;
/** More than until the end of the month and some days. */
const longest = 38 * 86_400_000;
const tickMs = 10_000;

/**
 * Plays a campaign from its plan to its end, and compares what is stored with what the platform did.
 *
 * @param say hears the result of each gift and look-up, a line each
 * @returns how many were run
 * @throws Error that names each violation
 */
export async function simulateCampaign(scenario: CampaignScenario, say?: Say): Promise<number> {
	const time = new VirtualTime(longest, promisesSettled());
	return await time.run(async () => await new Simulation(scenario, time, say).play());
}

/** A process that never dies. */
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
	private readonly platform: Giving;
	private readonly people: People;
	private readonly truth: Truth;
	private readonly nextTo?: Truth;
	private readonly added?: Truth;
	private readonly workers: Workers;
	private readonly desk: Process;
	/** They look at each write of a table. */
	private readonly watchers = new Set<(written?: keyof Tables) => void>();
	private readonly plans: Plans;
	private actsLeft: number;
	/** The cell of the other campaign that is empty. */
	private broken?: Emptied;
	private isCheckedAgain = false;

	constructor(
		private readonly scenario: CampaignScenario,
		private readonly time: VirtualTime,
		say?: Say,
	) {
		const { seed, rows, dayShare, neighbor, added } = scenario;
		const dice = new Dice(seed);
		this.random = () => dice.next();
		const limit = Math.round(rows.reduce((sum, row) => sum + row.megabytes, 0) * dayShare);
		// Both have one limit, and the neighbor ends within a few days.
		const share = Math.round(
			(neighbor?.rows ?? []).reduce((sum, row) => sum + row.megabytes, 0) / 2,
		);
		const perDay = limit && Math.max(limit, share);
		this.truth = new Truth(rows, perDay);
		this.nextTo = neighbor && new Truth(neighbor.rows, perDay);
		const again = rows.filter((_, n) => added && n % added.each === 0);
		this.added = added && new Truth([...again, ...added.rows], perDay);
		const lists = [this.added, this.nextTo, this.truth];
		const planned = new Map(lists.flatMap((one) => [...(one?.planned ?? [])]));
		const now = () => time.monotonic();
		this.model = new Model(now, planned, this.isSteady(), this.isPrompt(), this.isFrozen());
		this.store = new Store(scenario.store, (...written) => {
			this.model.wrote(...written);
			for (const look of this.watchers) look(written[0]);
		});
		this.model.tables = this.store.tables;
		this.model.added = this.added?.planned;
		const refused = lists
			.flatMap((one) => one?.phonesOf('refused') ?? [])
			.filter((phone) => (this.truth.kindOf(phone) ?? 'refused') === 'refused');
		const Giver = scenario.network ? Engine : Platform;
		this.platform = new Giver(time, scenario, this.random, this.model, new Set(refused), say);
		this.plans = new Plans(scenario, () => time.now());
		this.people = new People(this.store, this.model);
		this.desk = new Process(time, steady, this.random);
		this.actsLeft = scenario.acts.length + (neighbor?.broken ? 1 : 0);
		this.workers = new Workers(scenario, time, this.store, this.platform, this.random, () =>
			this.idleMs(tickMs),
		);
	}

	/** Whether nothing but dead processes makes the campaign wait. */
	private isSteady(): boolean {
		const { strikes, acts, night, processes, dayShare, network } = this.scenario;
		if (dayShare > 0 || network) return false;
		// A step calls the database eight times before it gives, for two seconds in all.
		const isSlow = processes.some(
			({ slowEach, storeMs }) => slowEach < 1_000 || 8 * storeMs > 1_000,
		);
		return (
			strikes.length + acts.length === 0 && night.planAt === 0 && night.quiet[0] === '' && !isSlow
		);
	}

	private isPrompt(): boolean {
		const { processes, strikes, network } = this.scenario;
		if (network) return false;
		const dies = processes.some(({ deaths }) => deaths.length > 0);
		return !this.isFrozen() && !dies && strikes.every(({ fault }) => fault !== 'slow');
	}

	private isFrozen(): boolean {
		const { processes, strikes, network = [] } = this.scenario;
		const isHanging = strikes.some(({ fault }) => fault === 'hang');
		// A step whose look-ups time out takes longer than a lease (campaign/piece.ts).
		const isStuck = network.some(({ on, effect }) => {
			return effect.stuckMs ?? (on === 'read' && effect.isSilent);
		});
		return (
			isHanging ||
			isStuck ||
			processes.some(({ slowEach, slowMs }) => slowEach < 1_000 && slowMs > 3_000)
		);
	}

	async play(): Promise<number> {
		const { scenario, model, time, people, desk } = this;
		await time.sleep(scenario.night.planAt * minute);
		const beside = await this.startNeighbor();
		const id = await people.plan(desk, this.plans.of(this.truth), scenario.insert);
		// Neither of them has counted the other one's gifts of the month.
		const isAlone = scenario.namesake === undefined || scenario.added?.isMonthly;
		const own = isAlone ? id : await this.approveOneOf(id);
		if (own === id) await people.press(desk, id, 'approve');
		const working = this.workers.work();
		const breaking = this.breakNeighbor(beside);
		const adding = this.addRows(own);
		if (model.approvedAs(own)) await this.act(own);
		else this.actsLeft -= scenario.acts.length;
		await breaking;
		const more = await adding;
		if (more !== undefined) await this.finish(more);
		if (beside !== undefined) await this.endNeighbor(beside);
		this.workers.isOver = true;
		await working;
		// It was left off where something had gone wrong.
		if (model.violations.length > 0) throw new Error(model.violations.slice(0, 20).join('\n'));
		if (own !== id || scenario.insert === 'once') this.checkEnd(own, beside);
		else if (model.sentOf(id) > 0) model.violate('what was inserted badly was given');
		if (model.violations.length > 0) throw new Error(model.violations.slice(0, 20).join('\n'));
		return 1;
	}

	/** Two people approve two plans with one name, the second a moment later. @returns the plan that is approved, or still may be */
	private async approveOneOf(id: number): Promise<number> {
		const { people, desk, time, model, scenario } = this;
		const other = await people.plan(desk, this.plans.of(this.truth), 'once');
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

	private campaign(id: number): Campaign {
		const found = this.store.tables.campaigns.find((one) => one.id === id);
		if (!found) throw new Error(`There is no campaign ${id}`);
		return found;
	}

	/**
	 * Somebody adds rows to the campaign, by what is stored and shown at a moment. They're approved a moment later.
	 *
	 * @returns the ID of the added list
	 */
	private async addRows(id: number): Promise<number | undefined> {
		const { scenario, added, model, people, desk, store, time } = this;
		if (!added || !scenario.added || !model.approvedAs(id)) return undefined;
		await time.sleep(scenario.added.at);
		const { campaigns, pieces, lists } = structuredClone(store.tables);
		const { isMonthly, isCounted } = scenario.added;
		const namesakes = approvedNamesakes({ name: 'Spring' }, campaigns);
		const read = readAll(readPiece, pieces);
		const stored = { pieces: read.rows, lists };
		// Nothing is planned while a cell is wrong, or somebody has changed the name.
		if (read.wrong.length > 0 || namesakes.length === 0) return undefined;
		const own = { addsRows: !isMonthly, budget: 100_000, stopAt: null };
		const input = this.plans.of(added, isMonthly ? 'Winter' : 'Spring', own);
		if (isMonthly && !isCounted) return await this.planUncounted(input);
		if (isMonthly) {
			const inMonth = countedInMonth(campaigns, time.now(), limitZone);
			const day = firstDayOf(time.now(), limitZone);
			input.giftsOfMonth = finished(countGifts({ campaigns: inMonth, ...stored }, day));
		} else {
			input.members = finished(countGifts({ campaigns: namesakes, ...stored }, ''));
			const given = model.gifts.filter(({ name }) => name === 'Spring').map(({ row }) => row.phone);
			const before = [...input.givenBefore, ...this.truth.phonesOf('givenBefore')];
			input.givenBefore = new Set([...before, ...given]);
		}
		await time.sleep(500);
		const counted = namesakes.map(({ planId }) => planId);
		const more = await people.plan(desk, input, 'once', counted);
		await people.press(desk, more, 'approve');
		return more;
	}

	/** Somebody plans another campaign without this one's gifts of the month. @returns its ID, where it could be approved */
	private async planUncounted(input: PlanInput): Promise<number | undefined> {
		const { people, desk, model } = this;
		const other = await people.plan(desk, input, 'once');
		await people.press(desk, other, 'approve');
		if (model.approvedAs(other)) return other;
		await people.press(desk, other, 'cancel');
		return undefined;
	}

	/** The other campaign is approved first. @returns its ID */
	private async startNeighbor(): Promise<number | undefined> {
		const { people, desk, nextTo, scenario } = this;
		if (!nextTo || !scenario.neighbor) return undefined;
		const { rowsPerSecond } = scenario.neighbor;
		const own = { rowsPerSecond, giftsPerMonth: 0, stopAt: null, budget: 100_000 };
		const id = await people.plan(desk, this.plans.of(nextTo, 'Autumn', own), 'once');
		await people.press(desk, id, 'approve');
		return id;
	}

	/** Somebody empties a cell of the other campaign. */
	private async breakNeighbor(id: number | undefined): Promise<void> {
		const { broken } = this.scenario.neighbor ?? {};
		if (id === undefined || !broken) return;
		await this.time.sleep(broken.at);
		this.actsLeft -= 1;
		this.broken = this.people.emptyCell(this.campaign(id), broken.which);
	}

	/** The other campaign has stopped where a cell of a piece is wrong; when that is right again, it goes on. */
	private async endNeighbor(id: number): Promise<void> {
		const { time, model, people, broken } = this;
		const goesOn = () => {
			const { active, status } = this.campaign(id);
			const isWrong = broken?.table === 'pieces' && broken.row[broken.column] === null;
			return isWrong && active && status === 'running';
		};
		// A campaign is looked at each 15 minutes, though nothing of it is due.
		for (let tries = 0; goesOn() && tries < 20; tries++) await time.sleep(minute);
		if (goesOn()) model.violate('a cell of it is wrong, and it goes on');
		people.repair(this.campaign(id));
		this.broken = undefined;
		await this.finish(id);
	}

	/** People act; then they put things right until the campaign has ended. */
	private async act(id: number): Promise<void> {
		const { time, people, model } = this;
		await Promise.all(
			this.scenario.acts.map(async (act) => {
				await (typeof act.at === 'number' ? time.sleep(act.at) : this.until(act.at, id));
				model.news();
				const { alive } = this.workers;
				const process = alive[act.which % (alive.length + 1)] ?? this.desk;
				await Promise.race([people.act(act, process, id), process.death]);
				this.actsLeft -= 1;
			}),
		);
		await this.finish(id);
		people.repair(this.campaign(id));
	}

	private async finish(id: number): Promise<void> {
		const { time, people, model } = this;
		const began = time.monotonic();
		while (this.isOpen(id) && model.violations.length === 0) {
			await time.sleep(this.idleMs(minute));
			people.repair(this.campaign(id));
			const { status } = this.campaign(id);
			if (status === 'paused') await people.press(this.desk, id, 'resume');
			if (status === 'planned') await this.approveAgain(id);
			if (this.campaign(id).active || !this.isOpen(id)) continue;
			people.unfinished.delete(id);
			this.isCheckedAgain = true;
			await people.press(this.desk, id, 'checkAgain');
			if (time.monotonic() > began + 6 * 86_400_000) {
				return model.violate(`it doesn't end: ${JSON.stringify(this.campaign(id))}`);
			}
		}
	}

	/** Waits for a moment, for so long as a scenario takes. */
	private async until(what: Moment, id: number): Promise<void> {
		await new Promise<void>((resolve) => {
			const look = (written?: keyof Tables) => {
				if (!isMoment(what, this.store.tables, this.openPieces(id), written)) return;
				this.watchers.delete(look);
				this.time.after(100 * this.random(), resolve);
			};
			this.watchers.add(look);
			this.time.after(200_000, resolve);
			look();
		});
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
		// Somebody may have emptied the status.
		const isRest = ['draft', 'running', 'canceled', 'finished'].includes(status);
		return active || this.people.unfinished.has(id) || !isRest;
	}

	/** Skips the hours in which nothing is due and nobody acts: they cost time to simulate, and show nothing. */
	private idleMs(usual: number): number {
		if (this.actsLeft > 0) return usual;
		const due = this.store.tables.campaigns.flatMap((campaign) => {
			const { id, planId, active, status, dueAt } = campaign;
			if (!active) return [];
			// It's stopped until a person looks at it, or is about to; it isn't read where the cell is its own.
			if (id === this.broken?.row.id) return [];
			if (planId === this.broken?.row.planId) return status === 'running' ? [dueAt] : [];
			return status === 'running' ? this.openPieces(id).map((one) => one.dueAt) : [atOnce];
		});
		const idle = Math.min(...due.map((at) => Date.parse(at))) - this.time.now();
		return idle > 10 * minute && idle < Infinity ? idle - 2 * minute : usual;
	}

	private openPieces(id: number): Piece[] {
		const { planId } = this.campaign(id);
		return this.store.tables.pieces.filter((one) => one.planId === planId && one.status === 'open');
	}

	private checkEnd(id: number, beside: number | undefined): void {
		const { model, scenario, truth, nextTo } = this;
		const { tables } = this.store;
		checkEnd({ campaign: this.campaign(id), tables, truth, model });
		if (beside !== undefined && nextTo) {
			checkEnd({ campaign: this.campaign(beside), tables, truth: nextTo, model });
		}
		model.checkSteps();
		const isCalm =
			scenario.acts.length + scenario.strikes.length === 0 &&
			(scenario.network ?? []).length === 0 &&
			!this.isCheckedAgain &&
			!scenario.neighbor?.broken;
		const isAlive = scenario.processes.every(
			({ deaths, slowEach }) => deaths.length === 0 && slowEach === 1_000,
		);
		if (isCalm && isAlive && model.lookUps > 0) model.violate(`${model.lookUps} needless look-ups`);
	}
}
