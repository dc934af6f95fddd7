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

/** What somebody approves besides the list. `null` and '' mean no limit. */
export interface Settings {
	/** Also the first part of each gift's reference: it is once for all. */
	name: string;
	serviceKey: string;
	/** MB. */
	budget: number;
	startAt: string;
	stopAt: string | null;
	/** `HH:mm` where the customer lives. */
	quietFrom: string;
	quietTo: string;
	/** Of all workers together; 0 for no limit. */
	rowsPerSecond: number;
	/** MB that all campaigns together have given on a day when this one stops until the next; 0 for no limit. */
	megabytesPerDay: number;
	/** Of one customer, in all campaigns with such a limit (monthLimit.ts); 0 for no limit. */
	giftsPerMonth: number;
	/** Whether numbers that no numbering plan has are given, too, such as test numbers. */
	sendAsEntered: boolean;
	/** Of numbers without a calling code, also of opt-outs (ISO 3166); '' where all have theirs. */
	country: string;
	/** How the list was read, in words. */
	reading: string;
}

export type CampaignStatus = 'planned' | 'running' | 'paused' | 'canceled' | 'finished';

export interface Campaign extends Settings {
	id: number;
	/** Its batches and lists have it, and are stored before it. */
	planId: string;
	status: CampaignStatus;
	/** Whether a runner has to look at it. */
	active: boolean;
	/** How often rows were opened: who saw no open row before that must not finish it. */
	round: number;
	batches: number;
	rows: number;
	megabytes: number;
	/** How many rows get nothing, and aren't in the batches. */
	leftOut: number;
	/** The largest ID of a campaign when the gifts of the month were counted. */
	countedUpTo: number;
	/** JSON: what a planner has to look at (check.ts). */
	check: string;
	/** Of all batches (seal.ts). */
	listHash: string;
	/** All that was approved last, as text (seal.ts); '' before the first approval. */
	approved: string;
	approvedBy: string;
	approvedAt: string | null;
	/** JSON: every approval so far (seal.ts), for good. */
	approvals: string;
	plannedAt: string;
	finishedAt: string | null;
	/** Opens the page; and with the other one a person also decides. */
	viewKey: string;
	controlKey: string;
	/** What a person should know, in words. */
	problem: string;
}

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

export interface Batch extends Figures {
	id: number;
	planId: string;
	/** From 1 on. */
	number: number;
	/** Held: its next rows are over the budget. */
	status: 'open' | 'held' | 'done';
	/** The token of the claim; `free` or `toLookUp` (batch.ts) where nobody works on it. */
	owner: string;
	/** Whether its last owner never came back: then any row not sent may have been sent. */
	takenOver: boolean;
	/** Of the owner; of a free batch when it's due, less the margin for clocks. */
	leaseUntil: string;
	/** Counts its writes: each one names the version it has read. */
	version: number;
	rows: number;
	megabytes: number;
	/** What the batches before it may use of the budget. */
	megabytesBefore: number;
	/** Where its customers live (zones.ts). */
	place: string;
	/** Of all its rows; '' where the list doesn't say, or has too many. */
	operator: string;
	/** Binds its list to the campaign's `listHash`. */
	seal: string;
	/** What became of each row, a character each (results.ts). */
	results: string;
	/** JSON: the rows that have a reason, by reason. */
	reasons: string;
	/** JSON: when rows in doubt are looked up again. */
	doubts: string;
	/** On which day it gave last, `yyyy-MM-dd`, and how many MB (dayLimit.ts). */
	day: string;
	dayMb: number;
	/** What its last step found of the platform's pace, in words; '' before. */
	pace: string;
}

/** The rows of a batch. */
export interface StoredList {
	planId: string;
	/** Of the batch; from 0 downwards for the rows that were left out, and far below for the file (keptFile.ts). */
	number: number;
	/** JSON, an array of `Row`, or of `LeftOut`; of the file a piece, and the length of all. */
	list: string;
}

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
