import { groupedBy } from './grouped';
import { dueAt, endOf, standingOf, stepMs, stopping, waitMs } from './piece';
import { Results } from './results';
import { storedTotals, totalsOf, type Totals } from './totals';
import type { Campaign, Piece, Write } from './types';
import { wrongOf, type WrongCell } from './wrongCells';

/** A piece to work on; `lostAt`: when rows of it may have been sent that nobody saved. */
export interface Work {
	piece: Piece;
	lostAt?: number;
}

/** A change of a campaign's row. Only the owner of the lease makes it: who comes late knows nothing of what has left since. */
export interface CampaignChange {
	campaign: Campaign;
	set: Write['set'];
	/** At the beginning of a run: its figures, and when it's due again. */
	totals?: Totals;
	dueAt?: string;
}

/** The stored campaigns and pieces that work is chosen from. */
export interface StoredWork {
	/** Missing where a run begins. */
	last?: LastWork;
	/** Those that are due. */
	campaigns: Campaign[];
	/** At the beginning of a run all of these campaigns; later those that are due. */
	pieces: Piece[];
	/** The cells of these that are wrong. */
	wrong: WrongCell[];
}

/** How much the last step of a run did. */
export interface LastWork {
	/** How many rows it has sent or looked up. */
	rows: number;
	/** The pieces it saved, as they were read back. */
	saved: Pick<Piece, 'id' | 'stamp'>[];
}

/** So many rows and pieces are taken first; twice as many as the last step has done are taken next. */
const firstRows = 1_000;
const firstPieces = 2;
const mostPieces = 20;
/** So long a campaign is left alone at most: somebody may have changed its row by hand. */
const longestWaitMs = 900_000;

/**
 * Ends or stops campaigns, and takes pieces of the others: what was lost first, then about as much as two seconds need.
 *
 * @param held pieces that another run has taken, and nobody has saved: only those that are lost are taken
 */
export function chooseWork(
	input: StoredWork,
	lost: Work[],
	held: ReadonlySet<number>,
	now: number,
	random: () => number,
): { campaigns: CampaignChange[]; work: Work[] } {
	const { campaigns, pieces, wrong, last } = input;
	const chosen: ReturnType<typeof chooseWork> = { campaigns: [], work: [...lost] };
	const byPlan = groupedBy(pieces, ({ planId }) => planId);
	let room = Math.max(firstRows, 2 * (last?.rows ?? 0));
	let left = mostAfter(last);
	for (const campaign of inTurn(campaigns, random)) {
		const own = byPlan.get(campaign.planId) ?? [];
		const problem = wrongOf(wrong, campaign);
		if (problem !== undefined) {
			const isRunning = campaign.status === 'running';
			if (isRunning) chosen.campaigns.push({ campaign, set: stopping('pause', problem) });
			continue;
		}
		const open = own.filter(({ status, id }) => status === 'open' && !held.has(id));
		const wanted = wantedOf(campaign, open, now);
		const isHeld = own.some(({ id }) => held.has(id));
		if (!last) chosen.campaigns.push(changeAtBegin(campaign, own, { wanted, isHeld }, now));
		for (const piece of wanted.filter((one) => one.dueAt <= dueAt(now))) {
			if (room <= 0 || left <= 0) break;
			room -= rowsIn(campaign, piece);
			left -= 1;
			chosen.work.push({ piece });
		}
	}
	return chosen;
}

/** Counts a campaign anew where a run begins, and ends it where nothing is left to do. */
function changeAtBegin(
	campaign: Campaign,
	own: Piece[],
	{ wanted, isHeld }: { wanted: Piece[]; isHeld: boolean },
	now: number,
): CampaignChange {
	const isDone = wanted.length === 0 && !isHeld;
	const set = (isDone ? endOf(campaign, now) : undefined) ?? {};
	const totals = totalsOf(own, storedTotals(campaign)?.pace);
	const longest = isHeld ? waitMs : longestWaitMs;
	return { campaign, set, totals, dueAt: dueAgain(campaign, wanted, now, longest) };
}

/** How many pieces a step takes. After a step that had no time left once it had read them, the next takes a single one. */
function mostAfter(last: LastWork | undefined): number {
	if (!last) return firstPieces;
	return last.rows === 0 ? 1 : Math.min(mostPieces, 2 * last.saved.length);
}

/** Slow ones first, which take little of a step; the others in a random order. */
function inTurn(campaigns: Campaign[], random: () => number): Campaign[] {
	return campaigns
		.map((campaign) => ({ campaign, rate: campaign.rowsPerSecond || Infinity, place: random() }))
		.sort((one, other) =>
			one.rate === other.rate ? one.place - other.place : one.rate - other.rate,
		)
		.map(({ campaign }) => campaign);
}

/** The open pieces with something to do for the runner; those with rows to look up first. */
function wantedOf(campaign: Campaign, open: Piece[], now: number): Piece[] {
	const unsure = new Set(open.filter((piece) => new Results(piece).unsure.length > 0));
	const isSending = standingOf(campaign, now) === 'sending';
	return isSending ? [...new Set([...unsure, ...open])] : [...unsure];
}

/** About how many rows of it a step sends. */
function rowsIn({ rowsPerSecond }: Campaign, { notSent, doubts }: Piece): number {
	if (notSent === 0) return Object.keys(JSON.parse(doubts) as object).length;
	const most = rowsPerSecond === 0 ? Infinity : Math.ceil((rowsPerSecond * stepMs) / 1000);
	return Math.min(notSent, most);
}

/** When a campaign is looked at again that has nothing to do now. */
function dueAgain(campaign: Campaign, wanted: Piece[], now: number, longest: number): string {
	const { startAt, stopAt } = campaign;
	const times = wanted.map((piece) => Date.parse(piece.dueAt));
	if (standingOf(campaign, now) === 'waiting') times.push(Date.parse(startAt));
	if (stopAt !== null && now < Date.parse(stopAt)) times.push(Date.parse(stopAt));
	return dueAt(Math.min(now + longest, ...times));
}
