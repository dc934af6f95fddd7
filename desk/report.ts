import { standingLabels, standingOf } from '../campaign/piece';
import { readCheck, withoutCustomers, type Check } from '../campaign/check';
import type { Button, rightOf } from '../campaign/change';
import { balanceOf, campaignFigures, type Amount, type CampaignFigures } from './figures';
import { count } from '../platform/figureWords';
import { endedBeforeMonth } from '../campaign/otherGifts';
import { outcomesOf, type Outcome } from '../campaign/outcomes';
import { countedReasons, problemReason } from './reasons';
import { approvalsOf, changesOf, hashOf, settingsOf } from '../campaign/seal';
import type { ApprovalRecord } from '../campaign/tableCells';
import type { Reason } from './sections';
import type { Piece, Campaign, Settings, StoredList } from '../campaign/types';
import { refusalOfWrong, textsOf, type WrongCell } from '../campaign/wrongCells';
import { say, translated } from '../platform/say';

/** The right that a key gives. */
export type Right = NonNullable<ReturnType<typeof rightOf>>;

/** A campaign at a moment. With the view key, no value of a customer is in it. */
export interface Report extends Settings, Amount, Omit<CampaignFigures, 'reasons'> {
	status: Campaign['status'];
	/** The status in words. */
	state: string;
	problem?: Reason;
	/** Cells that somebody changed in the tables, and that can't be read. */
	wrongCells: string[];
	/** Rows of the list that get nothing, and aren't among the others. */
	leftOut: number;
	isBalanced: boolean;
	balance: string;
	/** Most frequent first. */
	reasons: (Reason & { rows: number })[];
	/** The first rows that failed, where their lists were read. */
	failedRows: Outcome[];
	/** The time of this report. */
	at: string;
	plannedAt: string;
	approvedBy: string;
	approvedAt: string | null;
	/** All of them, the first one first. */
	approvals: ApprovalRecord[];
	finishedAt: string | null;
	/** The fingerprint that an approval covers. */
	hash: string;
	/** The check of the plan. */
	check?: Check;
	/** The differences to the approved plan, in words. */
	changes: string[];
	/** The buttons for a person with the control key. */
	buttons: Button[];
}

export interface ReportInput {
	campaign: Omit<Campaign, 'id'>;
	/** Pieces with failed rows, and their lists. */
	failed?: { pieces: Piece[]; lists: StoredList[] };
	/** Of pieces and lists that can't be read. */
	wrong?: WrongCell[];
	/** Unix milliseconds. */
	now: number;
	/** The workflow's. */
	zone: string;
}

/** @param right with the view key, no value of a customer is in it */
export function reportOf(input: ReportInput, right: Right = 'view'): Report {
	const { campaign, failed, wrong = [], now } = input;
	const { status, rows, megabytes, leftOut, problem } = campaign;
	const { plannedAt, approvedBy, approvedAt, finishedAt } = campaign;
	const { reasons, ...figures } = campaignFigures(campaign, now);
	const isControl = right === 'control';
	return {
		...settingsOf(campaign),
		rows,
		megabytes,
		leftOut,
		check: checkFor(campaign, isControl),
		status,
		state: stateOf(campaign, figures, now),
		...figures,
		...(problem !== '' && { problem: problemReason(problem, isControl) }),
		wrongCells: textsOf(wrong),
		...balanceOf(campaign, figures.results),
		reasons: countedReasons(reasons, isControl),
		failedRows: isControl && failed ? failedIn(failed.pieces, failed.lists) : [],
		at: new Date(now).toISOString(),
		plannedAt,
		approvedBy,
		approvedAt,
		approvals: approvalsOf(campaign),
		finishedAt,
		hash: hashOf(campaign),
		changes: changesOf(campaign),
		buttons: shownButtons(input, figures).filter((button) => !refusalOfWrong(button, wrong)),
	};
}

