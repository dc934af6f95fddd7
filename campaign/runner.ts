import {
	atOnce,
	clockMarginMs,
	dueAt,
	endOf,
	leaseMs,
	standingOf,
	stepMs,
	stopping,
} from './piece';
import { dayOf } from './dayLimit';
import { plus, Results } from './results';
import { storedTotals, totalsOf, type Totals } from './totals';
import type { Campaign, Piece, Runner, Write } from './types';
import { wrongOf, type WrongCell } from './wrongCells';

/**
 * One runner at a time sends for all campaigns. Its row holds a lease and what it has taken: pieces are named there before
 * anything of them is sent. Each write of the row names the token it has read, so that who comes late matches nothing. Where
 * a piece that was taken wasn't saved, the next one looks up each of its rows that isn't sent.
 */
interface Taken {
	id: number;
	/** Of the piece as it was read, and as the step saves it. */
	stamp: string;
	token: string;
	/** When the step began. */
	at: number;
}

/** So long a run goes on, a little less than six of the schedule's ten seconds: then the next run takes over at once. */
const runMs = 59_500;
/** A step that would be shorter isn't worth its reads. */
const shortestStepMs = 1_000;
/** So many rows and pieces are taken first; twice as many as the last step has done are taken next. */
const firstRows = 1_000;
const firstPieces = 2;
const mostPieces = 20;
/** So long a campaign is left alone at most: somebody may have changed its row by hand. */
const longestWaitMs = 900_000;

/** How a run stands between two of its steps. */
export interface Last {
	/** As the last step leaves it. */
	runner: Runner;
	/** How many rows it has sent or looked up. */
	rows: number;
	/** When it ended, Unix milliseconds. */
	ended: number;
	/** What was read back of the pieces it saved. */
	saved: Pick<Piece, 'id' | 'stamp'>[];
}

/** What is read before a step. */
export interface RunInput {
	/** As it was read, where a run begins. */
	runner: Runner;
	/** Missing where a run begins. */
	last?: Last;
	/** Those that are due. */
	campaigns: Campaign[];
	/** Where a run begins all of these campaigns; later those that are due. */
	pieces: Piece[];
	/** What is wrong with any cell of these. */
	wrong: WrongCell[];
	/** A new one. */
	token: string;
	/** When the run began, Unix milliseconds. */
	started: number;
	/** Of days. */
	zone: string;
}

/** A piece to work on; `lostAt`: when rows of it may have been sent that nobody saved. */
export interface Work {
	piece: Piece;
	lostAt?: number;
}

/** A change of a campaign's row. Only the owner of the lease makes it: who comes late knows nothing of what has left since. */
export interface CampaignChange {
	campaign: Campaign;
	set: Write['set'];
	/** Where a run begins: its figures, and when it's due again. */
	totals?: Totals;
	dueAt?: string;
}

/** The next step of a run. */
export interface NextStep {
	/** Takes the lease, or gives it back. */
	runner?: Write;
	/** To write with the step. */
	campaigns: CampaignChange[];
	work: Work[];
	/** Of the step, Unix milliseconds: when it began to read, and when nothing is sent any more. */
	began: number;
	until: number;
}

/** Whether another worker may still send. */
export function isHeld({ leaseUntil }: Runner, now: number): boolean {
	return Date.parse(leaseUntil) >= now - clockMarginMs;
}

/** Chooses what a run does next. Without work it gives the lease back, and ends. */
export function nextStep(input: RunInput, now: number, random: () => number): NextStep {
	const { runner: read, last, token, started, zone } = input;
	const began = last?.ended ?? started;
	const until = Math.min(began + stepMs, started + runMs);
	const none: NextStep = { campaigns: [], work: [], began, until };
	if (!last && isHeld(read, now)) return none;
	const runner = ofDay(last?.runner ?? read, dayOf(now, zone));
	const written = (taken: Taken[], leaseUntil: string, dayMb = runner.dayMb) => {
		const set = { taken: JSON.stringify(taken), leaseUntil, token, day: runner.day, dayMb };
		return { where: { id: runner.id, token: runner.token }, set };
	};
	const taken = JSON.parse(runner.taken) as Taken[];
	const isLate = now > started + runMs - shortestStepMs;
	if (!last && isLate) return { ...none, runner: written(taken, atOnce) };
	const own = taken.filter((entry) => last && entry.token === runner.token);
	const unsaved = own.filter((entry) => !isSaved(entry, last));
	const others = taken.filter((entry) => !own.includes(entry));
	const left = last ? { lost: [], kept: others, addedMb: 0 } : lostOf(taken, input);
	// Somebody has changed a piece meanwhile: the next run reads it anew.
	const isOver = isLate || unsaved.length > 0;
	const chosen = isOver ? none : { ...none, ...choose(input, left, now, random) };
	const dayMb = Math.max(0, plus(runner.dayMb, left.addedMb));
	if (chosen.work.length === 0 && chosen.campaigns.length === 0) {
		return { ...none, runner: written([...left.kept, ...unsaved], atOnce, dayMb) };
	}
	const next = chosen.work.map(({ piece: { id, stamp }, lostAt }) => {
		return { id, stamp, token, at: lostAt ?? began };
	});
	const leaseUntil = new Date(began + leaseMs).toISOString();
	return { ...chosen, runner: written([...left.kept, ...next], leaseUntil, dayMb) };
}

