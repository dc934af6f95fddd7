import { isFinal } from '../platform/codes';
import { dueAt, free, isClaimed, toLookUp, waitMs, writeOf } from './batch';
import {
	refusalOf,
	refusalOfOver,
	refused,
	type Button,
	type Change,
	type ChangeInput,
} from './change';
import { dayOf, spentColumns } from './dayLimit';
import { Results, type State } from './results';
import { isSealed } from './seal';
import type { Batch, Row, StoredList } from './types';

interface RowChange {
	from: State;
	to: State;
	reason?: string;
}

/** Those that change rows. */
export type RowButton = 'retry' | 'checkAgain' | 'countGiven' | 'countFailed';

const decided = 'Decided by a person';
const rowChanges: Record<RowButton, RowChange> = {
	// A person may have counted it as failed, and been wrong: it is looked up first.
	retry: { from: 'failed', to: 'maybeSent' },
	checkAgain: { from: 'inDoubt', to: 'inDoubt' },
	countGiven: { from: 'inDoubt', to: 'given', reason: decided },
	countFailed: { from: 'inDoubt', to: 'failed', reason: decided },
};

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

/** The numbers of the batches with rows to change, whose lists are needed for that. */
export function listsToChange(button: RowButton, batches: Batch[]): number[] {
	return batches.flatMap((batch) =>
		rowsToChange(button, new Results(batch)).length > 0 ? [batch.number] : [],
	);
}

/** The positions of the rows that a button changes. A row that can only fail again isn't retried. */
function rowsToChange(button: RowButton, results: Results): number[] {
	const rows = results.rowsIn(rowChanges[button].from);
	return button === 'retry' ? rows.filter((row) => !isFinal(results.reasonOf(row))) : rows;
}

/** A batch with its list, which its figures are counted by. */
export type BatchWithList = Batch & Pick<StoredList, 'list'>;

/** Opens or settles rows: batch by batch, where nobody works on it, and as it was read. The others keep their rows. */
export function changeRows(button: RowButton, stored: BatchWithList[], input: ChangeInput): Change {
	const { campaign, now, zone } = input;
	const { id, status, round } = campaign;
	const opens = opensRows(button);
	const refusal = refusalOfRows(button, input);
	if (refusal) return refusal;
	const day = dayOf(now, zone);
	let rows = 0;
	let isSkipped = false;
	const batches = stored.flatMap((batch) => {
		const results = new Results(batch);
		const found = rowsToChange(button, results);
		if (found.length === 0) return [];
		if (isClaimed(batch) || !isSealed(campaign, batch, batch.list)) {
			isSkipped = true;
			return [];
		}
		rows += found.length;
		for (const row of found) changeRow(results, row, button, now);
		const list = JSON.parse(batch.list) as Row[];
		const columns = results.columns(list);
		const { owner } = batch;
		if (!opens) return [writeOf(batch, { owner, ...columns })];
		const spent = spentColumns(batch, results, list, day);
		const opened = { status: 'open', owner: toLookUp, leaseUntil: dueAt(now + waitMs), ...spent };
		return [writeOf(batch, { ...opened, ...columns })];
	});
	// Pressing again finishes a change that broke off before the campaign, and frees a batch that was claimed as it ended.
	const isOwned = stored.some(({ status: own, owner }) => own === 'open' && owner !== free);
	if (rows === 0 && !(opens && isOwned)) {
		if (isSkipped) return refused(worked);
		return refused(button === 'retry' ? 'no row can be retried.' : 'no row is in doubt.');
	}
	if (!opens) return { batches, rows };
	const again = status === 'finished' ? 'running' : status;
	const set = { status: again, active: true, round: round + 1, problem: '' };
	return { campaign: { where: { id, status, round }, set }, batches, rows };
}

const worked =
	'somebody works on these rows, or their list was changed. Press the button again in a minute.';

function changeRow(results: Results, row: number, button: RowButton, now: number): void {
	const { to, reason } = rowChanges[button];
	const again = { lookUps: 0, at: new Date(now + waitMs).toISOString() };
	if (button === 'checkAgain') results.set(row, to, results.reasonOf(row), again);
	else results.set(row, to, reason);
}
