import { free, toLookUp } from '../../../campaign/batch';
import { dayOf } from '../../../campaign/dayLimit';
import { chooseWork, claimOne, type Claim, type Offer, type Work } from '../../../campaign/choose';
import type { Order } from '../../../campaign/decide';
import { takeStep } from '../../../campaign/step';
import type { Batch, Campaign, Write } from '../../../campaign/types';
import { campaignItem } from '../../../nodes/MobileDataCampaign/stored';
import type { Platform } from './platform';
import type { Process } from './process';
import { limitZone } from './scenario';
import type { Store } from './store';

/** So long a run claims batches. */
const runMs = 20_000;
/** So many open batches are read, of which one is claimed. */
const mostRead = 10;

/** What a node of the workflow gives on. */
type WorkOf<Kind> = Extract<Work, Kind>;

/** An execution of the workflow, node by node, on one of the processes. */
export class Run {
	private readonly started: number;

	constructor(
		private readonly store: Store,
		private readonly platform: Platform,
		private readonly process: Process,
		private readonly random: () => number,
		/** The ID of the execution. */
		private readonly id: string,
		/** A new one each time. */
		private readonly token: () => string,
	) {
		this.started = process.now();
	}

	private get runUntil(): number {
		return this.started + runMs;
	}

	async run(): Promise<void> {
		while (await this.next());
	}

	/** @returns whether a batch was saved, which leads back to the first node */
	private async next(): Promise<boolean> {
		const { store, process, runUntil, id: run } = this;
		const campaigns = await store.get(process.store, 'campaigns', [['active', 'eq', true]]);
		if (campaigns.length === 0) return false;
		const claims = await store.get(process.store, 'batches', [
			['status', 'eq', 'open'],
			['owner', 'neq', free],
			['owner', 'neq', toLookUp],
		]);
		const now = process.now();
		const choice = { campaigns, claims, run, runUntil, zone: limitZone };
		const work = chooseWork(choice, now, this.random);
		const day = dayOf(now, limitZone);
		const { batch, ended } = await (work.batch ? this.send(work, day) : this.claim(work.offers));
		if (ended) await this.saveCampaign(ended.campaign, ended.write);
		if (batch) await store.update(process.store, 'batches', batch);
		return batch !== undefined;
	}

	private async send(work: WorkOf<{ batch: Batch }>, day: string): Promise<Claim> {
		const { campaign, batch, claimed, claimedMb } = work;
		const { store, process, runUntil } = this;
		const [stored] = await store.get(process.store, 'lists', [
			['planId', 'eq', campaign.planId],
			['number', 'eq', batch.number],
		]);
		const optOuts = (await store.get(process.store, 'optOuts', [])).map(({ phone }) => phone);
		const batches = await store.get(process.store, 'batches', [['day', 'eq', day]]);
		const today = { day, zone: limitZone, batches, claimedMb };
		const input = { campaign, batch, claimed, today, list: stored?.list ?? '', optOuts, runUntil };
		const { id, owner } = batch;
		const sender = { campaign: campaign.id, batch: id, owner, process, started: this.started };
		const give = async (order: Order) => await this.platform.give(order, sender);
		const step = await takeStep(input, process.now, give);
		return { batch: step.batch, ended: step.campaign && { campaign, write: step.campaign } };
	}

	private async claim(offers: Offer[]): Promise<Claim> {
		const { store, process, id } = this;
		const left: Batch[] = [];
		for (const { campaign, notOwner } of offers) {
			const read = await store.get(
				process.store,
				'batches',
				[
					['planId', 'eq', campaign.planId],
					['status', 'eq', 'open'],
					['owner', 'neq', notOwner],
				],
				{ orderBy: 'leaseUntil', limit: mostRead },
			);
			left.push(...read);
		}
		const owner = `${id}.${this.token()}`;
		return claimOne({ offers, left, owner }, process.now(), this.random);
	}

	/** All columns that may change, as the node writes them. */
	private async saveCampaign(campaign: Campaign, write: Write): Promise<void> {
		const item = campaignItem(campaign, write).json as unknown as Write;
		await this.store.update(this.process.store, 'campaigns', item);
	}
}
