import { isFinal } from '../platform/codes';
import { atOnce, dueAt, waitMs, writeOf } from './piece';
import {
	refusalOf,
	refusalOfOver,
	refused,
	type Button,
	type Change,
	type ChangeInput,
} from './change';
import { dayOf } from './dayLimit';
import { Results, type State } from './results';
import { isSealed } from './seal';
import { storedTotals, totalsOf } from './totals';
import type { Piece, Row, StoredList } from './types';
import { phrase, say, storedText, texts, textStored, type Text } from '../platform/say';

interface RowChange {
	from: State;
	to: State;
	/** Its reason from then on. */
	reason?: (press: RowPress) => Text;
}

/** A button for rows, and the person who pressed it. */
interface RowPress extends ChangeInput {
	by: string;
}

/** Those that change rows. */
export type RowButton = 'retry' | 'checkAgain' | 'countGiven' | 'countFailed';

const toRetry = texts('To be retried: looked up first, in about a minute');

/** The reason of a row that a person has settled. @param day `yyyy-MM-dd` */
const decidedBy = (by: string, day: string) => phrase`Decided by ${by} on ${{ day }}`;
const decision = ({ by, now, zone }: RowPress) => decidedBy(by, dayOf(now, zone));

const rowChanges: Record<RowButton, RowChange> = {
	// A person may have counted it as failed, and been wrong: it is looked up first.
	retry: { from: 'failed', to: 'maybeSent', reason: () => toRetry },
	checkAgain: { from: 'inDoubt', to: 'inDoubt' },
	countGiven: { from: 'inDoubt', to: 'given', reason: decision },
	countFailed: { from: 'inDoubt', to: 'failed', reason: decision },
};

/** Whether a person has settled a row. @param reason as stored */
export function isDecided(reason = ''): boolean {
	const text = textStored(reason);
	return typeof text === 'object' && text.key === decidedBy('', '').key;
}

export function isRowButton(button: Button): button is RowButton {
	return Object.hasOwn(rowChanges, button);
}

function opensRows(button: RowButton): boolean {
	return button === 'retry' || button === 'checkAgain';
}

/** Why rows can't be changed; undefined where they can. */
export function refusalOfRows(button: RowButton, input: ChangeInput): Change | undefined {
	const { status } = input.campaign;
	const isEnded = status === 'canceled' && button === 'retry';
	const refusal = refusalOf(input, status !== 'planned' && !isEnded);
	return refusal ?? (opensRows(button) ? refusalOfOver(input) : undefined);
}

/** The numbers of the pieces with rows to change, whose lists are needed for that. */
export function listsToChange(button: RowButton, pieces: Piece[]): number[] {
	return pieces.flatMap((piece) =>
		rowsToChange(button, new Results(piece)).length > 0 ? [piece.number] : [],
	);
}

/** The positions of the rows that a button changes. A row that can only fail again isn't retried. */
function rowsToChange(button: RowButton, results: Results): number[] {
	const rows = results.rowsIn(rowChanges[button].from);
	return button === 'retry' ? rows.filter((row) => !isFinal(results.reasonOf(row))) : rows;
}

/** A piece with its list, which its figures are counted by. */
export type PieceWithList = Piece & Pick<StoredList, 'list'>;

/**
 * Opens or settles rows: piece by piece, as they were read. If the runner is sending such a piece, it reads the piece anew,
 * and looks up the rows that it has sent.
 */
export function changeRows(button: RowButton, stored: PieceWithList[], input: RowPress): Change {
	const { campaign, now } = input;
	const { id, status, round } = campaign;
	const opens = opensRows(button);
	const refusal = refusalOfRows(button, input);
	if (refusal) return refusal;
	const stamp = `pressed ${now} ${round}`;
	let rows = 0;
	let isSkipped = false;
	const pieces = stored.flatMap((piece) => {
		const results = new Results(piece);
		const found = rowsToChange(button, results);
		if (found.length === 0) return [];
		if (!isSealed(campaign, piece, piece.list)) {
			isSkipped = true;
			return [];
		}
		rows += found.length;
		for (const row of found) changeRow(results, row, button, input);
		// A dead runner may have saved them with the piece alone; counted twice, they only hold rows back until tomorrow.
		const stepMb = Math.max(0, piece.stepMb);
		const columns = { ...results.columns(JSON.parse(piece.list) as Row[]), stepMb };
		const opened = { status: 'open', dueAt: dueAt(now + waitMs) } as const;
		const { status: as, dueAt: due } = opens ? opened : piece;
		return [writeOf(piece, stamp, { ...columns, status: as, dueAt: due })];
	});
	// Pressing again finishes a change that broke off before the campaign.
	const isLeft = !campaign.active && stored.some((piece) => piece.status === 'open');
	if (rows === 0 && !(opens && isLeft)) {
		if (isSkipped) return refused(say`the list of these rows was changed.`);
		return refused(button === 'retry' ? say`no row can be retried.` : say`no row is in doubt.`);
	}
	// The runner ends it again. Until then other campaigns count its rows, also in another month.
	const isReopened = opens && status === 'finished';
	const again = isReopened ? 'running' : status;
	const finishedAt = isReopened ? null : campaign.finishedAt;
	const written = new Map(pieces.map((write) => [write.where.id, write.set]));
	const after = stored.map((piece) => ({ ...piece, ...written.get(piece.id) }));
	const totals = JSON.stringify(totalsOf(after, storedTotals(campaign)?.pace));
	const set = { status: again, finishedAt, active: true, round: round + 1, dueAt: atOnce, totals };
	const { problem } = opens ? { problem: '' } : campaign;
	return { campaign: { where: { id, status, round }, set: { ...set, problem } }, pieces };
}

function changeRow(results: Results, row: number, button: RowButton, press: RowPress): void {
	const { to, reason } = rowChanges[button];
	const again = { lookUps: 0, at: new Date(press.now + waitMs).toISOString() };
	if (button === 'checkAgain') results.set(row, to, results.reasonOf(row), again);
	else results.set(row, to, reason && storedText(reason(press)));
}
