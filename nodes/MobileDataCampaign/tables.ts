import { z } from 'zod';
import type { StepInput } from '../../campaign/decide';
import type { Today } from '../../campaign/dayLimit';
import type { Batch, Campaign, StoredList } from '../../campaign/types';
import { isObject } from '../../platform/answer';
import { InputError } from '../../platform/input';
import { notStored } from './stored';

/** What the cells of a column hold. */
interface Column<Value> {
	/** In words. */
	type: string;
	holds: (value: unknown) => value is Value;
}

type Columns<Row> = { [Name in keyof Row]: Column<Row[Name]> };

const number: Column<number> = {
	type: 'a number',
	holds: (value): value is number => Number.isFinite(value),
};
const text: Column<string> = {
	type: 'text',
	holds: (value) => typeof value === 'string',
};
const textOrNull: Column<string | null> = {
	type: 'text',
	holds: (value) => value === null || typeof value === 'string',
};
const flag: Column<boolean> = {
	type: 'true or false',
	holds: (value) => typeof value === 'boolean',
};

function oneOf<Value extends string>(...values: Value[]): Column<Value> {
	return {
		type: `one of ${values.join(', ')}`,
		holds: (value): value is Value => values.includes(value as Value),
	};
}

/** An emptied cell of what was approved makes the approval void (campaign/seal.ts), and stops no other campaign. */
function sealed<Value>({ type, holds }: Column<Value>): Column<Value> {
	return { type, holds: (value): value is Value => value === null || holds(value) };
}

const campaignColumns: Columns<Campaign> = {
	id: number,
	planId: text,
	name: sealed(text),
	serviceKey: sealed(text),
	budget: sealed(number),
	startAt: sealed(text),
	stopAt: textOrNull,
	quietFrom: sealed(text),
	quietTo: sealed(text),
	rowsPerSecond: sealed(number),
	megabytesPerDay: sealed(number),
	giftsPerMonth: sealed(number),
	sendAsEntered: sealed(flag),
	status: oneOf('planned', 'running', 'paused', 'canceled', 'finished'),
	active: flag,
	round: number,
	batches: number,
	rows: number,
	megabytes: number,
	leftOut: number,
	countedUpTo: number,
	check: text,
	listHash: text,
	approved: text,
	approvedBy: text,
	approvedAt: textOrNull,
	approvals: text,
	plannedAt: text,
	finishedAt: textOrNull,
	viewKey: text,
	controlKey: text,
	problem: text,
};

const batchColumns: Columns<Batch> = {
	id: number,
	planId: text,
	number,
	status: oneOf('open', 'held', 'done'),
	owner: text,
	takenOver: flag,
	leaseUntil: text,
	version: number,
	rows: number,
	megabytes: number,
	megabytesBefore: number,
	place: text,
	operator: text,
	seal: text,
	results: text,
	reasons: text,
	doubts: text,
	day: text,
	dayMb: number,
	given: number,
	givenMb: number,
	givenBefore: number,
	givenBeforeMb: number,
	failed: number,
	failedMb: number,
	inDoubt: number,
	inDoubtMb: number,
	optedOut: number,
	optedOutMb: number,
	notSent: number,
	notSentMb: number,
};

const listColumns: Columns<StoredList> = { planId: text, number, list: text };

export const readCampaign = rowReader('mobile_data_campaigns', campaignColumns);
export const readBatch = rowReader('mobile_data_batches', batchColumns);
export const readStoredList = rowReader('mobile_data_lists', listColumns);

/**
 * Reads rows of a Data Table. People edit these, and n8n gives an empty cell as null: what isn't of its column's type must
 * not reach budgets and limits, where a comparison with NaN would let a gift through.
 *
 * @returns a function that throws an InputError which names the column that is missing or holds something else
 */
function rowReader<Row>(table: string, columns: Columns<Row>) {
	const all = Object.entries<Column<unknown>>(columns);
	return (row: unknown): Row => {
		const cells = isObject(row) ? row : {};
		for (const [name, { type, holds }] of all) {
			if (!holds(cells[name])) throw wrongCell(table, name, type, cells);
		}
		// With the columns that only n8n knows.
		return cells as Row;
	};
}

function wrongCell(table: string, column: string, type: string, row: Record<string, unknown>) {
	if (row[column] === undefined) {
		return new InputError(
			`'${column}' is missing in ${table}`,
			'Add this column to the Data Table again, with the values it had.',
		);
	}
	return new InputError(
		`'${column}' in row ${String(row.id)} of ${table} must be ${type}`,
		'Correct this cell in the Data Table.',
	);
}

/** What Find Work has chosen. */
export type StepWork = Required<Pick<StepInput, 'campaign' | 'batch' | 'claimed' | 'runUntil'>> &
	Pick<Today, 'day' | 'claimedMb'>;

const workSchema = z.object({
	campaign: z.unknown(),
	batch: z.unknown(),
	claimed: z.array(z.unknown()),
	claimedMb: z.number(),
	day: z.string(),
	runUntil: z.number(),
});

/** Reads what Find Work has chosen. @throws InputError */
export function readWork(work: unknown): StepWork {
	const { data } = workSchema.safeParse(work);
	if (!data) throw new InputError(notStored.message, notStored.nextStep, 'Work');
	const { campaign, batch, claimed, ...own } = data;
	return {
		...own,
		campaign: readCampaign(campaign),
		batch: readBatch(batch),
		claimed: claimed.map(readBatch),
	};
}
