import { isObject } from '../platform/answer';
import type { ListReport } from '../lists/list';
import type { SomeRows } from '../lists/phoneCounter';
import type { Turns } from '../lists/turns';
import { withoutSamples, type ShownColumn } from '../lists/shownList';
import type { ReadFile } from '../lists/readList';
import { inEnglish, withValues, type Phrase, type Text, type Value } from '../platform/say';
import type { LeftOut } from './types';

/** The MB left in an operator's data pools; a problem where they can't be read. */
export interface Pool {
	operator: string;
	megabytes?: number;
	/** When the first of them ends that has data left, where the platform tells. */
	endsAt?: string;
	/** Assumptions about the pools, in words that continue a sentence: `read as MB`. */
	doubts?: string[];
	problem?: string;
}

/** Another campaign: who has its gift gets one of this campaign, too. */
export interface Similar {
	name: string;
	plannedAt: string;
}

/** The rows that are left out for one reason, and some of them. */
export interface LeftOutGroup {
	reason: Text;
	rows: number;
	examples: LeftOut[];
}

/** The findings that a planner looks at before the approval, as they are stored with the campaign. */
export interface Check {
	/** How the list was read. */
	list: ListReport & ReadFile;
	/** MB of the rows to give, without the rows that were given before. */
	toGive: number;
	/** The first rows to give that fit the budget of the plan, where not all do. */
	covered?: { budget: number; rows: number; megabytes: number };
	/** Rows and MB to give, by operator; '' for rows without one. */
	operators: { operator: string; rows: number; megabytes: number }[];
	pools: Pool[];
	/** Why the service can't give data, where the platform tells. */
	service?: string;
	/** The name of the service, where the platform tells. */
	serviceName?: string;
	/** Other campaigns with a name that looks like this one's. */
	similar: Similar[];
	/** Numbers that are to get a gift, by the campaign ('' for none) in which they got one of this service in the last 90 days. */
	gotBefore: { campaign: string; rows: number; last: string }[];
	/** Rows whose number got another amount under this campaign's name: nothing is sent to them. */
	otherAmount?: SomeRows;
	/** Places where nothing can be given, because no time zone is known or it's always quiet somewhere. */
	alwaysQuiet: { place: string; rows: number }[];
	leftOut: LeftOutGroup[];
	/** The field of each column, with some of its cells as they came and as they were read. */
	columns: ShownColumn[];
	/** The answers about how the list is read, and MB for rows without an amount: as a form sends them. */
	chosen: Record<string, string>;
	/** The cells that a planner has corrected, as a form sends them. */
	corrected?: Record<string, string>;
	/** Of the names of its columns (recall.ts); '' where it has none. */
	columnsKey: string;
	/** The plan IDs of the campaigns whose rows were counted (otherGifts.ts). */
	counted: string[];
	/** The campaign whose list had the same columns, and was read in this way. */
	recalledFrom?: string;
}

/** So much of each is stored and shown: the page and each step read it. */
export const maxShown = {
	operators: 20,
	campaigns: 20,
	places: 20,
	reasons: 20,
	examples: 5,
	corrected: 20,
};

/** Rows by reason: those that differ only in a number or a value they quote are one. The largest group comes first. */
export function* leftOutByReason(leftOut: LeftOut[]): Turns<LeftOutGroup[]> {
	const groups = new Map<string, LeftOutGroup>();
	const wrong = leftOut.filter(({ amount }) => amount !== undefined).length;
	const most = wrong > maxShown.corrected ? maxShown.examples : maxShown.corrected;
	for (const row of leftOut) {
		const { reason } = row;
		const kind = inEnglish(unquoted(reason)).replace(/\d+/g, '…');
		const group = groups.get(kind) ?? { reason, rows: 0, examples: [] };
		groups.set(kind, group);
		if (inEnglish(reason) !== inEnglish(group.reason)) group.reason = alike(reason);
		if (group.examples.length < (row.amount === undefined ? maxShown.examples : most)) {
			group.examples.push(row);
		}
		group.rows += 1;
		yield;
	}
	return [...groups.values()]
		.sort((one, other) => other.rows - one.rows)
		.slice(0, maxShown.reasons);
}

/** The stored check; undefined where there is none, as in a draft. */
export function readCheck({ check }: { check: string }): Check | undefined {
	if (check === '') return undefined;
	const read = JSON.parse(check) as Check;
	return isObject(read.list) ? read : undefined;
}

/** A check without a cell of the list, for programs and for who has the view key: of a row only where it is, and what to do. */
export function withoutCustomers({ leftOut, columns, list, ...more }: Check): Check {
	const empty = { customer: '', name: '', phone: '', operator: '', value: '', reason: '' };
	const groups = leftOut.map(({ reason, rows, examples }) => ({
		reason: unquoted(reason),
		rows,
		examples: examples.map(({ row, nextStep }) => {
			return { row, nextStep: unquoted(nextStep), ...empty };
		}),
	}));
	const unread = columns.map((column) => ({ ...withoutSamples(column), samples: [] }));
	const { gigabyte, ...read } = list;
	const told = { ...read, ...(gigabyte && { gigabyte: { megabytes: gigabyte.megabytes } }) };
	return { ...more, list: told, counted: [], corrected: {}, columns: unread, leftOut: groups };
}

/** A text without its quotation; of plain text, from the first quotation mark to the last: the quoted value may hold some, too. */
function unquoted(text: Text): Text {
	if (typeof text === 'object') {
		return withValues(withoutQuotation(text), (value) => (isText(value) ? unquoted(value) : value));
	}
	const [from, to] = [text.indexOf('“'), text.lastIndexOf('”')];
	return from < 0 || to < from ? text : `${text.slice(0, from)}…${text.slice(to + 1)}`;
}

/** A text without what it quotes, and without its numbers and days: that of all rows with one kind of reason. */
function alike(text: Text): Text {
	const withoutDigits = (words: string) => words.replace(/\d+/g, '…');
	if (typeof text === 'string') return withoutDigits(unquoted(text) as string);
	return withValues(withoutQuotation(text), (value) => {
		if (isText(value)) return alike(value);
		return typeof value === 'number' || 'day' in value ? '…' : value;
	});
}

function withoutQuotation({ key, values }: Phrase): Phrase {
	const isQuoted = (at: number) => key.includes(`“{${at}}”`);
	return { key, values: values.map((value, at) => (isQuoted(at) ? '…' : value)) };
}

const isText = (value: Value): value is Text =>
	typeof value === 'string' || (typeof value === 'object' && 'key' in value);
