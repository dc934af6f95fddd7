import { z } from 'zod';
import type { StoredField } from '../lists/columns';
import { settingCells } from './settingTable';
import {
	approvals,
	approved,
	check,
	count,
	day,
	doubts,
	flag,
	list,
	megabytes,
	oneOf,
	place,
	reasons,
	text,
	time,
	timeOrNull,
	wholeNumber,
} from '../lists/cells';

/**
 * A campaign as n8n's Data Tables keep it. All of it is plain text, numbers and booleans; times are ISO 8601 in UTC. A
 * list lies in a table of its own, so that a step writes, and a page reads, a few hundred bytes of a batch and not its
 * list.
 *
 * | Table     | One row is                                                             | Changes            |
 * | --------- | ---------------------------------------------------------------------- | ------------------ |
 * | campaigns | `Campaign`                                                             | by a person, rarely |
 * | batches   | `Batch`: whose it is, what became of each of its rows, and its figures | with every step    |
 * | lists     | `StoredList`: the rows of a batch, those left out, and the file         | never              |
 * | opt-outs  | a phone number                                                         | at any time        |
 */

export type { Settings } from './settingTable';

export const campaignColumns = z.object({
	...settingCells,
	id: count,
	/** Its batches and lists have it, and are stored before it. */
	planId: text,
	status: oneOf('draft', 'planned', 'running', 'paused', 'canceled', 'finished'),
	/** Whether a runner has to look at it. */
	active: flag,
	/** How often rows were opened: who saw no open row before that must not finish it. */
	round: count,
	batches: count,
	rows: count,
	megabytes,
	/** How many rows get nothing, and aren't in the batches. */
	leftOut: count,
	/** What a planner has to look at (check.ts); of a draft, what its page shows (draft.ts). */
	check,
	/** Of all batches (seal.ts). */
	listHash: text,
	/** All that was approved last (seal.ts); '' before the first approval. */
	approved,
	approvedBy: text,
	approvedAt: timeOrNull,
	/** Every approval so far (seal.ts), for good. */
	approvals,
	plannedAt: time,
	finishedAt: timeOrNull,
	/** Opens the page; and with the other one a person also decides. */
	viewKey: text,
	controlKey: text,
	/** What a person should know, in words. */
	problem: text,
});
export type Campaign = z.infer<typeof campaignColumns>;
export type CampaignStatus = Campaign['status'];

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
export type Figures = Record<Ending | `${Ending}Mb`, number>;

const figureColumns = Object.fromEntries(
	endings.flatMap((ending) => [
		[ending, count],
		[`${ending}Mb`, megabytes],
	]),
) as Record<keyof Figures, typeof count>;

export const batchColumns = z.object({
	id: count,
	planId: text,
	/** From 1 on. */
	number: count,
	/** Held: its next rows are over the budget. */
	status: oneOf('open', 'held', 'done'),
	/** The token of the claim; `free` or `toLookUp` (batch.ts) where nobody works on it. */
	owner: text,
	/** Whether its last owner never came back: then any row not sent may have been sent. */
	takenOver: flag,
	/** Of the owner; of a free batch when it's due, less the margin for clocks. */
	leaseUntil: time,
	/** Counts its writes: each one names the version it has read. */
	version: count,
	rows: count,
	megabytes,
	/** What the batches before it may use of the budget. */
	megabytesBefore: megabytes,
	/** Where its customers live (zones.ts). */
	place,
	/** Of all its rows; '' where the list doesn't say, or has too many. */
	operator: text,
	/** Binds its list to the campaign's `listHash`. */
	seal: text,
	/** What became of each row, a character each (results.ts). */
	results: text,
	/** The rows that have a reason, by reason. */
	reasons,
	/** When rows in doubt are looked up again. */
	doubts,
	/** On which day it gave last, `yyyy-MM-dd`, and how many MB (dayLimit.ts). */
	day,
	dayMb: megabytes,
	/** What its last step found of the platform's pace, in words; '' before. */
	pace: text,
	...figureColumns,
});
export type Batch = z.infer<typeof batchColumns>;

/** The rows of a batch. */
export const listColumns = z.object({
	planId: text,
	/** Of the batch; from 0 downwards for the rows that were left out, and far below for the file (keptFile.ts). */
	number: wholeNumber,
	/** An array of `Row`, or of `LeftOut`; of the file a piece, and the length of all. */
	list,
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
	/** What was read in the field that is wrong. */
	value: string;
	reason: string;
	nextStep: string;
}

type Value = string | number | boolean | null;

/** A conditional update, for each row by itself: nothing else in a store is atomic. */
export interface Write {
	where: Record<string, Value>;
	set: Record<string, Value>;
}
