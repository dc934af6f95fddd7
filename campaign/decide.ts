import { dayOf, haltBetweenDays, withinDay, type Today } from './dayLimit';
import { readingSlowly, standingLabels, standingOf, stepMs, type Halt } from './piece';
import { isQuiet, endOfQuiet } from './quietHours';
import { plus, Results, takesBudget } from './results';
import { changesOf, isSealed, sealOf } from './seal';
import type { Campaign, Piece, Row } from './types';
import { phrase, phraseOf, type Phrase, type Text } from '../platform/say';

/** A piece and all that decides about its rows. */
interface PieceInput {
	campaign: Campaign;
	piece: Piece;
	/** As it's stored; '' where it's missing. */
	list: string;
	/** When rows were taken whose results nobody saved, Unix milliseconds: they may have been sent. */
	lostAt?: number;
	/** Numbers that opted out. */
	optedOut: ReadonlySet<string>;
	/** Why the opt-outs can't be read. */
	optOutProblem?: Text;
	today: Today;
	/** The end of the time to send, Unix milliseconds. */
	sendUntil: number;
	/** As of a step (runner.ts). */
	isDelayed?: boolean;
}

/** The decision about a piece in a step: the rows to give, to look up, or why neither. */
export interface PieceDecision {
	rows: Row[];
	results: Results;
	/** Why nothing is sent. */
	halt?: Halt;
	/** A look-up sends no gift. */
	kind: 'give' | 'lookUp';
	/** The positions in `rows` of the rows to give or look up. */
	positions: number[];
	/** MB of the rows that may have been sent today; the day counts them even if no row is given now. */
	lostMb: number;
	/** Whether the piece was changed after the approval; `rows` is empty then. */
	isChanged?: boolean;
}

/** Decides what a step does with a piece. */
export function decidePiece(input: PieceInput, now: number): PieceDecision {
	const { campaign, piece, list, lostAt, optedOut, today } = input;
	const results = new Results(piece);
	const lost = lostAt === undefined ? [] : markLost(results, lostAt, today.zone);
	const isToday = lostAt !== undefined && dayOf(lostAt, today.zone) === today.day;
	const nothing = { results, kind: 'give' as const, positions: [] };
	if (!isSealed(campaign, piece, list)) {
		const reason = changedSince([phrase`piece ${piece.number} of the list was changed`]);
		const halt = { reason, stops: 'void' as const };
		const lostMb = isToday ? piece.notSentMb : 0;
		return { ...nothing, rows: [], halt, lostMb, isChanged: true };
	}
	const rows = JSON.parse(list) as Row[];
	const decision = { ...nothing, rows, lostMb: isToday ? megabytesOf(rows, lost) : 0 };
	for (const row of results.rowsIn('notSent')) {
		if (optedOut.has(rows[row]?.phone ?? '')) results.set(row, 'optedOut');
	}
	const halt = haltOf(input, now) ?? haltBetweenDays(campaign, today, now);
	const toLookUp = results.toLookUp(now);
	if (toLookUp.length > 0) return { ...decision, halt, kind: 'lookUp', positions: toLookUp };
	if (halt) return { ...decision, halt };
	const wanted = affordable(input, rows, results);
	return { ...decision, ...withinDay(campaign, today, rows, wanted, now) };
}

/** Marks each row that isn't sent as `maybeSent` on the day of `lostAt`. @returns the positions of these rows */
function markLost(results: Results, lostAt: number, zone: string): number[] {
	const date = dayOf(lostAt, zone);
	const lost = results.rowsIn('notSent');
	for (const row of lost) {
		results.set(row, 'maybeSent');
		results.setDate(row, date);
	}
	return lost;
}

/** The MB of the rows at these positions. */
export function megabytesOf(rows: Row[], positions: number[]): number {
	return positions.reduce((sum, row) => plus(sum, rows[row]?.megabytes ?? 0), 0);
}

/** Why nothing may be sent at a moment; undefined where it may. */
function haltOf(
	{ campaign, piece, optOutProblem, sendUntil, isDelayed }: PieceInput,
	now: number,
): Halt | undefined {
	const standing = standingOf(campaign, now);
	if (standing !== 'sending') return { reason: standingLabels[standing] };
	if (campaign.approved !== sealOf(campaign)) {
		const isNew = campaign.approved === '';
		const reason = isNew ? standingLabels.planned : changedSince(changesOf(campaign));
		return { stops: 'void', reason };
	}
	// Quiet hours that begin during the step count, too.
	const quiet = [now, now + stepMs].find((time) => isQuiet(campaign, piece.place, time));
	if (quiet !== undefined) {
		const loud = endOfQuiet(campaign, piece.place, quiet);
		if (loud !== undefined) return { reason: 'Quiet hours', until: loud };
		const place =
			piece.place === '+' ? phrase`numbers of an unknown country` : phraseOf(piece.place);
		const reason = phrase`It's always quiet somewhere, or no time zone is known: ${place}. Change the quiet hours and approve again, or plan a list with a column for the time zone.`;
		return { isHeld: true, reason, isProblem: true };
	}
	if (optOutProblem !== undefined) return { stops: 'pause', reason: optOutProblem };
	if (now < sendUntil) return undefined;
	return isDelayed ? { reason: 'Too late to send' } : { reason: readingSlowly, isProblem: true };
}

/** Why an approval is void. */
function changedSince(list: Phrase[]): Phrase {
	return phrase`After the approval ${{ list }}. Check the campaign, then approve it again.`;
}

/** The rows that the budget covers: each row before them takes its share, unless its gift was given before or it opted out. */
function affordable({ campaign, piece }: PieceInput, rows: Row[], results: Results): number[] {
	const { budget, megabytesPerDay } = campaign;
	const covered: number[] = [];
	let needed = piece.megabytesBefore;
	for (const [row, { megabytes }] of rows.entries()) {
		const state = results.stateOf(row);
		if (!takesBudget(state)) continue;
		needed = plus(needed, megabytes);
		// The plan refused rows above the day's limit, but the limit may be lower now.
		const isTooMuch = megabytesPerDay > 0 && megabytes > megabytesPerDay;
		if (state === 'notSent' && needed <= budget && !isTooMuch) covered.push(row);
	}
	return covered;
}
