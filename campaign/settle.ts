import { changedSince, markLost, rowsToLookUp, type Decision } from './decide';
import type { GiveResult } from './giving';
import { atOnce, dueAt, waitMs, writeOf } from './piece';
import { plus, Results } from './results';
import type { Campaign, Piece, Write } from './types';
import type { Work } from './work';

/** After so many look-ups without an answer a person decides. */
const mostDoubts = 3;

/** A piece during a step. */
export interface Part extends Work {
	campaign: Campaign;
	list: string;
	decision?: Decision;
	/** MB that the step adds to the day; below 0 if look-ups find no gifts. */
	stepMb: number;
	/** The reason of each refused row; '' for each given one. */
	ended: string[];
}

/** A piece before and after a step, how it waits then, and the write that saves it. */
export interface Settled {
	part: Part;
	end: End;
	write: Write;
	after: Piece;
}

/** Decides how a piece waits after its step, and how it's saved. @param token of the step */
export function settle(part: Part, token: string, zone: string, now: number): Settled {
	const end = endOfPart(part, now);
	const write = writeOfPart(part, end, token, zone);
	return { part, end, write, after: { ...part.piece, ...write.set } };
}

/** Records the result of a row. @returns whether the row was sent or looked up */
export function apply(
	part: Part,
	row: number,
	result: GiveResult,
	day: string,
	now: number,
): boolean {
	const { decision, campaign } = part;
	if (!decision) return false;
	const { results, rows, kind } = decision;
	const megabytes = rows[row]?.megabytes ?? 0;
	const before = results.dateOf(row);
	const date = kind === 'give' ? day : before;
	// A gift that a look-up doesn't find gives its MB back, if they were counted on this day.
	const givenBackMb = kind === 'lookUp' && before === day ? -megabytes : 0;
	const sentMb = kind === 'give' ? megabytes : 0;
	if (result.kind === 'given') {
		results.set(row, 'given');
		results.setDate(row, campaign.giftsPerMonth > 0 ? (date ?? day) : undefined);
		part.stepMb = plus(part.stepMb, sentMb);
		part.ended.push('');
	} else if (result.kind === 'refused') {
		if (kind === 'give') part.ended.push(result.reason);
		results.set(row, 'failed', result.reason);
		part.stepMb = plus(part.stepMb, givenBackMb);
	} else if (result.kind === 'inDoubt') {
		const lookUps = (results.doubtOf(row)?.lookUps ?? 0) + 1;
		const at = new Date(now + waitMs).toISOString();
		results.set(row, 'inDoubt', result.reason, { lookUps, ...(lookUps < mostDoubts && { at }) });
		results.setDate(row, date);
		part.stepMb = plus(part.stepMb, sentMb);
	} else if (kind === 'lookUp' && result.kind === 'notSent' && !result.trouble) {
		results.set(row, 'notSent');
		part.stepMb = plus(part.stepMb, givenBackMb);
	}
	return result.kind !== 'notAsked' && (result.kind !== 'notSent' || kind === 'lookUp');
}

/** How a piece waits, and why: the reason is '' without trouble. */
export interface End {
	status: Piece['status'];
	dueAt: string;
	reason: string;
	isProblem?: boolean;
	stops?: 'pause' | 'void';
}

function endOfPart({ campaign, piece, decision }: Part, now: number): End {
	if (!decision) {
		const reason = changedSince([`piece ${piece.number} of the list was changed`]);
		return { status: 'open', dueAt: dueAt(now + waitMs), reason, stops: 'void' };
	}
	const { results, halt, positions } = decision;
	const why = { reason: '', ...halt };
	if (rowsToLookUp(results, now).length > 0) return { ...why, status: 'open', dueAt: atOnce };
	const due = Math.min(...results.awaiting.map(({ at }) => at));
	const isLeft = results.rowsIn('notSent').length > 0;
	if (due === Infinity && !isLeft) return { ...why, status: 'done', dueAt: atOnce };
	if (halt) {
		const status = halt.isHeld && due === Infinity ? 'held' : 'open';
		// Look-ups don't wait for a halt, such as quiet hours, and may give a day its MB back.
		const until = halt.until ?? (due < Infinity ? due : 0);
		return { ...why, status, dueAt: dueAt(Math.min(due, until)) };
	}
	if (isLeft && positions.length > 0) return { ...why, status: 'open', dueAt: atOnce };
	if (due < Infinity) return { ...why, status: 'open', dueAt: dueAt(due) };
	const reason = heldWords(campaign, decision);
	return { status: 'held', dueAt: atOnce, reason, isProblem: true };
}

/** Why rows are held: by the limit of a day, or by the budget. */
function heldWords({ megabytesPerDay: limit }: Campaign, { rows, results }: Decision): string {
	const isOver = (row: number) => limit > 0 && (rows[row]?.megabytes ?? 0) > limit;
	return results.rowsIn('notSent').some(isOver)
		? 'A row has more MB than a day may have. Raise the limit of the day under “Change…”, then approve again.'
		: "The next rows don't fit the budget. Raise it under “Change…”, then approve again.";
}

/** A piece whose list was changed keeps its status and results; rows that may have been sent are marked. */
function writeOfPart(
	{ piece, decision, lostAt, stepMb }: Part,
	{ status, dueAt: due }: End,
	token: string,
	zone: string,
): Write {
	const set = { status, dueAt: due, stepMb };
	if (decision) {
		return writeOf(piece, token, { ...set, ...decision.results.columns(decision.rows) });
	}
	const results = new Results(piece);
	if (lostAt !== undefined) markLost(results, lostAt, zone);
	return writeOf(piece, token, { ...set, status: piece.status, ...results.stored });
}
