import { standingLabels, standingOf, waitMs } from '../campaign/piece';
import { readCheck, withoutCustomers, type Check } from '../campaign/check';
import type { Button, rightOf } from '../campaign/change';
import { balanceOf, campaignFigures, type Balance, type CampaignFigures } from './figures';
import { idleWords, type StoredCampaign } from './deskCheck';
import { count } from '../platform/figureWords';
import { endedBeforeMonth } from '../campaign/otherGifts';
import { listOutcomes, type Outcome } from '../campaign/outcomes';
import { maxRowsListed } from './ranges';
import { countedReasons, problemReason } from './reasons';
import { approvalsOf, changesOf, hashOf, settingsOf } from '../campaign/seal';
import type { ApprovalRecord } from '../campaign/tableCells';
import { said, type Reason, type Tone } from './sections';
import type { Piece, Campaign, Settings, StoredList } from '../campaign/types';
import { refusalOfWrong, wrongCellTexts, type WrongCell } from '../campaign/wrongCells';
import { inRow, say, translated } from '../platform/say';

/** The right that a key gives. */
export type Right = NonNullable<ReturnType<typeof rightOf>>;

/** The columns of a campaign that a report shows as they are. */
const shownColumns = ['status', 'rows', 'megabytes', 'leftOut', 'plannedAt', 'finishedAt'] as const;

/** A campaign at a moment. With the view key, no value of a customer is in it. */
export interface Report
	extends
		Settings,
		Pick<Campaign, (typeof shownColumns)[number]>,
		Omit<CampaignFigures, 'reasons'>,
		Balance {
	/** That no run works on it, though it's due. */
	idle?: string;
	/** The status in words. */
	state: string;
	problem?: Reason;
	/** Cells that somebody changed in the tables, and that can't be read. */
	wrongCells: string[];
	/** Most frequent first. */
	reasons: (Reason & { rows: number })[];
	/** The first rows that failed, and the first ones in doubt, where their lists were read. */
	failedRows: Outcome[];
	inDoubtRows: Outcome[];
	/** The time of this report. */
	at: string;
	/** All of them, the first one first. */
	approvals: ApprovalRecord[];
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
	campaign: Omit<StoredCampaign, 'id'>;
	/** The pieces with failed rows or rows in doubt, and their lists. */
	listed?: { pieces: Piece[]; lists: StoredList[] };
	/** Of pieces and lists that can't be read. */
	wrong?: WrongCell[];
	/** Unix milliseconds. */
	now: number;
	/** The workflow's. */
	zone: string;
}

