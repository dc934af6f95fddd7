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

/** A campaign to claim a batch of, and the owner whose batches aren't read for that. */
export interface Offer {
	campaign: Campaign;
	notOwner: string;
}

/** A batch that this run has claimed, or campaigns to claim one of: the first that has one due. */
export type Work =
	| { campaign: Campaign; claimed: Batch[]; claimedMb: number; batch: Batch }
	| { batch?: undefined; offers: Offer[] };

/** Whether they share the MB of a day. */
function areLimited(...campaigns: Campaign[]): boolean {
	return campaigns.every(({ megabytesPerDay }) => megabytesPerDay > 0);
}

/** No batch has this owner: a search that leaves it out leaves nothing out. */
const noOwner = '-';

/** How often the campaigns that may send come first: the others have nothing but a few look-ups. */
const oftenSending = 0.8;

/** Chooses what a run does next; there are no offers when its time is over. */
export function chooseWork(
	{ campaigns, claims, run, runUntil, zone }: WorkInput,
	now: number,
	random: () => number,
): Work {
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
	const isOften = random() < oftenSending;
	const shuffled = open
		.map((campaign) => ({ campaign, place: random() }))
		.sort((one, other) => one.place - other.place)
		.map(({ campaign }) => campaign);
	const isFirst = (campaign: Campaign) => isOften && standingOf(campaign, now) === 'sending';
	const ordered = [...shuffled.filter(isFirst), ...shuffled.filter((one) => !isFirst(one))];
	const offerOf = (campaign: Campaign) => ({
		campaign,
		notOwner: waitsForFree(campaign, now) ? noOwner : free,
	});
	return { offers: ordered.map(offerOf) };
}

/** What a claim writes: a batch, and the end of a campaign that has none left. */
export interface Claim {
	batch?: Write;
	ended?: { campaign: Campaign; write: Write };
}

/**
 * Claims one of the batches of the first campaign that has one due, and ends one that has none left.
 *
 * @param left of each campaign those that are due first, without the owner that its offer leaves out
 */
export function claimOne(
	{ offers, left, owner }: { offers: Pick<Offer, 'campaign'>[]; left: Batch[]; owner: string },
	now: number,
	random: () => number,
): Claim {
	const result: Claim = {};
	for (const { campaign } of offers) {
		const own = left.filter(({ planId }) => planId === campaign.planId);
		result.batch ??= pick(claimable(campaign, own, owner, now), random);
		const write = endOf(campaign, own, now);
		if (write) result.ended ??= { campaign, write };
	}
	return result;
}

/** Claims of a campaign's batches, where they're due. */
function claimable(campaign: Campaign, left: Batch[], owner: string, now: number): Write[] {
	// What nobody has begun is left for the time when it may be sent.
	const isSending = standingOf(campaign, now) === 'sending';
	const wanted = isSending ? left : left.filter((one) => one.owner !== free);
	return wanted.flatMap((one) => claim(one, owner, now) ?? []);
}

function pick<Item>(items: Item[], random: () => number): Item | undefined {
	return items[Math.floor(random() * items.length)];
}
