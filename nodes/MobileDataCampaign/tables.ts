import { z } from 'zod';
import type { Claimed } from '../../campaign/choose';
import type { Given, Today } from '../../campaign/dayLimit';
import type { StepInput } from '../../campaign/decide';
import type { CountedBatch, CountedCampaign, Other } from '../../campaign/monthLimit';
import type { Batch, Campaign, StoredList } from '../../campaign/types';
import { InputError } from '../../platform/input';
import {
	clockTime,
	count,
	day,
	flag,
	json,
	jsonList,
	jsonListOrEmpty,
	jsonOrEmpty,
	listNumber,
	megabytes,
	oneOf,
	orNull,
	place,
	quietEnd,
	results,
	rowReader,
	text,
	time,
	type Columns,
} from './cells';
import { notStored } from './stored';

const campaignColumns: Columns<Campaign> = {
	id: count,
	planId: text,
	name: text,
	serviceKey: text,
	budget: megabytes,
	startAt: time,
	stopAt: orNull(time),
	quietFrom: clockTime,
	quietTo: quietEnd,
	rowsPerSecond: count,
	megabytesPerDay: megabytes,
	giftsPerMonth: count,
	sendAsEntered: flag,
	country: text,
	reading: text,
	status: oneOf('planned', 'running', 'paused', 'canceled', 'finished'),
	active: flag,
	round: count,
	batches: count,
	rows: count,
	megabytes,
	leftOut: count,
	countedUpTo: count,
	check: jsonOrEmpty,
	listHash: text,
	approved: jsonOrEmpty,
	approvedBy: text,
	approvedAt: orNull(time),
	approvals: jsonListOrEmpty,
	plannedAt: time,
	finishedAt: orNull(time),
	viewKey: text,
	controlKey: text,
	problem: text,
};

const batchColumns: Columns<Batch> = {
	id: count,
	planId: text,
	number: count,
	status: oneOf('open', 'held', 'done'),
	owner: text,
	takenOver: flag,
	leaseUntil: time,
	version: count,
	rows: count,
	megabytes,
	megabytesBefore: megabytes,
	place,
	operator: text,
	seal: text,
	results,
	reasons: json,
	doubts: json,
	day,
	dayMb: megabytes,
	pace: text,
	given: count,
	givenMb: megabytes,
	givenBefore: count,
	givenBeforeMb: megabytes,
	failed: count,
	failedMb: megabytes,
	inDoubt: count,
	inDoubtMb: megabytes,
	optedOut: count,
	optedOutMb: megabytes,
	notSent: count,
	notSentMb: megabytes,
};

const listColumns: Columns<StoredList> = { planId: text, number: listNumber, list: jsonList };

const [campaigns, batches] = ['mobile_data_campaigns', 'mobile_data_batches'];

export const readCampaign = rowReader(campaigns, campaignColumns);
export const readBatch = rowReader(batches, batchColumns);
export const readStoredList = rowReader('mobile_data_lists', listColumns);

/** What limits need of a batch that somebody has claimed: nothing else in it holds up another campaign. */
export const readClaimed = rowReader<Claimed>(batches, {
	...pick(batchColumns, 'id', 'owner', 'leaseUntil', 'notSentMb'),
	planId: orNull(text),
});

/** What the limit of a day needs of a batch. */
export const readGiven = rowReader<Given>(batches, pick(batchColumns, 'id', 'day', 'dayMb'));

/** What the gifts of a month are counted by. */
export const readCountedCampaign = rowReader<CountedCampaign>(
	campaigns,
	pick(campaignColumns, 'id', 'planId', 'status', 'giftsPerMonth', 'finishedAt'),
);
export const readCountedBatch = rowReader<CountedBatch>(
	batches,
	pick(batchColumns, 'planId', 'number', 'rows', 'results', 'reasons', 'doubts', 'day'),
);

/** Another campaign as far as it matters for this one: a limit that can't be read counts as one. */
export function readOther({
	id,
	name,
	giftsPerMonth,
	plannedAt,
	...row
}: Record<string, unknown>): Other {
	const { planId, status, approvals } = campaignColumns;
	return {
		id: Number(id),
		name: typeof name === 'string' ? name : `in row ${String(id)}`,
		planId: planId.holds(row.planId, {}) ? row.planId : '',
		status: status.holds(row.status, {}) ? row.status : 'running',
		approvals: approvals.holds(row.approvals, {}) ? row.approvals : '[]',
		check: text.holds(row.check, {}) ? row.check : '',
		giftsPerMonth: count.holds(giftsPerMonth, {}) ? giftsPerMonth : 1,
		plannedAt: time.holds(plannedAt, {}) ? plannedAt : '',
	};
}

/** Name and keys of a campaign that can't be read. */
export function namesIn({ name, viewKey, controlKey }: Record<string, unknown>) {
	const textIn = (value: unknown) => (typeof value === 'string' ? value : '');
	return {
		name: textIn(name) || 'Campaign',
		viewKey: textIn(viewKey),
		controlKey: textIn(controlKey),
	};
}

function pick<Row, Name extends keyof Row>(
	columns: Columns<Row>,
	...names: Name[]
): Columns<Pick<Row, Name>> {
	return Object.fromEntries(names.map((name) => [name, columns[name]])) as Columns<Pick<Row, Name>>;
}

/** What Find Work has chosen. */
export type StepWork = Required<Pick<StepInput, 'campaign' | 'batch' | 'claimed' | 'runUntil'>> &
	Pick<Today, 'day' | 'claimedMb' | 'uncounted'>;

const workSchema = z.object({
	campaign: z.unknown(),
	batch: z.unknown(),
	claimed: z.array(z.unknown()),
	claimedMb: z.number(),
	uncounted: z.string().optional(),
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
		claimed: claimed.map(readClaimed),
	};
}
