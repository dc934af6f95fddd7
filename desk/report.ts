import { codeIn, isFinal } from '../platform/codes';
import { standingLabels, standingOf } from '../campaign/piece';
import { readCheck, type Check } from '../campaign/check';
import type { Button, rightOf } from '../campaign/change';
import { isQuiet, nextLoud } from '../campaign/quietHours';
import { groupedBy } from '../campaign/grouped';
import { count, number } from '../platform/figureWords';
import { isOver } from '../campaign/monthLimit';
import { plus } from '../campaign/results';
import { storedTotals, totalsOf } from '../campaign/totals';
import { approvalsOf, changesOf, hashOf, settingsOf, type ApprovalRecord } from '../campaign/seal';
import { endings, type Batch, type Campaign, type Ending, type Settings } from '../campaign/types';
import { withoutNumbers } from '../lists/withoutNumbers';
import { refusalOfWrong, textsOf, type WrongCell } from '../campaign/wrongCells';

/** What a key opens. */
export type Right = NonNullable<ReturnType<typeof rightOf>>;

interface Amount {
	rows: number;
	megabytes: number;
}

/** What is known of a campaign at a moment, for the page, for agents and for mails. No number of a customer. */
export interface Report extends Settings, Amount {
	status: Campaign['status'];
	/** The status in words. */
	state: string;
	/** How many rows are over the budget. */
	held: number;
	problem: string;
	/** What somebody changed in the tables so that it can't be read; its rows aren't among the figures. */
	wrongCells: string[];
	/** Rows that have ended, but for those in doubt. */
	done: number;
	results: Record<Ending, Amount>;
	/** Rows of the list that get nothing, and aren't among the others. */
	leftOut: number;
	/** Whether results and plan have the same sums. */
	isBalanced: boolean;
	balance: string;
	/** Most frequent first. */
	reasons: { reason: string; rows: number }[];
	/** Whether rows failed that can only fail again, and no other ones. */
	onlyFinal: boolean;
	/** Where customers live, by the first digits of their numbers or the zone of the list; most rows first. */
	places: ({ place: string; rows: number } & Record<Ending, number>)[];
	/** As the list names them; '' where it doesn't. */
	operators: ({ operator: string; rows: number } & Record<Ending, number>)[];
	/** What the last step found of the platform's pace, in words; '' before the first one. */
	pace: string;
	/** Rows that quiet hours hold now, and until when the first of them. */
	quiet?: { rows: number; until: string };
	plannedAt: string;
	approvedBy: string;
	approvedAt: string | null;
	/** All of them, the first one first. */
	approvals: ApprovalRecord[];
	finishedAt: string | null;
	/** What to approve. */
	hash: string;
	/** What a planner has to look at, for the page. */
	check?: Check;
	/** What differs from what was approved, in words. */
	changes: string[];
	/** What a person with the control key can do now. */
	buttons: Button[];
}

export interface ReportInput {
	campaign: Campaign;
	/** All that are stored of it, and can be read. */
	batches: Batch[];
	/** Of its other batches. */
	wrong?: WrongCell[];
	/** Unix milliseconds. */
	now: number;
	/** The workflow's. */
	zone: string;
}

export function reportOf(input: ReportInput): Report {
	const { campaign, batches, wrong = [], now } = input;
	const { status, rows, megabytes, leftOut, problem } = campaign;
	const { plannedAt, approvedBy, approvedAt, finishedAt } = campaign;
	const totals = totalsOf(batches);
	const results = Object.fromEntries(
		endings.map((ending) => [ending, { rows: totals[ending], megabytes: totals[`${ending}Mb`] }]),
	) as Report['results'];
	const quiet = quietOf(campaign, batches, now);
	return {
		...settingsOf(campaign),
		rows,
		megabytes,
		leftOut,
		check: readCheck(campaign),
		status,
		state: stateOf(campaign, totals.held, now),
		held: totals.held,
		problem: withoutNumbers(problem),
		wrongCells: textsOf(wrong),
		done: totals.rows - totals.notSent - totals.inDoubt,
		results,
		...balanceOf(campaign, results, wrong),
		reasons: reasonsOf(totals.reasons),
		onlyFinal: totals.failed > 0 && !isRetriable(totals),
		...byColumns(batches),
		pace: storedTotals(campaign)?.pace ?? '',
		...(quiet && { quiet }),
		plannedAt,
		approvedBy,
		approvedAt,
		approvals: approvalsOf(campaign),
		finishedAt,
		hash: hashOf(campaign),
		changes: changesOf(campaign),
		buttons: shownButtons(input, totals).filter((button) => !refusalOfWrong(button, wrong)),
	};
}

/** @param held how many rows are over the budget */
function stateOf(campaign: Campaign, held: number, now: number): string {
	const state = standingLabels[standingOf(campaign, now)];
	return held > 0 ? `${state}, ${count(held, 'row')} over the budget` : state;
}

