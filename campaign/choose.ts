import {
	claim,
	claimsIn,
	endOf,
	free,
	isClaimed,
	lanesOf,
	standingOf,
	stopping,
	waitsForFree,
} from './batch';
import { claimedMegabytes } from './dayLimit';
import type { Batch, Campaign, Write } from './types';
import { wrongOf, type WrongCell } from './wrongCells';

/** What limits need of a batch that somebody has claimed. */
type Claimed = Pick<Batch, 'id' | 'owner' | 'leaseUntil' | 'notSentMb'> & {
	/** Null where somebody emptied it: no campaign works on the batch then. */
	planId: string | null;
};

/** What a run of the workflow has read before each of its steps. */
export interface WorkInput<Claim extends Claimed> {
	/** Those with `active`. */
	campaigns: Campaign[];
	/** All open batches that somebody has claimed. */
	claims: Claim[];
	/** What is wrong with any cell of these. */
	wrong: WrongCell[];
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
	/** Why it has to stop: a cell is wrong. */
	problem?: string;
}

/** A batch that this run has claimed, or campaigns to claim one of: the first that has one due. */
export type Work<Claim extends Claimed> =
	| { campaign: Campaign; claimed: Claim[]; claimedMb: number; batch: Claim }
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
export function chooseWork<Claim extends Claimed>(
	{ campaigns, claims, wrong, run, runUntil, zone }: WorkInput<Claim>,
	now: number,
	random: () => number,
): Work<Claim> {
	const claimedOf = (campaign: Campaign) => {
		const sharing = campaigns.filter(
			(other) => other.id === campaign.id || areLimited(other, campaign),
		);
		return claims.filter((batch) => sharing.some(({ planId }) => planId === batch.planId));
	};
	const batch = claims.find((claimed) => isClaimed(claimed) && claimed.owner.startsWith(`${run}.`));
	const own = batch && campaigns.find(({ planId }) => planId === batch.planId);
	if (own && wrongOf(wrong, own) === undefined) {
		const others = claims.filter(({ id }) => id !== batch.id);
		const claimedMb = claimedMegabytes(others, now, zone);
		return { campaign: own, claimed: claimedOf(own), claimedMb, batch };
	}
	const hasRoom = (campaign: Campaign) => claimsIn(claimedOf(campaign), now) < lanesOf(campaign);
	const isOpen = (campaign: Campaign) =>
		wrongOf(wrong, campaign) !== undefined || hasRoom(campaign);
	const offered = now > runUntil ? [] : campaigns.filter(isOpen);
	const isOften = random() < oftenSending;
	const shuffled = offered
		.map((campaign) => ({ campaign, place: random() }))
		.sort((one, other) => one.place - other.place)
		.map(({ campaign }) => campaign);
	const isFirst = (campaign: Campaign) => isOften && standingOf(campaign, now) === 'sending';
	const ordered = [
		...shuffled.filter(isFirst),
		...shuffled.filter((campaign) => !isFirst(campaign)),
	];
	const offerOf = (campaign: Campaign) => ({
		campaign,
		notOwner: waitsForFree(campaign, now) ? noOwner : free,
		problem: wrongOf(wrong, campaign),
	});
	return { offers: ordered.map(offerOf) };
}

/** What a run claims from. */
export interface ClaimInput {
	offers: Pick<Offer, 'campaign' | 'problem'>[];
	/** Of each campaign those that are due first, without the owner that its offer leaves out. */
	left: Batch[];
	/** What is wrong with others of these. */
	wrong: WrongCell[];
	/** A new token. */
	owner: string;
}

/** What a claim writes: a batch, and a campaign that ends, because it has none left, or stops. */
export interface Claim {
	batch?: Write;
	changed?: { campaign: Campaign; write: Write };
}

/**
 * Claims one of the batches of the first campaign that has one due. It ends one that has none left, and stops one of which
 * a cell is wrong.
 */
export function claimOne(
	{ offers, left, wrong, owner }: ClaimInput,
	now: number,
	random: () => number,
): Claim {
	const result: Claim = {};
	for (const { campaign, problem = wrongOf(wrong, campaign) } of offers) {
		const own = left.filter(({ planId }) => planId === campaign.planId);
		const isWrong = problem !== undefined;
		if (!isWrong) result.batch ??= pick(claimable(campaign, own, owner, now), random);
		const write = isWrong ? stopOf(campaign, problem) : endOf(campaign, own, now);
		if (write) result.changed ??= { campaign, write };
	}
	return result;
}

/** Only one that runs goes on. */
function stopOf(campaign: Campaign, problem: string): Write | undefined {
	return campaign.status === 'running' ? stopping(campaign, 'pause', problem) : undefined;
}

/** Claims of a campaign's batches, where they're due. */
function claimable(campaign: Campaign, left: Batch[], owner: string, now: number): Write[] {
	// What nobody has begun is left for the time when it may be sent.
	const isSending = standingOf(campaign, now) === 'sending';
	const wanted = isSending ? left : left.filter((batch) => batch.owner !== free);
	return wanted.flatMap((batch) => claim(batch, owner, now) ?? []);
}

function pick<Item>(items: Item[], random: () => number): Item | undefined {
	return items[Math.floor(random() * items.length)];
}
