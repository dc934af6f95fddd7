import { normalizeMegabytes } from '../platform/amounts';
import { InputError, onInputError } from '../platform/input';
import { normalizeMsisdn } from '../platform/phoneNumber';
import { free } from './batch';
import { readOptOuts } from './optOuts';
import { nextLoud } from './quietHours';
import { marks, plus, Results } from './results';
import { batchSeal, contentHash, listHashOf } from './seal';
import type { Batch, Campaign, Row, Settings, StoredList } from './types';
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

/** A row that gets nothing, and why. */
export interface LeftOutRow {
	row: number;
	phone: string;
	reason: string;
}

export interface PlanInput {
	settings: Settings;
	rows: Iterable<PlannableRow>;
	/** As they are written. */
	optOuts: unknown[];
	/** The numbers that the platform's list shows under this campaign's name. */
	givenBefore: ReadonlySet<string>;
	keys: Pick<Campaign, 'viewKey' | 'controlKey'>;
	/** Unix milliseconds. */
	now: number;
	/** So many rows fill a batch. */
	batchRows?: number;
}

/** What is inserted: the campaign first, which gives the others its ID. */
export interface Plan {
	campaign: Omit<Campaign, 'id'>;
	batches: Omit<Batch, 'id' | 'campaign'>[];
	lists: Omit<StoredList, 'campaign'>[];
	leftOut: LeftOutRow[];
	/** What is to be given at each operator; '' for rows without one. */
	operators: { operator: string; rows: number; megabytes: number }[];
	/** Where nothing can be given, because no time zone is known or it's always quiet somewhere. */
	neverLoud: { place: string; rows: number }[];
}

/** Rows that are planned together, because they live in the same zones. */
type Places = Map<string, Row[]>;

/**
 * Cuts a list into batches, in one pass.
 * @throws InputError when an opt-out can't be read
 */
export function planCampaign(input: PlanInput): Plan {
	const { settings, givenBefore, keys, now, batchRows = 1000 } = input;
	const { places, leftOut } = sortRows(input);
	const batches: Plan['batches'] = [];
	const lists: Plan['lists'] = [];
	let megabytesBefore = 0;
	for (const [place, all] of places) {
		for (let begin = 0; begin < all.length; begin += batchRows) {
			const rows = all.slice(begin, begin + batchRows);
			const number = lists.length + 1;
			const batch = batchOf(rows, place, number, megabytesBefore, givenBefore);
			megabytesBefore = plus(megabytesBefore, batch.notSentMb);
			batches.push(batch);
			lists.push({ number, list: JSON.stringify(rows) });
		}
	}
	const contents = batches.map((batch, n) => contentHash({ ...batch, list: lists[n]?.list ?? '' }));
	const listHash = listHashOf(contents);
	for (const [n, batch] of batches.entries()) batch.seal = batchSeal(listHash, contents[n] ?? '');
	const campaign: Plan['campaign'] = {
		...settings,
		...{ status: 'planning', active: false, round: 0, listHash, ...keys },
		batches: batches.length,
		rows: batches.reduce((sum, { rows }) => sum + rows, 0),
		megabytes: batches.reduce((sum, { megabytes }) => plus(sum, megabytes), 0),
		...{ approved: '', approvedBy: '', approvedAt: null, finishedAt: null, problem: '' },
		plannedAt: new Date(now).toISOString(),
	};
	const neverLoud = [...places]
		.filter(([place]) => nextLoud(settings, place, now) === undefined)
		.map(([place, { length }]) => ({ place, rows: length }));
	return { campaign, batches, lists, leftOut, operators: operatorsOf(places, input), neverLoud };
}

/** The rows that get something, by place, and those that don't. */
function sortRows({ rows, optOuts }: PlanInput) {
	const out = readOptOuts(optOuts);
	const places: Places = new Map();
	const rowOf = new Map<string, number>();
	const leftOut: LeftOutRow[] = [];
	const take = ({ zone, ...written }: PlannableRow): void => {
		const row = readRow(written);
		const { phone } = row;
		const first = rowOf.get(phone);
		if (first !== undefined) throw new InputError(`Duplicate of row ${first}`, '');
		rowOf.set(phone, row.row);
		if (out.has(phone)) throw new InputError('Opted out', '');
		const place = named('Zone', () => placeOf(phone, zone));
		const own = places.get(place);
		if (own) own.push(row);
		else places.set(place, [row]);
	};
	for (const written of rows) {
		onInputError(
			() => {
				take(written);
			},
			({ message, nextStep }) => {
				const reason = `${message}. ${nextStep}`.replace(/\. $/, '');
				leftOut.push({ row: written.row, phone: String(written.phone ?? ''), reason });
			},
		);
	}
	return { places, leftOut };
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
	rows: Row[],
	place: string,
	number: number,
	megabytesBefore: number,
	givenBefore: ReadonlySet<string>,
): Plan['batches'][number] {
	const results = rows.map(({ phone }) =>
		givenBefore.has(phone) ? marks.givenBefore : marks.notSent,
	);
	const stored = { results: results.join(''), reasons: '{}', doubts: '{}' };
	const columns = new Results(stored).columns(rows);
	return {
		...{ number, place, megabytesBefore, seal: '', rows: rows.length },
		megabytes: rows.reduce((sum, { megabytes }) => plus(sum, megabytes), 0),
		...{ owner: free, takenOver: false, leaseUntil: new Date(0).toISOString(), version: 0 },
		status: columns.notSent > 0 ? 'open' : 'done',
		...columns,
	};
}

function operatorsOf(places: Places, { givenBefore }: PlanInput): Plan['operators'] {
	const operators = new Map<string, Plan['operators'][number]>();
	for (const { operator = '', phone, megabytes } of [...places.values()].flat()) {
		if (givenBefore.has(phone)) continue;
		const own = operators.get(operator) ?? { operator, rows: 0, megabytes: 0 };
		own.rows += 1;
		own.megabytes = plus(own.megabytes, megabytes);
		operators.set(operator, own);
	}
	return [...operators.values()];
}
