import { nextRunnerStep, type NextStep } from '../../../campaign/runner';
import type { Order } from '../../../campaign/giving';
import { takeStep, type StepInput, type StepResult } from '../../../campaign/step';
import type { Campaign, Piece, Row, StoredList } from '../../../campaign/types';
import type { LastStep, PieceToDo } from '../../../campaign/work';
import { changeItem } from '../../../nodes/MobileDataCampaign/stored';
import {
	readCampaign,
	readPiece,
	readRunner,
	stopsOf,
} from '../../../nodes/MobileDataCampaign/tables';
import { longestRun } from './model';
import { wrongPause, type Given } from './failing';
import type { Giving } from './platform';
import type { Process } from './process';
import { readRows } from './reading';
import { limitZone } from './scenario';
import type { Store, StoreCondition } from './store';

/** So many pieces are read of a campaign, except at the begin of a run. */
const mostRead = 20;

/** Of steps that do nothing with a piece: a slow database may leave no time for its rows. */
const mostIdle = 12;

/** Also a piece with a status that can't be read. */
const isOpen: StoreCondition[] = [
	['status', 'neq', 'done'],
	['status', 'neq', 'held'],
];

/** How the workflow reads all pieces. */
const isFilled: StoreCondition = ['dueAt', 'lte', '9'];

/** An execution of the workflow, node by node, on one of the processes. */
export class Run {
	private readonly started: number;
	private last?: LastStep;
	/** So many steps in a row have done nothing with a piece. */
	private readonly idle = new Map<number, number>();

	constructor(
		private readonly store: Store,
		private readonly platform: Giving,
		private readonly process: Process,
		private readonly random: () => number,
		/** A new one each time. */
		private readonly token: () => string,
	) {
		this.started = process.now();
	}

	async run(): Promise<void> {
		const { store, process } = this;
		// The workflow reads a free one alone, which spares reads; the code decides.
		const [stored] = await store.get(process.store, 'runner', [], { orderBy: 'id', limit: 1 });
		if (!stored) return;
		while (await this.next(stored));
	}

	/** @returns whether pieces were saved, which leads back to the first node */
	private async next(free: object): Promise<boolean> {
		const { store, platform, process, last, started, random } = this;
		const due: StoreCondition = ['dueAt', 'lte', iso(process.now())];
		const active = await store.get(process.store, 'campaigns', [['active', 'eq', true], due]);
		const read = await this.piecesOf(active);
		const { rows: campaigns, wrong: broken } = readRows(readCampaign, active);
		const { rows: pieces, wrong } = readRows(readPiece, read);
		const token = this.token();
		const [runner] = readRows(readRunner, [free]).rows;
		if (!runner) return false;
		const stored = { campaigns, stops: stopsOf(broken), pieces, wrong };
		const input = { ...stored, runner, last, token, started, zone: limitZone };
		const now = process.now();
		const next = nextRunnerStep(input, now, random);
		if (!next.runner) return false;
		if (next.work.length > 0 && now > started + longestRun) {
			platform.model.violate(`a run takes pieces ${now - started} ms after its start`);
			return false;
		}
		const [saved] = await store.update(process.store, 'runner', next.runner);
		if (next.work.length === 0 && next.changes.length === 0) return false;
		return saved?.token === token && (await this.send(next, campaigns, saved));
	}

	/** All pieces of the campaigns at the begin of a run, later those that are due; those with the fewest rows to send first. */
	private async piecesOf(campaigns: Campaign[]): Promise<Piece[]> {
		const { store, process, last } = this;
		const all: Piece[] = [];
		for (const { planId } of campaigns) {
			const own: StoreCondition = ['planId', 'eq', planId];
			const due: StoreCondition = ['dueAt', 'lte', iso(process.now())];
			const conditions = last ? [own, ...isOpen, due] : [own, isFilled];
			const limit = last ? mostRead : Infinity;
			all.push(
				...(await store.get(process.store, 'pieces', conditions, { orderBy: 'notSent', limit })),
			);
		}
		return all;
	}

	private async send(next: NextStep, campaigns: Campaign[], runner: object): Promise<boolean> {
		const { store, process, platform, started } = this;
		const { work, sendUntil, changes } = next;
		const lists: StoredList[] = [];
		for (const { piece } of work) {
			const own: StoreCondition[] = [
				['planId', 'eq', piece.planId],
				['number', 'eq', piece.number],
			];
			lists.push(...(await store.get(process.store, 'lists', own)));
		}
		const optOuts = (await store.get(process.store, 'optOuts', [])).map(({ phone }) => phone);
		const read = readRunner(runner);
		const { token } = read;
		const stored = { runner: read, campaigns, changes, work, lists, optOuts };
		const input = { ...stored, sendUntil, zone: limitZone };
		const sender = { token, process, started };
		const given: Given[] = [];
		const give = async (order: Order) => {
			const results = await platform.give(order, sender);
			for (const [n, row] of order.rows.entries()) {
				const result = results[n];
				if (result) given.push({ kind: order.kind, row, result });
			}
			return results;
		};
		// A step that has read for too long sends nothing, and says so on the campaign's page.
		const isLate = process.now() >= sendUntil;
		const step = await takeStep(input, process.now, give);
		this.checkPauses(input, step, given);
		for (const change of step.campaigns) {
			await store.update(process.store, 'campaigns', changeItem(change));
		}
		const saved: Piece[] = [];
		for (const write of step.pieces) {
			saved.push(...(await store.update(process.store, 'pieces', write)));
		}
		platform.model.saves(token);
		this.last = { ...step, saved };
		return isLate || !this.isIdle(work, step.rows);
	}

	/** A run that takes a piece again and again, and does nothing with it, keeps the database busy: it may do so for ever. */
	private isIdle(work: PieceToDo[], rows: number): boolean {
		let most = 0;
		for (const { piece } of work) {
			const steps = rows > 0 ? 0 : (this.idle.get(piece.id) ?? 0) + 1;
			this.idle.set(piece.id, steps);
			most = Math.max(most, steps);
		}
		if (most >= mostIdle) this.platform.model.violate(`${most} steps for nothing`);
		return most >= mostIdle;
	}

	/** Whether each campaign of a step pauses itself where it must. */
	private checkPauses({ work, lists }: StepInput, step: StepResult, given: Given[]): void {
		const isRefused = given.some(({ result }) => result.kind === 'refused');
		for (const { campaign, set } of step.campaigns) {
			if (!isRefused && set.status !== 'paused') continue;
			const pieces = work.flatMap(({ piece: { id, planId, number } }) => {
				const list = lists.find((one) => one.planId === planId && one.number === number);
				const write = step.pieces.find(({ where }) => where.id === id);
				if (planId !== campaign.planId || !list || !write) return [];
				const rows = JSON.parse(list.list) as Row[];
				const phones = new Set(rows.map(({ phone }) => phone));
				const own = given.filter(({ row }) => phones.has(row.phone));
				return [{ rows, given: own, set: write.set }];
			});
			const wrong = wrongPause({ campaign, pieces, set });
			if (wrong !== undefined) this.platform.model.violate(wrong);
		}
	}
}

const iso = (time: number) => new Date(time).toISOString();
