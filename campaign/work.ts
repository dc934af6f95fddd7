import { groupedBy } from './grouped';
import { dueAt, changeAtEnd, standingOf, stepMs, stopping, waitMs } from './piece';
import { Results } from './results';
import { storedTotals, totalsOf, type Totals } from './totals';
import type { Campaign, Piece, Runner, Write } from './types';
import { wrongOf, type WrongCell } from './wrongCells';
import { phrase, type Phrase } from '../platform/say';

/** A piece to work on; `lostAt`: when a run took it without saving its results, Unix milliseconds. */
export interface PieceToDo {
	piece: Piece;
	lostAt?: number;
}

/** A change of a campaign's row. Only the owner of the lease writes it: a late run doesn't know what was sent since. */
export interface CampaignChange {
	campaign: Campaign;
	set: Write['set'];
	/** At the start of a run: the campaign's figures, and when it's due again. */
	totals?: Totals;
	dueAt?: string;
}

/** How a run stands between two of its steps. */
export interface LastStep {
	/** The runner's row as the step saved it. */
	runner: Runner;
	/** How many rows it sent or looked up. */
	rows: number;
	/** When it ended, Unix milliseconds. */
	ended: number;
	/** The pieces it saved, as they were read back. */
	saved: Pick<Piece, 'id' | 'stamp' | 'stepMb'>[];
}

/** The stored campaigns and pieces that work is chosen from. */
export interface StoredWork {
	/** Undefined at the start of a run. */
	last?: LastStep;
	/** The campaigns that are due. */
	campaigns: Campaign[];
	/** At the start of a run all pieces of these campaigns; later the due ones. */
	pieces: Piece[];
	/** Changes of the campaigns that can't be read. */
	stops: CampaignChange[];
	/** The cells of pieces that can't be read. */
	wrong: WrongCell[];
}

/** Rows and pieces of a run's first step; a later step takes twice as many as the last one did. */
const firstRows = 1_000;
const firstPieces = 2;
const maxPiecesOfStep = 20;
/** The longest time until a campaign is read again, because somebody may have changed its row by hand. */
const maxWaitMs = 900_000;

/**
 * Ends or pauses campaigns, and chooses pieces of the others: lost pieces first, then about two seconds of work.
 *
 * @param held unsaved pieces of an earlier run: only those in `lost` are taken
 */
export function chooseWork(
	input: StoredWork,
	lost: PieceToDo[],
	held: ReadonlySet<number>,
	now: number,
	random: () => number,
): { changes: CampaignChange[]; work: PieceToDo[] } {
	const { campaigns, pieces, stops, wrong, last } = input;
	const chosen: ReturnType<typeof chooseWork> = { changes: [...stops], work: [...lost] };
	const byPlan = groupedBy(pieces, ({ planId }) => planId);
	let rowsLeft = Math.max(firstRows, 2 * (last?.rows ?? 0));
	let piecesLeft = maxPieces(last);
	for (const campaign of slowestFirst(campaigns, random)) {
		const own = byPlan.get(campaign.planId) ?? [];
		const problem = wrongOf(wrong, campaign) ?? (last ? undefined : missingOf(campaign, own));
		if (problem !== undefined) {
			const isRunning = campaign.status === 'running';
			if (isRunning) chosen.changes.push({ campaign, set: stopping('pause', problem) });
			continue;
		}
		const open = own.filter(({ status, id }) => status === 'open' && !held.has(id));
		const wanted = wantedOf(campaign, open, now);
		const isHeld = own.some(({ id }) => held.has(id));
		if (!last) chosen.changes.push(changeAtBegin(campaign, own, { wanted, isHeld }, now));
		for (const piece of wanted.filter((one) => one.dueAt <= dueAt(now))) {
			if (rowsLeft <= 0 || piecesLeft <= 0) break;
			rowsLeft -= rowsIn(campaign, piece);
			piecesLeft -= 1;
			chosen.work.push({ piece });
		}
	}
	return chosen;
}

/** The problem of a campaign whose pieces weren't all found, such as pieces with an empty `dueAt`. */
function missingOf({ pieces }: Campaign, own: Piece[]): Phrase | undefined {
	if (own.length >= pieces) return undefined;
	return phrase`Only ${own.length} of its ${pieces} pieces are in mobile_data_pieces. Correct 'planId' and 'dueAt' of the others, or add them again.`;
}

/** Counts a campaign anew at the start of a run, and finishes or deactivates it if nothing is left to do. */
function changeAtBegin(
	campaign: Campaign,
	own: Piece[],
	{ wanted, isHeld }: { wanted: Piece[]; isHeld: boolean },
	now: number,
): CampaignChange {
	const isDone = wanted.length === 0 && !isHeld;
	const totals = totalsOf(own, storedTotals(campaign)?.pace);
	const set = (isDone ? changeAtEnd(campaign, totals.held, now) : undefined) ?? {};
	const longest = isHeld ? waitMs : maxWaitMs;
	return { campaign, set, totals, dueAt: dueAgain(campaign, wanted, now, longest) };
}

/** How many pieces a step takes: a single one after a step that spent its time on reading. */
function maxPieces(last: LastStep | undefined): number {
	if (!last) return firstPieces;
	return last.rows === 0 ? 1 : Math.min(maxPiecesOfStep, 2 * last.saved.length);
}

/** Slow campaigns first, which take little of a step; campaigns without a rate in random order. */
function slowestFirst(campaigns: Campaign[], random: () => number): Campaign[] {
	return campaigns
		.map((campaign) => ({ campaign, rate: campaign.rowsPerSecond || Infinity, place: random() }))
		.sort((one, other) =>
			one.rate === other.rate ? one.place - other.place : one.rate - other.rate,
		)
		.map(({ campaign }) => campaign);
}

/** The open pieces that need the runner; pieces with rows to look up first. */
function wantedOf(campaign: Campaign, open: Piece[], now: number): Piece[] {
	const toLookUp = open.filter((piece) => new Results(piece).toLookUp(Infinity).length > 0);
	const isSending = standingOf(campaign, now) === 'sending';
	return isSending ? [...new Set([...toLookUp, ...open])] : toLookUp;
}

/** About how many rows of a piece a step sends, or looks up. */
function rowsIn({ rowsPerSecond }: Campaign, { notSent, doubts }: Piece): number {
	if (notSent === 0) return Object.keys(JSON.parse(doubts) as object).length;
	const most = rowsPerSecond === 0 ? Infinity : Math.ceil((rowsPerSecond * stepMs) / 1000);
	return Math.min(notSent, most);
}

/** When a campaign is read again: as soon as a piece is due, it starts or it stops, at the latest after `longest` ms. */
function dueAgain(campaign: Campaign, wanted: Piece[], now: number, longest: number): string {
	const { startAt, stopAt } = campaign;
	const times = wanted.map((piece) => Date.parse(piece.dueAt));
	if (standingOf(campaign, now) === 'waiting') times.push(Date.parse(startAt));
	if (stopAt !== null && now < Date.parse(stopAt)) times.push(Date.parse(stopAt));
	return dueAt(Math.min(now + longest, ...times));
}
