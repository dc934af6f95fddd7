import { z } from 'zod';
import {
	amount,
	clockTime,
	count,
	day,
	flag,
	json,
	jsonList,
	jsonListOrEmpty,
	jsonOrEmpty,
	megabytes,
	oneOf,
	place,
	text,
	time,
	timeOrNull,
	wholeNumber,
} from '../lists/cells';

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

/** What somebody approves besides the list. `null` and '' mean no limit. */
const settingsColumns = z.object({
	/** Also the first part of each gift's reference: it is once for all. */
	name: text,
	serviceKey: text,
	/** MB. */
	budget: megabytes,
	startAt: time,
	stopAt: timeOrNull,
	/** `HH:mm` where the customer lives. */
	quietFrom: clockTime,
	quietTo: clockTime,
	/** 0 for no limit. */
	rowsPerSecond: count,
	/** MB that all campaigns together have given on a day when this one stops until the next; 0 for no limit. */
	megabytesPerDay: megabytes,
	/** Of one customer, in all campaigns with such a limit (monthLimit.ts); 0 for no limit. */
	giftsPerMonth: count,
	/** Whether numbers that no numbering plan has are given, too, such as test numbers. */
	sendAsEntered: flag,
	/** Of numbers without a calling code, also of opt-outs (ISO 3166); '' where all have theirs. */
	country: text,
	/** How the list was read, in words. */
	reading: text,
});
export type Settings = z.infer<typeof settingsColumns>;

export const campaignColumns = settingsColumns.extend({
	id: count,
	/** Its pieces and lists have it, and are stored before it. */
	planId: text,
	status: oneOf('planned', 'running', 'paused', 'canceled', 'finished'),
	/** Whether the runner has to look at it. */
	active: flag,
	/** How often rows were opened: who saw no open row before that must not finish it. */
	round: count,
	pieces: count,
	rows: count,
	megabytes,
	/** How many rows get nothing, and aren't in the pieces. */
	leftOut: count,
	/** The largest ID of a campaign when the gifts of the month were counted. */
	countedUpTo: count,
	/** What a planner has to look at (check.ts). */
	check: jsonOrEmpty,
	/** Of all pieces (seal.ts). */
	listHash: text,
	/** All that was approved last (seal.ts); '' before the first approval. */
	approved: jsonOrEmpty,
	approvedBy: text,
	approvedAt: timeOrNull,
	/** Every approval so far (seal.ts), for good. */
	approvals: jsonListOrEmpty,
	plannedAt: time,
	finishedAt: timeOrNull,
	/** Opens the page; and with the other one a person also decides. */
	viewKey: text,
	controlKey: text,
	/** What a person should know, in words. */
	problem: text,
	/** The runner's: the figures of all its pieces (totals.ts), and when it looks at them next. */
	totals: jsonOrEmpty,
	dueAt: time,
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

export const pieceColumns = z.object({
	id: count,
	planId: text,
	/** From 1 on. */
	number: count,
	/** Held: its next rows are over the budget. */
	status: oneOf('open', 'held', 'done'),
	dueAt: time,
	/** Of its last write: each one names the stamp it has read. */
	stamp: text,
	rows: count,
	megabytes,
	/** What the pieces before it may use of the budget. */
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
	reasons: json,
	/** When rows in doubt are looked up again. */
	doubts: json,
	/** The rows that were sent, by day: those in doubt, and all where gifts are limited by the month. */
	dates: json,
	/** MB that its last step added to those of the day; negative where a look-up gave some back. */
	stepMb: amount,
	...figureColumns,
});
export type Piece = z.infer<typeof pieceColumns>;
/** Its name in the rooms that still say batch. */
export type Batch = Piece;

/** The one who sends: a row for all campaigns (runner.ts). */
export const runnerColumns = z.object({
	id: count,
	/** Of its last write: each one names the token it has read. */
	token: text,
	leaseUntil: time,
	/** What it has taken to send, and may have sent (runner.ts). */
	taken: jsonList,
	/** The day in the workflow's zone, `yyyy-MM-dd`, and the MB that all campaigns have given on it. */
	day,
	dayMb: megabytes,
});
export type Runner = z.infer<typeof runnerColumns>;

/** The rows of a piece. */
export const listColumns = z.object({
	planId: text,
	/** Of the piece; from 0 downwards for the rows that were left out, and far below for the file (keptFile.ts). */
	number: wholeNumber,
	/** An array of `Row`, or of `LeftOut`; of the file a piece, and the length of all. */
	list: jsonList,
});
export type StoredList = z.infer<typeof listColumns>;

/** A row of the list as it is given. */
export interface Row {
	/** In the file. */
	row: number;
	phone: string;
	megabytes: number;
	operator?: string;
	customer?: string;
	name?: string;
}

/** A row that gets nothing, and why. */
export interface LeftOut {
	row: number;
	customer: string;
	name: string;
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
