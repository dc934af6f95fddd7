import { dueAt, free, leaseFrom, stopping, toLookUp, waitMs, writeOf } from './batch';
import {
	changedSince,
	decide,
	rowsToLookUp,
	type Decision,
	type Order,
	type StepInput,
} from './decide';
import { spentColumns } from './dayLimit';
import type { Action, Next } from './next';
import type { Results } from './results';
import type { Campaign, Write } from './types';

/** What became of a row of an order. In a look-up `given` was found, and `notSent` without trouble isn't there. */
export type GiveResult =
	| { kind: 'given' }
	| { kind: 'refused' | 'inDoubt'; reason: string }
	/** It can't have been given. `trouble`: why, where it isn't just the time. */
	| { kind: 'notSent'; trouble?: Trouble }
	/** A look-up that there was no time for. */
	| { kind: 'notAsked' };

/** What strikes all rows: the batch waits, or the campaign pauses until a person has looked. */
export interface Trouble {
	message: string;
	needsPerson?: boolean;
}

/** Gives, or looks up; a result for each row, in their order. */
export type Give = (order: Order) => Promise<GiveResult[]>;

export interface StepResult {
	action: Action;
	/** In words; empty where all is well. */
	reason: string;
	/** Missing where the batch isn't the one that was approved: its claim then ends by itself. */
	batch?: Write;
	campaign?: Write;
}

/** A person decides about what so many tries couldn't tell. */
const mostDoubts = 3;

/** Takes a step: decides by what was read, gives for up to two seconds, and says what to write. */
export async function takeStep(
	input: StepInput,
	now: () => number,
	give: Give,
): Promise<StepResult> {
	const { campaign, batch } = input;
	const decision = decide(input, now());
	if (!decision) {
		const reason = changedSince([`batch ${batch.number} of the list was changed`]);
		return { action: 'void', reason, campaign: stopping(campaign, 'void', reason) };
	}
	const { order, positions, results, rows } = decision;
	const given = order ? await give(order) : [];
	const ended = now();
	const missing: GiveResult = { kind: 'inDoubt', reason: 'The engine gave no result' };
	for (const [at, row] of positions.entries()) {
		apply(decision, row, given[at] ?? missing, ended);
	}
	const troubles = given.flatMap((result) =>
		result.kind === 'notSent' ? (result.trouble ?? []) : [],
	);
	const trouble = troubles.find(({ needsPerson }) => needsPerson) ?? troubles[0];
	const next = nextOf(input, decision, trouble, ended);
	const { action, reason } = next;
	const set = {
		...columnsOf(input, results, next, ended),
		...results.columns(rows),
		...spentColumns(batch, results, rows, input.today.day),
	};
	const update = campaignWrite(campaign, decision, next);
	return { action, reason, batch: writeOf(batch, set), ...(update && { campaign: update }) };
}

/** Takes a result over. */
function apply(
	{ results, rows, order, optedOut }: Decision,
	row: number,
	result: GiveResult,
	now: number,
): void {
	if (result.kind === 'given') results.set(row, 'given');
	if (result.kind === 'refused') results.set(row, 'failed', result.reason);
	if (result.kind === 'inDoubt') {
		const lookUps = (results.doubtOf(row)?.lookUps ?? 0) + 1;
		const at = new Date(now + waitMs).toISOString();
		results.set(row, 'inDoubt', result.reason, { lookUps, ...(lookUps < mostDoubts && { at }) });
	}
	if (result.kind === 'notSent' && order?.kind === 'lookUp' && !result.trouble) {
		results.set(row, optedOut.has(rows[row]?.phone ?? '') ? 'optedOut' : 'notSent');
	}
}

function nextOf(
	{ runUntil }: StepInput,
	{ results, order, halt }: Decision,
	trouble: Trouble | undefined,
	now: number,
): Next {
	if (trouble) {
		const action = trouble.needsPerson ? 'pause' : 'release';
		return { action, reason: trouble.message, until: now + waitMs, isProblem: true };
	}
	const onwards = now > runUntil ? 'release' : 'more';
	if (rowsToLookUp(results, now).length > 0 && (order || !halt)) {
		return { action: onwards, reason: '' };
	}
	const due = Math.min(...results.awaiting.map(({ at }) => at));
	// A look-up needs nothing of what keeps gifts back, and may give a day its MB back.
	if (halt) return due < (halt.until ?? Infinity) ? { ...halt, until: due } : halt;
	const isLeft = results.rowsIn('notSent').length > 0;
	if (isLeft && order) return { action: onwards, reason: '' };
	if (due < Infinity) {
		return { action: 'postpone', reason: 'Rows in doubt wait for a look-up.', until: due };
	}
	if (!isLeft) return { action: 'done', reason: '' };
	const reason =
		'The next rows are over the budget, or over the MB of a day. Raise it in mobile_data_campaigns, then approve again.';
	return { action: 'hold', reason, isProblem: true };
}

/** Whose the batch is from now on. */
function columnsOf({ batch }: StepInput, results: Results, next: Next, now: number): Write['set'] {
	const { action, until = 0 } = next;
	const isUnsure = results.unsure.length > 0;
	const isMore = action === 'more';
	const isHeld = action === 'hold' && !isUnsure;
	return {
		status: action === 'done' ? 'done' : isHeld ? 'held' : 'open',
		owner: isMore ? batch.owner : isUnsure ? toLookUp : free,
		leaseUntil: isMore ? leaseFrom(now) : dueAt(until),
		takenOver: false,
	};
}

/** What the campaign's page must say, if that's new. */
function campaignWrite(
	campaign: Campaign,
	{ order }: Decision,
	{ action, reason, isProblem }: Next,
): Write | undefined {
	if (action === 'pause' || action === 'void') return stopping(campaign, action, reason);
	const problem = isProblem ? reason : order?.kind === 'give' ? '' : campaign.problem;
	if (problem === campaign.problem) return undefined;
	return { where: { id: campaign.id, status: 'running' }, set: { problem } };
}
