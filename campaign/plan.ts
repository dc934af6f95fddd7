import { normalizeMegabytes } from '../platform/amounts';
import { isObject } from '../platform/answer';
import { InputError, onInputError } from '../platform/input';
import { normalizeMsisdn } from '../platform/phoneNumber';
import { free } from './batch';
import { leftOutByReason, most, type Check } from './check';
import { readOptOuts } from './optOuts';
import { nextLoud } from './quietHours';
import { marks, plus, Results } from './results';
import { batchSeal, contentHash, listHashOf } from './seal';
import type { BadRow } from './row';
import type { Batch, Campaign, LeftOut, Row, Settings, StoredList } from './types';
import { placeOf } from './zones';

/** A row of a list, as its reader gives it. */
export interface PlannableRow {
	row: number;
	phone: unknown;
	megabytes: unknown;
	operator?: string;
	customer?: string;
	name?: string;
	/** A time zone, where the list has a column for it. */
	zone?: unknown;
}

export interface PlanInput {
	settings: Settings;
	rows: Iterable<PlannableRow>;
	/** Those of the list that couldn't be read, and how it was read. */
	bad: BadRow[];
	list: Check['list'];
	/** As they are written. */
	optOuts: unknown[];
	/** The numbers that the platform's list shows under this campaign's name. */
	givenBefore: ReadonlySet<string>;
	/** How many gifts of this month each number has, or may still get (monthLimit.ts). */
	giftsOfMonth?: ReadonlyMap<string, number>;
	/** The largest ID of a campaign that was read for that. */
	countedUpTo?: number;
	keys: Pick<Campaign, 'planId' | 'viewKey' | 'controlKey'>;
	/** Unix milliseconds. */
	now: number;
	/** So many rows fill a batch. */
	batchRows?: number;
}

/** What is inserted: the campaign last, so that what broke off is no campaign. */
export interface Plan {
	/** Without its check: the data pools are missing. */
	campaign: Omit<Campaign, 'id'>;
	batches: Omit<Batch, 'id'>[];
	lists: StoredList[];
	leftOut: LeftOut[];
	/** Besides the data pools, which the platform knows. */
	check: Omit<Check, 'pools'>;
}

/** Rows that are planned together, because they live in the same zones and have one operator. */
interface Group {
	place: string;
	operator: string;
	rows: Row[];
}

/**
 * Cuts a list into batches, in one pass.
 * @throws InputError when an opt-out can't be read
 */
export function planCampaign(input: PlanInput): Plan {
	const { settings, list, givenBefore, keys, now, countedUpTo = 0, batchRows = 1000 } = input;
	const { planId } = keys;
	const { groups, leftOut } = sortRows(input);
	const batches: Plan['batches'] = [];
	const lists: Plan['lists'] = [];
	let megabytesBefore = 0;
	for (const group of groups) {
		for (let begin = 0; begin < group.rows.length; begin += batchRows) {
			const rows = group.rows.slice(begin, begin + batchRows);
			const number = lists.length + 1;
			const batch = batchOf({ ...group, rows }, number, megabytesBefore, givenBefore);
			megabytesBefore = plus(megabytesBefore, batch.notSentMb);
			batches.push({ planId, ...batch });
			lists.push({ planId, number, list: JSON.stringify(rows) });
		}
	}
	const contents = batches.map((batch, n) => contentHash({ ...batch, list: lists[n]?.list ?? '' }));
	const listHash = listHashOf(contents);
	for (const [n, batch] of batches.entries()) batch.seal = batchSeal(listHash, contents[n] ?? '');
	const campaign: Plan['campaign'] = {
		...settings,
		...{ status: 'planned', active: false, round: 0, listHash, ...keys },
		...{ batches: batches.length, leftOut: leftOut.length, check: '' },
		countedUpTo,
		rows: batches.reduce((sum, { rows }) => sum + rows, 0),
		megabytes: batches.reduce((sum, { megabytes }) => plus(sum, megabytes), 0),
		...{ approved: '', approvedBy: '', approvedAt: null, approvals: '' },
		...{ finishedAt: null, problem: '' },
		plannedAt: new Date(now).toISOString(),
	};
	const neverLoud = neverLoudIn(groups, settings, now);
	const operators = operatorsOf(groups, input);
	const check = { list, operators, neverLoud, leftOut: leftOutByReason(leftOut) };
	return { campaign, batches, lists: [...lists, ...listsOf(leftOut, input)], leftOut, check };
}

/** @throws InputError where nobody would get anything */
export function refuseEmpty({ campaign, leftOut }: Plan): void {
	if (campaign.rows > 0) return;
	const [first] = leftOut;
	if (!first) throw new InputError('The list has no rows', 'Fill in the rows below the header.');
	const reason = first.row > 0 ? `Row ${first.row}: ${first.reason}` : first.reason;
	const why = `No row of the list can be given. ${reason}`;
	throw new InputError(why, first.nextStep || 'Correct the list, and plan it again.');
}

/** The rows that were left out, for the CSV. */
function listsOf(leftOut: LeftOut[], { keys, batchRows = 1000 }: PlanInput): StoredList[] {
	const { planId } = keys;
	return Array.from({ length: Math.ceil(leftOut.length / batchRows) }, (_, part) => {
		const rows = leftOut.slice(part * batchRows, (part + 1) * batchRows);
		return { planId, number: 0 - part, list: JSON.stringify(rows) };
	});
}