/** @param right with the view key, no value of a customer is in it */
export function reportOf(input: ReportInput, right: Right = 'view'): Report {
	const { campaign, listed, wrong = [], now } = input;
	const { problem, updatedAt } = campaign;
	const { reasons, ...figures } = campaignFigures(campaign, now);
	const idle = updatedAt !== undefined && idleWords([campaign], now);
	// Each step writes the campaign's row: without steps there's no pace.
	const isStill = updatedAt !== undefined && now - Date.parse(updatedAt) > waitMs;
	const isControl = right === 'control';
	const outcomes = isControl && listed ? outcomesIn(listed.pieces, listed.lists) : [];
	const columns = Object.fromEntries(shownColumns.map((name) => [name, campaign[name]]));
	return {
		...settingsOf(campaign),
		...(columns as Pick<Campaign, (typeof shownColumns)[number]>),
		check: checkFor(campaign, isControl),
		state: stateIn(campaign, figures, now),
		...figures,
		...(isStill && { speed: undefined }),
		...(idle && { idle }),
		...(problem !== '' && { problem: problemReason(problem, isControl) }),
		wrongCells: wrongCellTexts(wrong),
		...balanceOf(campaign, figures.results),
		reasons: countedReasons(reasons, isControl),
		failedRows: firstIn('failed', outcomes),
		inDoubtRows: firstIn('inDoubt', outcomes),
		at: new Date(now).toISOString(),
		approvals: approvalsOf(campaign),
		hash: hashOf(campaign),
		changes: changesOf(campaign).map(translated),
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

type Ends = Pick<CampaignFigures, 'held' | 'results'>;

/** In words, what a campaign does, and what of its rows asks for a person. */
export function stateIn(
	campaign: Omit<Campaign, 'id'>,
	{ held, results: { failed, inDoubt } }: Ends,
	now: number,
): string {
	const { status, rows } = campaign;
	const isEnded = status === 'finished' || status === 'canceled';
	const failedWords =
		failed.rows === rows ? say`all rows failed` : say`${count(failed.rows, 'row')} failed`;
	const parts = said(
		translated(standingLabels[standingOf(campaign, now)]),
		held > 0 && status !== 'canceled' && say`${count(held, 'row')} held`,
		isEnded && failed.rows > 0 && failedWords,
		isEnded && inDoubt.rows > 0 && say`${count(inDoubt.rows, 'row')} in doubt`,
	);
	return inRow(parts);
}

/** Whether a campaign waits for a person: to be planned, approved or resumed, or because something holds it up. */
export function isWaiting({ status }: Pick<Campaign, 'status'>, isHeldUp: boolean): boolean {
	if (status === 'running') return isHeldUp;
	return status !== 'finished' && status !== 'canceled';
}

/** How the state of a campaign looks. */
export function toneOf(
	campaign: Pick<Campaign, 'status'>,
	{ results: { failed, inDoubt } }: Pick<Ends, 'results'>,
	isHeldUp: boolean,
): Tone {
	if (campaign.status !== 'running' && failed.rows + inDoubt.rows > 0) return 'error';
	return isWaiting(campaign, isHeldUp) ? 'warning' : 'plain';
}

function outcomesIn(pieces: Piece[], lists: StoredList[]): Outcome[] {
	const rows = [...listOutcomes(pieces, lists)].flat();
	return rows.sort((one, other) => one.row - other.row);
}

function firstIn(state: Outcome['state'], sorted: Outcome[]): Outcome[] {
	return sorted.filter((outcome) => outcome.state === state).slice(0, maxRowsListed);
}

/** The buttons that lead to something; change.ts has the last word when one is pressed. */
function shownButtons(
	{ campaign, now, zone }: ReportInput,
	{ held, results, retriable }: Ends & Pick<CampaignFigures, 'retriable'>,
) {
	const { status, stopAt } = campaign;
	const isChanged = changesOf(campaign).length > 0;
	const isPast = endedBeforeMonth(campaign, now, zone);
	const isPastStop = stopAt !== null && now >= Date.parse(stopAt);
	const isOpen = status === 'running' || status === 'paused' || status === 'finished';
	const isOngoing = status === 'planned' || status === 'running' || status === 'paused';
	const mayLookUp = isOpen || status === 'canceled';
	const isInDoubt = results.inDoubt.rows > 0;
	const isHeld = status === 'finished' && held > 0;
	// Rows that the runner doesn't look at any more.
	const isLeft = !campaign.active && status === 'finished' && results.notSent.rows > held;
	const isShown: Record<Button, boolean> = {
		approve: status === 'planned' || (isOpen && isChanged && !isPast),
		resume: status === 'paused' && !isChanged,
		pause: status === 'running' && standingOf(campaign, now) !== 'stopped',
		retry: isOpen && retriable > 0 && !isChanged && !isPastStop && !isPast,
		checkAgain: (isInDoubt || isLeft) && mayLookUp && !isPast,
		countGiven: isInDoubt && mayLookUp,
		countFailed: isInDoubt && mayLookUp,
		cancel: isOngoing || isHeld,
		changeBudget: isOngoing || (isHeld && !isPast),
		raiseDayLimit: isOngoing && campaign.megabytesPerDay > 0,
		addOptOut: isOngoing,
	};
	return (Object.keys(isShown) as Button[]).filter((button) => isShown[button]);
}
