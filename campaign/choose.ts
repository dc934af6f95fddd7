import {
	claim,
	claimsIn,
	endOf,
	free,
	isClaimed,
	lanesOf,
	standingOf,
	waitsForFree,
} from './batch';
import { claimedMegabytes } from './dayLimit';
import type { Batch, Campaign, Write } from './types';

/** What a run of the workflow has read before each of its steps. */
export interface WorkInput {
	/** Those with `active`. */
	campaigns: Campaign[];
	/** All open batches that somebody has claimed. */
	claims: Batch[];
	/** Begins the tokens of this run's claims, and of no other one's. */
	run: string;
	/** When it stops to claim batches, Unix milliseconds. */
	runUntil: number;
	/** Of the days that limits count. */
	zone: string;
}

/** A batch that this run has claimed, or a campaign to claim one of. */
export type Work =
	| { campaign: Campaign; claimed: Batch[]; claimedMb: number; batch: Batch }
	| { campaign: Campaign; batch?: undefined; notOwner: string };

/** Whether they share the MB of a day. */
function areLimited(...campaigns: Campaign[]): boolean {
	return campaigns.every(({ megabytesPerDay }) => megabytesPerDay > 0);
}

/** No batch has this owner: a search that leaves it out leaves nothing out. */
const noOwner = '-';

/** How often a campaign that may send goes before all: the others have nothing but a few look-ups. */
const oftenSending = 0.8;

/** Chooses what a run does next; undefined where there is nothing, or its time is over. */
export function chooseWork(
	{ campaigns, claims, run, runUntil, zone }: WorkInput,
	now: number,
	random: () => number,
): Work | undefined {
	const claimedOf = (campaign: Campaign) => {
		const sharing = campaigns.filter((one) => one.id === campaign.id || areLimited(one, campaign));
		return claims.filter((batch) => sharing.some(({ planId }) => planId === batch.planId));
	};
	const batch = claims.find((one) => isClaimed(one) && one.owner.startsWith(`${run}.`));
	const own = batch && campaigns.find(({ planId }) => planId === batch.planId);
	if (own) {
		const others = claims.filter(({ id }) => id !== batch.id);
		const claimedMb = claimedMegabytes(others, now, zone);
		return { campaign: own, claimed: claimedOf(own), claimedMb, batch };
	}
	const hasRoom = (one: Campaign) => claimsIn(claimedOf(one), now) < lanesOf(one);
	const open = now > runUntil ? [] : campaigns.filter(hasRoom);
	const sending = open.filter((one) => standingOf(one, now) === 'sending');
	const isOften = sending.length > 0 && random() < oftenSending;
	const campaign = pick(isOften ? sending : open, random);
	return campaign && { campaign, notOwner: waitsForFree(campaign, now) ? noOwner : free };
}

/**
 * Claims one of the batches that are left, or ends a campaign without any; neither where no batch is due.
 *
 * @param left those that are due first, without the owner that the campaign's work leaves out
 */
export function claimOne(
	{ campaign, left, owner }: { campaign: Campaign; left: Batch[]; owner: string },
	now: number,
	random: () => number,
): { batch?: Write; campaign?: Write } {
	if (left.length === 0) return { campaign: endOf(campaign, left, now) };
	// What nobody has begun is left for the time when it may be sent.
	const isSending = standingOf(campaign, now) === 'sending';
	const wanted = isSending ? left : left.filter((one) => one.owner !== free);
	const claims = wanted.flatMap((one) => claim(one, owner, now) ?? []);
	return { batch: pick(claims, random) };
}

function pick<Item>(items: Item[], random: () => number): Item | undefined {
	return items[Math.floor(random() * items.length)];
}
