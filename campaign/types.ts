import { z } from 'zod';
import type { StoredField } from '../lists/columns';
import type { Text } from '../platform/say';
import { settingCells } from './settingTable';
import * as cells from './tableCells';

/**
 * A campaign as n8n's Data Tables keep it. All of it is plain text, numbers and booleans; times are ISO 8601 in UTC. A
 * list lies in a table of its own, so that a step writes, and a page reads, a few hundred bytes of a piece and not its
 * list.
 *
 * | Table     | One row is                                                             | Changes            |
 * | --------- | ---------------------------------------------------------------------- | ------------------ |
 * | campaigns | `Campaign`                                                             | by a person, rarely |
 * | runner    | `Runner`: who sends for all campaigns, and what it has taken           | with every step    |
 * | pieces    | `Piece`: what became of each of its rows, and its figures               | with every step    |
 * | lists     | `StoredList`: the rows of a piece, those left out, and the file         | never              |
 * | opt-outs  | a phone number                                                         | at any time        |
 */

export type { Settings } from './settingTable';

export const campaignColumns = z.object({
	...settingCells,
	id: cells.count,
	/** Its pieces and lists have it, and are stored before it. */
	planId: cells.text,
	status: cells.oneOf('draft', 'planned', 'running', 'paused', 'canceled', 'finished'),
	/** Whether the runner has to look at it. */
	active: cells.flag,
	/** How often rows were opened: who saw no open row before that must not finish it. */
	round: cells.count,
	pieces: cells.count,
	rows: cells.count,
	megabytes: cells.megabytes,
	/** How many rows get nothing, and aren't in the pieces. */
	leftOut: cells.count,
	/** The findings for the planner (check.ts); for a draft, the contents of its page (draft.ts). */
	check: cells.check,
	/** Of all pieces (seal.ts). */
	listHash: cells.text,
	/** All that was approved last (seal.ts); '' before the first approval. */
	approved: cells.approved,
	/** Every approval so far (seal.ts), for good. */
	approvals: cells.approvals,
	plannedAt: cells.time,
	finishedAt: cells.timeOrNull,
	/** Opens the page; and with the other one a person also decides. */
	viewKey: cells.text,
	controlKey: cells.text,
	/** The trouble that a person should know of, in words. */
	problem: cells.text,
	/** The runner's: the figures of all its pieces (totals.ts), and when it looks at them next. */
	totals: cells.totals,
	dueAt: cells.time,
});
export type Campaign = z.infer<typeof campaignColumns>;

/** How a row ends, for people. */
export const endings = [
	'given',
	'givenBefore',
	'failed',
	'inDoubt',
	'optedOut',
	'notSent',
] as const;
export type Ending = (typeof endings)[number];

/** Rows and MB by ending: each row counts once. */
export const figureNames = endings.flatMap((ending) => [ending, `${ending}Mb`] as const);
export type Figures = Record<(typeof figureNames)[number], number>;

const figureColumns = Object.fromEntries(
	figureNames.map((name) => [name, name.endsWith('Mb') ? cells.megabytes : cells.count]),
) as Record<keyof Figures, typeof cells.count>;

export const pieceColumns = z.object({
	id: cells.count,
	planId: cells.text,
	/** From 1 on. */
	number: cells.count,
	/** Held: its next rows are over the budget. */
	status: cells.oneOf('open', 'held', 'done'),
	dueAt: cells.time,
	/** Of its last write: each one names the stamp it has read. */
	stamp: cells.text,
	rows: cells.count,
	megabytes: cells.megabytes,
	/** The MB of the budget that the pieces before it may use. */
	megabytesBefore: cells.megabytes,
	/** The place of its customers (zones.ts). */
	place: cells.place,
	/** Of all its rows; '' where the list doesn't say, or has too many. */
	operator: cells.text,
	/** Binds its list to the campaign's `listHash`. */
	seal: cells.text,
	/** The outcome of each row, a character each (results.ts). */
	results: cells.text,
	/** The rows that have a reason, by reason. */
	reasons: cells.reasons,
	/** When rows in doubt are looked up again. */
	doubts: cells.doubts,
	/** The rows that were sent, by day: those in doubt, and all where gifts are limited by the month. */
	dates: cells.dates,
	/** MB that its last step added to the day's; negative where a look-up gave some back. */
	stepMb: cells.amount,
	...figureColumns,
});
export type Piece = z.infer<typeof pieceColumns>;

/** The one who sends: a row for all campaigns (runner.ts). */
export const runnerColumns = z.object({
	id: cells.count,
	/** Of its last write: each one names the token it has read. */
	token: cells.text,
	leaseUntil: cells.time,
	/** The pieces that it has taken, and may have sent (runner.ts). */
	taken: cells.taken,
	/** The day in the workflow's zone, `yyyy-MM-dd`, and the MB that all campaigns have given on it. */
	day: cells.day,
	dayMb: cells.megabytes,
});
export type Runner = z.infer<typeof runnerColumns>;

/** The rows of a piece. */
export const listColumns = z.object({
	planId: cells.text,
	/** Of the piece; from 0 downwards for the rows that were left out, and far below for the file (keptFile.ts). */
	number: cells.wholeNumber,
	/** An array of `Row`, or of `LeftOut`; of the file a chunk, and the length of all. */
	list: cells.list,
});
export type StoredList = z.infer<typeof listColumns>;

/** A row of the list as it is given; a column without text is missing. */
export interface Row extends Partial<Record<StoredField, string>> {
	/** In the file. */
	row: number;
	phone: string;
	megabytes: number;
}

/** A row that gets nothing, and why. */
export interface LeftOut extends Record<StoredField, string> {
	row: number;
	phone: string;
	/** The cell that is wrong. */
	value: string;
	/** The amount as it stands in the list; undefined where neither number nor amount is wrong. */
	amount?: string;
	reason: Text;
	nextStep: Text;
}

type Value = string | number | boolean | null;

/** A conditional update, for each row by itself: nothing else in a store is atomic. */
export interface Write {
	where: Record<string, Value>;
	set: Record<string, Value>;
}
