import type { PieceDecision } from './decide';
import type { GiveResult } from './giving';
import { atOnce, dueAt, waitMs, writeOf, type Halt } from './piece';
import { plus } from './results';
import { figureNames, type Campaign, type Figures, type Piece, type Write } from './types';
import type { PieceToDo } from './work';
import { texts } from '../platform/say';

/** Look-ups of a row in doubt, its gift's included; then a person decides. */
const maxLookUps = 3;

/** A piece in a step. */
export interface PieceStep extends PieceToDo {
	campaign: Campaign;
	decision: PieceDecision;
	/** MB that it adds to the day's sum. */
	stepMb: number;
	/** The reason of each row that has ended; '' for a row that was given. */
	ended: string[];
}

/** A piece before and after its step, with the write between. */
export interface EndedStep {
	step: PieceStep;
	outcome: PieceOutcome;
	write: Write;
	after: Piece;
}

/** Decides how a piece goes on after its step. @param token of the step */
export function endStep(step: PieceStep, token: string, now: number): EndedStep {
	const { piece, stepMb, decision } = step;
	const { results, rows, isChanged } = decision;
	const outcome = outcomeOf(step, now);
	const { status, dueAt: due } = outcome;
	// The figures of a changed piece stay.
	const columns = isChanged ? { ...figuresIn(piece), ...results.stored } : results.columns(rows);
	const write = writeOf(piece, token, { status, dueAt: due, stepMb, ...columns });
	return { step, outcome, write, after: { ...piece, ...write.set } };
}

function figuresIn(piece: Piece): Figures {
	return Object.fromEntries(figureNames.map((name) => [name, piece[name]])) as Figures;
}

/** Notes the result of a row. @returns whether it was sent or looked up */
export function noteResult(
	step: PieceStep,
	row: number,
	result: GiveResult,
	day: string,
	now: number,
): boolean {
	const { campaign, decision } = step;
	const { results, rows, kind } = decision;
	const megabytes = rows[row]?.megabytes ?? 0;
	const before = results.dateOf(row);
	const date = kind === 'give' ? day : before;
	// A gift that no look-up finds frees its MB of the day, if they were counted today.
	const freed = kind === 'lookUp' && before === day ? -megabytes : 0;
	const sent = kind === 'give' ? megabytes : 0;
	if (result.kind === 'given') {
		results.set(row, 'given');
		results.setDate(row, campaign.giftsPerMonth > 0 ? (date ?? day) : undefined);
		step.stepMb = plus(step.stepMb, sent);
		step.ended.push('');
	} else if (result.kind === 'refused') {
		if (kind === 'give') step.ended.push(result.reason);
		results.set(row, 'failed', result.reason);
		step.stepMb = plus(step.stepMb, freed);
	} else if (result.kind === 'inDoubt') {
		const lookUps = (results.doubtOf(row)?.lookUps ?? 0) + 1;
		const at = new Date(now + waitMs).toISOString();
		results.set(row, 'inDoubt', result.reason, { lookUps, ...(lookUps < maxLookUps && { at }) });
		results.setDate(row, date);
		step.stepMb = plus(step.stepMb, sent);
	} else if (kind === 'lookUp' && result.kind === 'notSent' && !result.trouble) {
		results.set(row, 'notSent');
		step.stepMb = plus(step.stepMb, freed);
	}
	return result.kind !== 'notAsked' && (result.kind !== 'notSent' || kind === 'lookUp');
}

/** How a piece goes on, and why; the reason is '' if all is well. */
type PieceOutcome = Pick<Piece, 'status' | 'dueAt'> & Halt;

function outcomeOf({ campaign, piece, decision }: PieceStep, now: number): PieceOutcome {
	const { results, halt, positions, isChanged } = decision;
	const why = { reason: '', ...halt };
	if (isChanged) return { ...why, status: piece.status, dueAt: dueAt(now + waitMs) };
	if (results.toLookUp(now).length > 0) return { ...why, status: 'open', dueAt: atOnce };
	const due = results.nextLookUp;
	const isLeft = results.rowsIn('notSent').length > 0;
	if (due === Infinity && !isLeft) return { ...why, status: 'done', dueAt: atOnce };
	if (halt) {
		const status = halt.isHeld && due === Infinity ? 'held' : 'open';
		// A halt doesn't stop look-ups, and a look-up may free MB of the day.
		const until = halt.until ?? (due < Infinity ? due : 0);
		return { ...why, status, dueAt: dueAt(Math.min(due, until)) };
	}
	if (isLeft && positions.length > 0) return { ...why, status: 'open', dueAt: atOnce };
	if (due < Infinity) return { ...why, status: 'open', dueAt: dueAt(due) };
	const reason = heldWords(campaign, decision);
	return { status: 'held', dueAt: atOnce, reason, isProblem: true };
}

/** Why rows are held: by the limit of a day, or by the budget. */
function heldWords({ megabytesPerDay: limit }: Campaign, { rows, results }: PieceDecision): string {
	const isOver = (row: number) => limit > 0 && (rows[row]?.megabytes ?? 0) > limit;
	return results.rowsIn('notSent').some(isOver)
		? texts(
				'A row has more MB than a day may have. Raise the daily limit under “Change…”, then approve again.',
			)
		: texts("The next rows don't fit the budget. Raise it under “Change…”, then approve again.");
}
