import { nextStep, type Last, type NextStep } from '../../../campaign/runner';
import type { Order } from '../../../campaign/giving';
import { takeStep } from '../../../campaign/step';
import type { Campaign, Piece } from '../../../campaign/types';
import { changeItem } from '../../../nodes/MobileDataCampaign/stored';
import {
	readAll,
	readCampaign,
	readPiece,
	readRunner,
} from '../../../nodes/MobileDataCampaign/tables';
import type { Platform } from './platform';
import type { Process } from './process';
import { limitZone } from './scenario';
import type { Store, StoreCondition } from './store';

/** So many pieces are read of a campaign, but where a run begins. */
const mostRead = 20;

/** Also where the status can't be read. */
const isOpen: StoreCondition[] = [
	['status', 'neq', 'done'],
	['status', 'neq', 'held'],
];

/** An execution of the workflow, node by node, on one of the processes. */
export class Run {
	private readonly started: number;
	private last?: Last;

	constructor(
		private readonly store: Store,
		private readonly platform: Platform,
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
	private async next(stored: object): Promise<boolean> {
		const { store, process, last, started, random } = this;
		const due: StoreCondition = ['dueAt', 'lte', iso(process.now())];
		const active = await store.get(process.store, 'campaigns', [['active', 'eq', true], due]);
		const read = await this.piecesOf(active);
		const { rows: campaigns } = readAll(readCampaign, active);
		const { rows: pieces, wrong } = readAll(readPiece, read);
		const token = this.token();
		const runner = readRunner(stored);
		const input = { runner, last, campaigns, pieces, wrong, token, started, zone: limitZone };
		const next = nextStep(input, process.now(), random);
		if (!next.runner) return false;
		const [saved] = await store.update(process.store, 'runner', next.runner);
		if (next.work.length === 0 && next.campaigns.length === 0) return false;
		return saved?.token === token && (await this.send(next, campaigns, saved));
	}

	/** Where a run begins all pieces of the campaigns, else those that are due; those with the fewest rows to send first. */
	private async piecesOf(campaigns: Campaign[]): Promise<Piece[]> {
		const { store, process, last } = this;
		const all: Piece[] = [];
		for (const { planId } of campaigns) {
			const own: StoreCondition = ['planId', 'eq', planId];
			const due: StoreCondition = ['dueAt', 'lte', iso(process.now())];
			const conditions = last ? [own, ...isOpen, due] : [own];
			const limit = last ? mostRead : Infinity;
			all.push(
				...(await store.get(process.store, 'pieces', conditions, { orderBy: 'notSent', limit })),
			);
		}
		return all;
	}

	private async send(next: NextStep, campaigns: Campaign[], runner: object): Promise<boolean> {
		const { store, process, platform, started } = this;
		const { work, until } = next;
		const lists = [];
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
		const changes = next.campaigns;
		const input = {
			runner: read,
			campaigns,
			changes,
			work,
			lists,
			optOuts,
			until,
			zone: limitZone,
		};
		const sender = { token, process, started };
		const give = async (order: Order) => await platform.give(order, sender);
		const step = await takeStep(input, process.now, give);
		for (const change of step.campaigns) {
			await store.update(process.store, 'campaigns', changeItem(change));
		}
		const saved: Piece[] = [];
		for (const write of step.pieces) {
			saved.push(...(await store.update(process.store, 'pieces', write)));
		}
		this.last = { runner: step.runner, rows: step.rows, ended: step.ended, saved };
		return true;
	}
}

const iso = (time: number) => new Date(time).toISOString();
