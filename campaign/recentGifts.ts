import { dayIn } from '../platform/figureWords';
import { LargeMap } from '../platform/largeMap';
import { campaignKey } from '../platform/reference';
import { maxShown, type Check } from './check';

/** A plan names the gifts of the 90 days before it. */
const recentMs = 90 * 86_400_000;

/** The last gift of a number. */
interface LastGift {
	/** '' for a gift of no stored campaign, such as one of another workflow. */
	campaign: string;
	/** Unix milliseconds; undefined where the platform shows no time. */
	at?: number;
}

/** The record of a gift at the platform. */
export interface ShownGift extends Pick<LastGift, 'at'> {
	phone: string;
	/** Without the part that tells runs apart (platform/reference.ts). */
	reference?: string;
}

/** The last gift of each number of a list, of the last 90 days, whichever workflow gave it. */
export class RecentGifts {
	private readonly last = new LargeMap<string, LastGift>();
	/** The names of campaigns by the key with which references of their gifts begin. */
	private readonly names: ReadonlyMap<string, string>;
	private readonly since: number;
	private readonly zone: string;

	/**
	 * @param numbers of the list: memory holds no others
	 * @param names of the stored campaigns
	 * @param zone of the days in words
	 */
	constructor(
		private readonly numbers: Pick<ReadonlySet<string>, 'has'>,
		names: string[],
		{ now, zone }: { now: number; zone: string },
	) {
		this.names = new Map(names.map((name) => [campaignKey(name), name]));
		this.since = now - recentMs;
		this.zone = zone;
	}

	/** Whether a plan names a gift: its number is in the list, and it's of the last 90 days or has no time. */
	isRecent({ phone, at }: ShownGift): boolean {
		return this.numbers.has(phone) && (at === undefined || at >= this.since);
	}

	/** Notes a gift; noting it again makes no difference. */
	add(gift: ShownGift): void {
		if (!this.isRecent(gift)) return;
		const { phone, reference = '', at } = gift;
		const before = this.last.get(phone);
		if (before && (before.at ?? 0) > (at ?? 0)) return;
		const name = reference.slice(0, -phone.length - 1);
		const isNamed = reference === `${name}-${phone}`;
		const own = isNamed ? this.names.get(campaignKey(name)) : undefined;
		this.last.set(phone, { campaign: own ?? '', ...(at !== undefined && { at }) });
	}

	lastOf(phone: string): LastGift | undefined {
		return this.last.get(phone);
	}

	/** The last gift of a number, as the reason for leaving it out; undefined without one. */
	reasonFor(phone: string): string | undefined {
		const gift = this.last.get(phone);
		if (!gift) return undefined;
		const where = gift.campaign === '' ? '' : ` in “${gift.campaign}”`;
		const day = gift.at === undefined ? '' : `, ${dayIn(this.zone, gift.at)}`;
		return `Got a gift${where}${day}`;
	}
}

/** Numbers by the campaign of their last gift. */
export class GiftCounter {
	private readonly counts = new Map<string, { rows: number; at: number }>();

	/** Counts a number, or some whose last gift is of one campaign. */
	add({ campaign, at = 0 }: LastGift, rows = 1): void {
		const before = this.counts.get(campaign) ?? { rows: 0, at: 0 };
		this.counts.set(campaign, { rows: before.rows + rows, at: Math.max(before.at, at) });
	}

	/** The largest count first; beyond the most campaigns that are stored, they are of none. */
	get groups(): Check['gotBefore'] {
		const all = [...this.counts].sort(([, one], [, other]) => other.rows - one.rows);
		const few = new GiftCounter();
		for (const [n, [campaign, { rows, at }]] of all.entries()) {
			few.add({ campaign: n < maxShown.campaigns ? campaign : '', at }, rows);
		}
		return [...few.counts].map(([campaign, { rows, at }]) => {
			return { campaign, rows, last: at === 0 ? '' : new Date(at).toISOString() };
		});
	}
}
