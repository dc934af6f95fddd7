import { onInputError, quoted } from '../platform/input';
import { beginOf, claimsIn, lanesOf, lookUpMs, standingLabels, standingOf, stepMs } from './batch';
import { haltBetweenDays, withinDay, type Today } from './dayLimit';
import type { Next } from './next';
import { readOptOuts } from './optOuts';
import { isQuiet, nextLoud } from './quietHours';
import { plus, Results, takesBudget } from './results';
import { approvedSettings, changesOf, isSealed, sealOf } from './seal';
import type { Batch, Campaign, Row, StoredList } from './types';

/** What a step has read, after its claim or the write of the step before. */
export interface StepInput {
	campaign: Campaign;
	/** As that write gave it. */
	batch: Batch;
	list: StoredList['list'];
	/** As they are written. */
	optOuts: unknown[];
	/** The batches with an owner that share its limits, read after the claim; needed where it has a rate or a limit. */
	claimed?: Pick<Batch, 'owner' | 'leaseUntil'>[];
	today: Today;
	/** When this run puts its batch back, Unix milliseconds. */
	runUntil: number;
}

/** What is asked of the engine. A look-up sends no gift. */
export interface Order {
	kind: 'give' | 'lookUp';
	/** Of the campaign as it was approved, whatever the table says by now: gifts are found by them. */
	name: string;
	serviceKey: string;
	rows: Row[];
	/** No gift or look-up leaves later, Unix milliseconds. */
	sendUntil: number;
	/** Undefined for no limit. */
	perSecond?: number;
}

/** What a step does. */
export interface Decision {
	rows: Row[];
	results: Results;
	/** Why nothing is sent. */
	halt?: Next;
	order?: Order;
	/** Where the rows of the order are in the list. */
	positions: number[];
	optedOut: ReadonlySet<string>;
}

/** A look-up costs a request; for more rows the engine reads all of the service's gifts. */
const mostLookUps = 200;

/** Decides what a step does. Undefined where the batch isn't the one that was approved. */
export function decide(input: StepInput, now: number): Decision | undefined {
	const { campaign, batch, list, claimed = [] } = input;
	if (!isSealed(campaign, batch, list)) return undefined;
	const rows = JSON.parse(list) as Row[];
	const results = new Results(batch);
	if (batch.takenOver) for (const row of results.rowsIn('notSent')) results.set(row, 'maybeSent');
	const { optedOut, problem } = optOutsOf(input);
	for (const row of results.rowsIn('notSent')) {
		if (optedOut.has(rows[row]?.phone ?? '')) results.set(row, 'optedOut');
	}
	const decision: Decision = { rows, results, optedOut, positions: [] };
	if (claimsIn(claimed, now) > lanesOf(campaign)) {
		const reason = 'Enough workers share the rate of this campaign.';
		return { ...decision, halt: { action: 'release', reason } };
	}
	const halt = haltOf(input, now) ?? problem ?? haltBetweenDays(campaign, input.today, now);
	const unsure = rowsToLookUp(results, now).slice(0, mostLookUps);
	if (unsure.length > 0) return { ...decision, halt, ...ordered(input, rows, 'lookUp', unsure) };
	if (halt) return { ...decision, halt };
	const today = withinDay(input, rows, affordable(input, rows, results), now);
	return { ...decision, ...today, ...ordered(input, rows, 'give', today.positions) };
}

/** Rows that may have been sent, and those in doubt whose time has come. */
export function rowsToLookUp(results: Results, now: number): number[] {
	const due = results.awaiting.filter(({ at }) => at <= now).map(({ row }) => row);
	return [...results.rowsIn('maybeSent'), ...due];
}

function optOutsOf({ optOuts, campaign }: StepInput): { optedOut: Set<string>; problem?: Next } {
	return onInputError<ReturnType<typeof optOutsOf>>(
		() => ({ optedOut: readOptOuts(optOuts, campaign) }),
		({ message, nextStep }) => {
			const reason = `The campaign ${message}. ${nextStep}`;
			return { optedOut: new Set(), problem: { action: 'pause', reason } };
		},
	);
}

/** An order for the rows at these positions, as many as the rate allows in a step. */
function ordered(
	{ campaign, batch }: StepInput,
	rows: Row[],
	kind: Order['kind'],
	all: number[],
): Pick<Decision, 'order' | 'positions'> {
	const { rowsPerSecond, stopAt } = campaign;
	const perSecond = rowsPerSecond === 0 ? undefined : rowsPerSecond / lanesOf(campaign);
	const positions = perSecond ? all.slice(0, Math.ceil((perSecond * stepMs) / 1000)) : all;
	if (positions.length === 0) return { positions };
	const chosen = positions.flatMap((position) => rows[position] ?? []);
	const end = stopAt === null ? Infinity : Date.parse(stopAt);
	const giveUntil = Math.min(beginOf(batch) + stepMs, end);
	const sendUntil = kind === 'give' ? giveUntil : beginOf(batch) + lookUpMs;
	const { name, serviceKey } = approvedSettings(campaign) ?? campaign;
	const order = { kind, name, serviceKey, rows: chosen, sendUntil, perSecond };
	return { positions, order };
}

/** Why nothing may be sent at a moment; undefined where it may. */
function haltOf({ campaign, batch }: StepInput, now: number): Next | undefined {
	const standing = standingOf(campaign, now);
	if (standing !== 'sending') return { action: 'release', reason: standingLabels[standing] };
	if (campaign.approved !== sealOf(campaign)) {
		const isNew = campaign.approved === '';
		const reason = isNew ? standingLabels.planned : changedSince(changesOf(campaign));
		return { action: 'void', reason };
	}
	const quiet = [now, now + stepMs].find((time) => isQuiet(campaign, batch.place, time));
	if (quiet !== undefined) {
		const until = nextLoud(campaign, batch.place, quiet);
		if (until !== undefined) return { action: 'postpone', reason: 'Quiet hours', until };
		const place = batch.place === '+' ? 'numbers of an unknown country' : quoted(batch.place);
		const reason = `It's always quiet somewhere, or no time zone is known, for ${place}. Change the quiet hours and approve again, or plan a list with a column for the time zone.`;
		return { action: 'hold', reason, isProblem: true };
	}
	if (now < beginOf(batch) + stepMs) return undefined;
	const reason =
		'Nothing is sent, because n8n needs more than 2 seconds to read a batch. Give n8n or its database more resources.';
	return { action: 'release', reason, isProblem: true };
}

/** Why an approval is void. */
export function changedSince(changes: string[]): string {
	return `After the approval ${changes.join('; ')}. Check the campaign, then approve it again.`;
}

/** The rows to send that the budget covers after all planned before them, whatever became of those. */
function affordable({ campaign, batch }: StepInput, rows: Row[], results: Results): number[] {
	const { budget, megabytesPerDay } = campaign;
	const covered: number[] = [];
	let needed = batch.megabytesBefore;
	for (const [row, { megabytes }] of rows.entries()) {
		const state = results.stateOf(row);
		if (!takesBudget(state)) continue;
		needed = plus(needed, megabytes);
		// More than a day may have was refused by the plan, and a limit may be lower now.
		const isTooMuch = megabytesPerDay > 0 && megabytes > megabytesPerDay;
		if (state === 'notSent' && needed <= budget && !isTooMuch) covered.push(row);
	}
	return covered;
}