/** Where another day has begun, nothing is given on it yet. */
function ofDay(runner: Runner, day: string): Runner {
	return runner.day === day ? { ...runner } : { ...runner, day, dayMb: 0 };
}

function isSaved({ id, token }: Taken, last: Last | undefined): boolean {
	return last?.saved.some((piece) => piece.id === id && piece.stamp === token) ?? false;
}

interface Left {
	lost: (Work & { lostAt: number })[];
	/** What can't be read now, and may have been sent. */
	kept: Taken[];
	/** MB of the day that the last runner had saved with its pieces alone. */
	addedMb: number;
}

/** What the last runner has left behind. */
function lostOf(taken: Taken[], { pieces, campaigns }: RunInput): Left {
	const byId = new Map(pieces.map((piece) => [piece.id, piece]));
	const plans = new Set(campaigns.map(({ planId }) => planId));
	const left: Left = { lost: [], kept: [], addedMb: 0 };
	for (const entry of taken) {
		const piece = byId.get(entry.id);
		if (!piece || !plans.has(piece.planId)) {
			left.kept.push(entry);
			continue;
		}
		if (piece.stamp !== entry.stamp) left.addedMb = plus(left.addedMb, piece.stepMb);
		if (piece.stamp !== entry.token) left.lost.push({ piece, lostAt: entry.at });
	}
	return left;
}

/** Ends or stops campaigns, and takes pieces of the others: what was lost first, then about as much as two seconds need. */
function choose(
	input: RunInput,
	{ lost }: Left,
	now: number,
	random: () => number,
): Pick<NextStep, 'campaigns' | 'work'> {
	const { campaigns, pieces, wrong, last } = input;
	const chosen: Pick<NextStep, 'campaigns' | 'work'> = { campaigns: [], work: [...lost] };
	const lostIds = new Set(lost.map(({ piece }) => piece.id));
	let room = Math.max(firstRows, 2 * (last?.rows ?? 0));
	let left = mostAfter(last);
	for (const campaign of inTurn(campaigns, random)) {
		const own = pieces.filter(({ planId }) => planId === campaign.planId);
		const problem = wrongOf(wrong, campaign);
		if (problem !== undefined) {
			const isRunning = campaign.status === 'running';
			if (isRunning) chosen.campaigns.push({ campaign, set: stopping('pause', problem) });
			continue;
		}
		const open = own.filter(({ status, id }) => status === 'open' && !lostIds.has(id));
		const wanted = wantedOf(campaign, open, now);
		const isDone = wanted.length === 0 && own.every(({ id }) => !lostIds.has(id));
		if (!last) chosen.campaigns.push(changeAtBegin(campaign, own, { wanted, isDone }, now));
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
	{ wanted, isDone }: { wanted: Piece[]; isDone: boolean },
	now: number,
): CampaignChange {
	const set = (isDone ? endOf(campaign, now) : undefined) ?? {};
	const totals = totalsOf(own, storedTotals(campaign)?.pace);
	return { campaign, set, totals, dueAt: dueAgain(campaign, wanted, now) };
}

/** How many pieces a step takes. Where reading them took all of its time, the next one takes a single one. */
function mostAfter(last: Last | undefined): number {
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
	const isUnsure = (piece: Piece) => new Results(piece).unsure.length > 0;
	const unsure = open.filter(isUnsure);
	if (standingOf(campaign, now) === 'sending') {
		return [...unsure, ...open.filter((piece) => !isUnsure(piece))];
	}
	return unsure;
}

/** About how many rows of it a step sends. */
function rowsIn({ rowsPerSecond }: Campaign, { notSent, doubts }: Piece): number {
	if (notSent === 0) return Object.keys(JSON.parse(doubts) as object).length;
	const most = rowsPerSecond === 0 ? Infinity : Math.ceil((rowsPerSecond * stepMs) / 1000);
	return Math.min(notSent, most);
}

/** When a campaign is looked at again that has nothing to do now. */
function dueAgain(campaign: Campaign, wanted: Piece[], now: number): string {
	const { startAt, stopAt } = campaign;
	const times = wanted.map((piece) => Date.parse(piece.dueAt));
	if (standingOf(campaign, now) === 'waiting') times.push(Date.parse(startAt));
	if (stopAt !== null && now < Date.parse(stopAt)) times.push(Date.parse(stopAt));
	return dueAt(Math.min(now + longestWaitMs, ...times));
}
