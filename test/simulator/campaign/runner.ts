import {
	claim,
	claimsIn,
	dueIn,
	endOf,
	free,
	lanesOf,
	leftIn,
	writtenBatch,
} from '../../../campaign/batch';
import type { StepInput } from '../../../campaign/decide';
import { takeStep } from '../../../campaign/step';
import type { Batch, Campaign } from '../../../campaign/types';
import type { Platform } from './platform';
import type { Process } from './process';
import type { Store } from './store';

/** So long a run claims batches. */
const runMs = 20_000;
/** So many batches are read, of which one is claimed. */
const choice = 5;

/** A run of the workflow, node by node, on one of the processes. */
export class Run {
	private readonly runUntil: number;

	constructor(
		private readonly store: Store,
		private readonly platform: Platform,
		private readonly process: Process,
		private readonly random: () => number,
		/** A new token each time. */
		private readonly token: () => string,
	) {
		this.runUntil = process.now() + runMs;
	}

	/** @returns whether there was anything to do */
	async run(): Promise<boolean> {
		const { store, process } = this;
		const active = await store.get(process.store, 'campaigns', [['active', 'eq', true]]);
		const campaign = this.pick(active);
		if (!campaign) return false;
		let isBusy = false;
		while (process.now() <= this.runUntil && (await this.nextBatch(campaign.id))) isBusy = true;
		return isBusy;
	}

	private pick<Item>(items: Item[]): Item | undefined {
		return items[Math.floor(this.random() * items.length)];
	}

	/** Claims a batch and works on it. @returns whether there may be more */
	private async nextBatch(id: number): Promise<boolean> {
		const { store, process } = this;
		const campaign = await this.campaign(id);
		const due = await store.get(process.store, 'batches', dueIn(campaign, process.now()), choice);
		const batch = this.pick(due);
		if (!batch) {
			await this.end(campaign);
			return false;
		}
		const claimed = await this.claimed(campaign);
		if (claimsIn(claimed, process.now()) >= lanesOf(campaign)) return false;
		const write = claim(batch, this.token(), process.now());
		if (!write) return true;
		const own = writtenBatch(await store.update(process.store, 'batches', write), write);
		if (!own) return true;
		return await this.steps(id, own);
	}

	private async steps(id: number, claimed: Batch): Promise<boolean> {
		const { store, process } = this;
		const listed = await store.get(process.store, 'lists', [
			['campaign', 'eq', id],
			['number', 'eq', claimed.number],
		]);
		let batch: Batch | undefined = claimed;
		while (batch) {
			const { action, ...write } = await this.step(id, batch, listed[0]?.list ?? '');
			const rows = write.batch && (await store.update(process.store, 'batches', write.batch));
			if (write.campaign) await store.update(process.store, 'campaigns', write.campaign);
			batch = rows && write.batch && writtenBatch(rows, write.batch);
			if (action !== 'more') return ['done', 'release', 'postpone', 'hold'].includes(action);
		}
		return true;
	}

	private async step(id: number, batch: Batch, list: string) {
		const { store, process, runUntil } = this;
		const campaign = await this.campaign(id);
		const optOuts = (await store.get(process.store, 'optOuts', [])).map(({ phone }) => phone);
		const claimed = await this.claimed(campaign);
		const input: StepInput = { campaign, batch, list, optOuts, claimed, runUntil };
		const sender = { campaign: id, batch: batch.id, owner: batch.owner, process };
		return await takeStep(input, process.now, (order) => this.platform.give(order, sender));
	}

	private async campaign(id: number): Promise<Campaign> {
		const [campaign] = await this.store.get(this.process.store, 'campaigns', [['id', 'eq', id]]);
		if (!campaign) throw new Error(`There is no campaign ${id}`);
		return campaign;
	}

	private async claimed(campaign: Campaign): Promise<Batch[]> {
		if (campaign.rowsPerSecond === 0) return [];
		return await this.store.get(this.process.store, 'batches', [
			['campaign', 'eq', campaign.id],
			['status', 'eq', 'open'],
			['owner', 'neq', free],
		]);
	}

	private async end(campaign: Campaign): Promise<void> {
		const { store, process } = this;
		const left = await store.get(process.store, 'batches', leftIn(campaign, process.now()), 1);
		const write = endOf(campaign, left, process.now());
		if (write) await store.update(process.store, 'campaigns', write);
	}
}