/** The rows that get something, by place and operator, and those that don't. */
function sortRows({ settings, rows, bad, optOuts, giftsOfMonth }: PlanInput) {
	const out = readOptOuts(optOuts);
	const groups = new Map<string, Group>();
	const operators = new Set<string>();
	const rowOf = new Map<string, number>();
	const leftOut = bad.map(leftOutOf);
	const take = ({ zone, ...written }: PlannableRow): void => {
		const row = readRow(written);
		const { phone } = row;
		const first = rowOf.get(phone);
		if (first !== undefined) throw new InputError(`Duplicate of row ${first}`, '');
		rowOf.set(phone, row.row);
		if (out.has(phone)) throw new InputError('Opted out', '');
		refuseLimited(settings, row, giftsOfMonth?.get(phone));
		const place = named('Time Zone', () => placeOf(phone, zone));
		if (operators.size < most.operators && row.operator) operators.add(row.operator);
		const operator = operators.has(row.operator ?? '') ? (row.operator ?? '') : '';
		const key = `${place} ${operator}`;
		const own = groups.get(key);
		if (own) own.rows.push(row);
		else groups.set(key, { place, operator, rows: [row] });
	};
	for (const written of rows) {
		onInputError(
			() => {
				take(written);
			},
			({ message, nextStep }) => {
				leftOut.push(leftOutOf({ ...written, reason: message, nextStep }));
			},
		);
	}
	return {
		groups: [...groups.values()],
		leftOut: leftOut.sort((one, other) => one.row - other.row),
	};
}

/** @throws InputError where a row would exceed a limit beyond this campaign */
function refuseLimited(
	{ megabytesPerDay, giftsPerMonth }: Settings,
	{ megabytes }: Row,
	gifts = 0,
): void {
	if (megabytesPerDay > 0 && megabytes > megabytesPerDay) {
		const nextStep = `Write at most ${megabytesPerDay}, the most MB per day of all campaigns.`;
		throw new InputError("'Amount (MB)' is more than a day may have", nextStep);
	}
	if (giftsPerMonth === 0 || gifts < giftsPerMonth) return;
	const has = giftsPerMonth === 1 ? 'a gift' : `${giftsPerMonth} gifts`;
	const nextStep = 'Plan it next month: the limit is Monthly Gifts per Customer in the node Plan.';
	throw new InputError(`Has ${has} this month, given or planned`, nextStep);
}

type Unread = Pick<BadRow, 'row' | 'reason' | 'nextStep'> & Partial<BadRow>;

function leftOutOf({ row, customer, name, phone, value = '', reason, nextStep }: Unread): LeftOut {
	const written = { customer: shown(customer), name: shown(name), phone: shown(phone) };
	return { row, ...written, value, reason, nextStep };
}

function shown(value: unknown): string {
	return isObject(value) ? JSON.stringify(value) : String(value ?? '');
}

function readRow(written: PlannableRow): Row {
	const { row, operator, customer, name } = written;
	const phone = named('Phone Number', () => normalizeMsisdn(written.phone));
	const megabytes = named('Amount (MB)', () => normalizeMegabytes(written.megabytes));
	if (plus(0, megabytes) !== megabytes) {
		const nextStep = 'Round it: budgets and figures are exact to the kilobyte.';
		throw new InputError("'Amount (MB)' must have at most three decimals", nextStep);
	}
	const more = {
		...(operator && { operator }),
		...(customer && { customer }),
		...(name && { name }),
	};
	return { row, phone, megabytes, ...more };
}

function named<Value>(label: string, read: () => Value): Value {
	return onInputError(read, ({ message, nextStep }) => {
		throw new InputError(`'${label}' ${message}`, nextStep);
	});
}

function batchOf(
	{ place, operator, rows }: Group,
	number: number,
	megabytesBefore: number,
	givenBefore: ReadonlySet<string>,
): Omit<Batch, 'id' | 'planId'> {
	const results = rows.map(({ phone }) =>
		givenBefore.has(phone) ? marks.givenBefore : marks.notSent,
	);
	const stored = { results: results.join(''), reasons: '{}', doubts: '{}' };
	const columns = new Results(stored).columns(rows);
	return {
		...{ number, place, operator, megabytesBefore, seal: '', rows: rows.length },
		megabytes: rows.reduce((sum, { megabytes }) => plus(sum, megabytes), 0),
		...{ day: '', dayMb: 0 },
		...{ owner: free, takenOver: false, leaseUntil: new Date(0).toISOString(), version: 0 },
		status: columns.notSent > 0 ? 'open' : 'done',
		...columns,
	};
}

/** Where nothing can be given, with the most rows first. */
function neverLoudIn(groups: Group[], settings: Settings, now: number): Check['neverLoud'] {
	const rows = new Map<string, number>();
	for (const group of groups) {
		if (nextLoud(settings, group.place, now) !== undefined) continue;
		rows.set(group.place, (rows.get(group.place) ?? 0) + group.rows.length);
	}
	return [...rows]
		.map(([place, count]) => ({ place, rows: count }))
		.sort((one, other) => other.rows - one.rows)
		.slice(0, most.places);
}

function operatorsOf(groups: Group[], { givenBefore }: PlanInput): Check['operators'] {
	const operators = new Map<string, Check['operators'][number]>();
	for (const { operator = '', phone, megabytes } of groups.flatMap(({ rows }) => rows)) {
		if (givenBefore.has(phone)) continue;
		const own = operators.get(operator) ?? { operator, rows: 0, megabytes: 0 };
		own.rows += 1;
		own.megabytes = plus(own.megabytes, megabytes);
		operators.set(operator, own);
	}
	return [...operators.values()]
		.sort((one, other) => other.megabytes - one.megabytes)
		.slice(0, most.operators);
}