function balanceOf({ rows, megabytes }: Campaign, results: Report['results'], wrong: WrongCell[]) {
	if (wrong.length > 0) {
		return { isBalanced: false, balance: 'Batches with a wrong cell are not among the figures.' };
	}
	const sums = { rows: 0, megabytes: 0 };
	for (const ending of endings) {
		sums.rows += results[ending].rows;
		sums.megabytes = plus(sums.megabytes, results[ending].megabytes);
	}
	const isBalanced = sums.rows === rows && sums.megabytes === megabytes;
	if (isBalanced) {
		return { isBalanced, balance: 'The figures balance: each planned row and MB counts once.' };
	}
	const [planned, counted] = [{ rows, megabytes }, sums].map(
		(figures) => `${number(figures.rows)} rows and ${number(figures.megabytes)} MB`,
	);
	const balance = `The figures don't balance: ${planned} were planned, and ${counted} are stored. Pause the campaign, and check that its batches are complete.`;
	return { isBalanced, balance };
}

/** By the platform's code; else by words: sentences that differ only in a number of a customer, or an address, are one. */
function reasonsOf(counted: Record<string, number>): Report['reasons'] {
	const reasons = new Map<string, number>();
	for (const [written, rows] of Object.entries(counted)) {
		const known = codeIn(written);
		const reason = known ? `${known.words} (${known.code})` : withoutNumbers(written);
		reasons.set(reason, (reasons.get(reason) ?? 0) + rows);
	}
	return [...reasons]
		.map(([reason, rows]) => ({ reason, rows }))
		.sort((one, other) => other.rows - one.rows);
}

function byColumns(batches: Batch[]): Pick<Report, 'places' | 'operators'> {
	const places = endsBy(batches, ({ place }) => place);
	const operators = endsBy(batches, ({ operator }) => operator);
	return {
		places: places.map(([place, figures]) => ({ place, ...figures })),
		operators: operators.map(([operator, figures]) => ({ operator, ...figures })),
	};
}

/** How the rows of batches that have something in common end, most rows first. */
function endsBy(batches: Batch[], keyOf: (batch: Batch) => string) {
	return [...groupedBy(batches, keyOf)]
		.map(([key, own]) => {
			const { rows, given, givenBefore, failed, inDoubt, optedOut, notSent } = totalsOf(own);
			return [key, { rows, given, givenBefore, failed, inDoubt, optedOut, notSent }] as const;
		})
		.sort(([, one], [, other]) => other.rows - one.rows);
}

/** What only quiet hours hold; a place where they never end is a problem instead. */
export function quietOf(campaign: Campaign, batches: Batch[], now: number): Report['quiet'] {
	if (standingOf(campaign, now) !== 'sending') return undefined;
	const held = batches.flatMap(({ status, place, notSent }) => {
		if (status !== 'open' || notSent === 0 || !isQuiet(campaign, place, now)) return [];
		const until = nextLoud(campaign, place, now);
		return until === undefined ? [] : [{ rows: notSent, until }];
	});
	if (held.length === 0) return undefined;
	const rows = held.reduce((sum, batch) => sum + batch.rows, 0);
	const until = Math.min(...held.map((batch) => batch.until));
	return { rows, until: new Date(until).toISOString() };
}

type Totals = ReturnType<typeof totalsOf>;

/** The buttons that lead to something; change.ts has the last word when one is pressed. */
function shownButtons({ campaign, batches, now, zone }: ReportInput, totals: Totals): Button[] {
	const { status, stopAt } = campaign;
	const isChanged = changesOf(campaign).length > 0;
	const isPast = isOver(campaign, now, zone);
	const isPastStop = stopAt !== null && now >= Date.parse(stopAt);
	const isOpen = status === 'running' || status === 'paused' || status === 'finished';
	const mayLookUp = isOpen || status === 'canceled';
	const isInDoubt = totals.inDoubt > 0;
	const isShown: Record<Button, boolean> = {
		approve: status === 'planned' || (isOpen && isChanged && !isPast),
		resume: status === 'paused' && !isChanged,
		pause: status === 'running' && standingOf(campaign, now) !== 'stopped',
		retry: isOpen && isRetriable(totals) && !isChanged && !isPastStop && !isPast,
		checkAgain: (isInDoubt || isLeft(campaign, batches)) && mayLookUp && !isPast,
		countGiven: isInDoubt && mayLookUp,
		countFailed: isInDoubt && mayLookUp,
		cancel: status === 'planned' || status === 'running' || status === 'paused',
	};
	return (Object.keys(isShown) as Button[]).filter((button) => isShown[button]);
}

/** Whether rows failed that may be given after a retry. */
function isRetriable({ failed, reasons }: Totals): boolean {
	const final = Object.entries(reasons).filter(([reason]) => isFinal(reason));
	return failed > final.reduce((sum, [, rows]) => sum + rows, 0);
}

/** Whether rows are open that the runner doesn't look at any more. */
function isLeft({ active, status }: Campaign, batches: Batch[]): boolean {
	return !active && status === 'finished' && batches.some((batch) => batch.status === 'open');
}