/** The check of a plan, as a key may see it. @param withCustomers whether cells of the list are in it */
export function checkFor(stored: { check: string }, withCustomers: boolean): Check | undefined {
	const check = readCheck(stored);
	if (!check) return undefined;
	const { pools, service, ...more } = withCustomers ? check : withoutCustomers(check);
	const told = (words: string) => problemReason(words, withCustomers).words;
	const readPools = pools.map((pool) => {
		return pool.problem ? { ...pool, problem: told(pool.problem) } : pool;
	});
	return { ...more, pools: readPools, ...(service && { service: told(service) }) };
}

interface Ends {
	held: number;
	results: CampaignFigures['results'];
}

/** In words, what a campaign does, and what of its rows asks for a person. */
export function stateOf(
	campaign: Omit<Campaign, 'id'>,
	{ held, results: { failed, inDoubt } }: Ends,
	now: number,
): string {
	const state = translated(standingLabels[standingOf(campaign, now)]);
	const isEnded = campaign.status === 'finished' || campaign.status === 'canceled';
	const ends = [
		held > 0 && campaign.status !== 'canceled' && say`${count(held, 'row')} held`,
		isEnded && failed.rows > 0 && failedOf(failed.rows, campaign.rows),
		isEnded && inDoubt.rows > 0 && say`${count(inDoubt.rows, 'row')} in doubt`,
	];
	return [state, ...ends.filter((end) => end !== false)].join(', ');
}

const failedOf = (failed: number, rows: number) =>
	failed === rows ? say`all rows failed` : say`${count(failed, 'row')} failed`;

/** So many failed rows are listed; the file has all. */
export const maxFailedShown = 20;

function failedIn(pieces: Piece[], lists: StoredList[]): Outcome[] {
	const rows = [...outcomesOf(pieces, lists)].flat();
	const failed = rows.filter(({ state }) => state === 'failed');
	return failed.sort((one, other) => one.row - other.row).slice(0, maxFailedShown);
}

/** The buttons that lead to something; change.ts has the last word when one is pressed. */
function shownButtons(
	{ campaign, now, zone }: ReportInput,
	figures: Omit<CampaignFigures, 'reasons'>,
) {
	const { status, stopAt } = campaign;
	const isChanged = changesOf(campaign).length > 0;
	const isPast = endedBeforeMonth(campaign, now, zone);
	const isPastStop = stopAt !== null && now >= Date.parse(stopAt);
	const isOpen = status === 'running' || status === 'paused' || status === 'finished';
	const isOngoing = status === 'planned' || status === 'running' || status === 'paused';
	const mayLookUp = isOpen || status === 'canceled';
	const isInDoubt = figures.results.inDoubt.rows > 0;
	const isShown: Record<Button, boolean> = {
		approve: status === 'planned' || (isOpen && isChanged && !isPast),
		resume: status === 'paused' && !isChanged,
		pause: status === 'running' && standingOf(campaign, now) !== 'stopped',
		retry: isOpen && figures.retriable > 0 && !isChanged && !isPastStop && !isPast,
		checkAgain: (isInDoubt || isLeft(campaign, figures)) && mayLookUp && !isPast,
		countGiven: isInDoubt && mayLookUp,
		countFailed: isInDoubt && mayLookUp,
		cancel: isOngoing || (status === 'finished' && figures.held > 0),
		changeBudget: isOngoing || (status === 'finished' && figures.held > 0 && !isPast),
		raiseDayLimit: isOngoing && campaign.megabytesPerDay > 0,
		addOptOut: isOngoing,
	};
	return (Object.keys(isShown) as Button[]).filter((button) => isShown[button]);
}

/** Whether rows are open that the runner doesn't look at any more. */
function isLeft(
	{ active, status }: Pick<Campaign, 'active' | 'status'>,
	{ held, results }: Ends,
): boolean {
	return !active && status === 'finished' && results.notSent.rows > held;
}
