import { free, toLookUp } from '../../../campaign/batch';
import { dayOf } from '../../../campaign/dayLimit';
import { chooseWork, claimOne, type Claim, type Offer, type Work } from '../../../campaign/choose';
import type { Order } from '../../../campaign/decide';
import { takeStep } from '../../../campaign/step';
import type { Batch, Campaign, Write } from '../../../campaign/types';
import { readAll } from '../../../nodes/MobileDataCampaign/tables';
import { campaignItem } from '../../../nodes/MobileDataCampaign/stored';
import {
	readBatch,
	readCampaign,
	readClaimed,
	readGiven,
} from '../../../nodes/MobileDataCampaign/tables';
import type { Platform } from './platform';
import type { Process } from './process';
import { limitZone } from './scenario';
import type { Store, StoreCondition } from './store';

/** So long a run claims batches. */
const runMs = 20_000;
/** So many open batches are read, of which one is claimed. */
const mostRead = 10;

/** Also where the status can't be read. */
const isOpen: StoreCondition[] = [
	['status', 'neq', 'done'],
	['status', 'neq', 'held'],
];

/** What a node of the workflow gives on. */
type WorkOf<Kind> = Extract<Work<Batch>, Kind>;

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
		const active = await store.get(process.store, 'campaigns', [['active', 'eq', true]]);
		if (active.length === 0) return false;
		const claimed = await store.get(process.store, 'batches', [
			...isOpen,
			['owner', 'neq', free],
			['owner', 'neq', toLookUp],
		]);
		const now = process.now();
		const { rows: campaigns } = readAll(readCampaign, active);
		const counted = readAll(readClaimed, claimed);
		const choice = {
			campaigns,
			claims: counted.rows as Batch[],
			wrong: readAll(readBatch, claimed).wrong,
			run,
			runUntil,
			zone: limitZone,
		};
		const work = chooseWork(choice, now, this.random);
		const uncounted = counted.wrong[0]?.text;
		const day = dayOf(now, limitZone);
		const { batch, changed } = await (work.batch
			? this.send(work, day, uncounted)
			: this.claim(work.offers));
		if (changed) await this.saveCampaign(changed.campaign, changed.write);
		if (batch) await store.update(process.store, 'batches', batch);
		return batch !== undefined;
	}

	private async send(
		work: WorkOf<{ batch: Batch }>,
		day: string,
		uncounted?: string,
	): Promise<Claim> {
		const { campaign, batch, claimed, claimedMb } = work;
		const { store, process, runUntil } = this;
		const [stored] = await store.get(process.store, 'lists', [
			['planId', 'eq', campaign.planId],
			['number', 'eq', batch.number],
		]);
		const optOuts = (await store.get(process.store, 'optOuts', [])).map(({ phone }) => phone);
		const given = await store.get(process.store, 'batches', [['day', 'among', [day, null]]]);
		const { rows: batches, wrong } = readAll(readGiven, given);
		const why = uncounted ?? wrong[0]?.text;
		const today = { day, zone: limitZone, batches, claimedMb, uncounted: why };
		const input = { campaign, batch, claimed, today, list: stored?.list ?? '', optOuts, runUntil };
		const { id, owner } = batch;
		const sender = { campaign: campaign.id, batch: id, owner, process, started: this.started };
		const give = async (order: Order) => await this.platform.give(order, sender);
		const step = await takeStep(input, process.now, give);
		return { batch: step.batch, changed: step.campaign && { campaign, write: step.campaign } };
	}

	private async claim(offers: Offer[]): Promise<Claim> {
		const { store, process, id } = this;
		const stored: Batch[] = [];
		for (const { campaign, notOwner } of offers) {
			const read = await store.get(
				process.store,
				'batches',
				[['planId', 'eq', campaign.planId], ...isOpen, ['owner', 'neq', notOwner]],
				{ orderBy: 'leaseUntil', limit: mostRead },
			);
			stored.push(...read);
		}
		const { rows: left, wrong } = readAll(readBatch, stored);
		const owner = `${id}.${this.token()}`;
		return claimOne({ offers, left, wrong, owner }, process.now(), this.random);
	}

	/** All columns that may change, as the node writes them. */
	private async saveCampaign(campaign: Campaign, write: Write): Promise<void> {
		const item = campaignItem(campaign, write);
		await this.store.update(this.process.store, 'campaigns', item);
	}
}
