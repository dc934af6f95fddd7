import { onInputError } from '../platform/input';
import { changedSince, decide, markLost, megabytesOf, rowsToLookUp, type Decision } from './decide';
import { dayOf, type Today } from './dayLimit';
import { readOptOuts } from './optOuts';
import { atOnce, dueAt, stepMs, stopping, waitMs, writeOf } from './piece';
import { plus, Results } from './results';
import type { CampaignChange, Work } from './work';
import { onlyFails } from './onlyFails';
import { approvedSettings } from './seal';
import { recount, storedTotals } from './totals';
import type { Campaign, Piece, Row, Runner, StoredList, Write } from './types';

/** What is asked of the engine. A look-up sends no gift. */
export interface Order {
	kind: Decision['kind'];
	/** Of the campaign as it was approved, whatever the table says by now: gifts are found by them. */
	name: string;
	serviceKey: string;
	rows: Row[];
	/** No gift or look-up leaves later, Unix milliseconds. */
	sendUntil: number;
	/** Undefined for no limit. */
	perSecond?: number;
}

/** What became of a row of an order. In a look-up `given` was found, and `notSent` without trouble isn't there. */
export type GiveResult =
	| { kind: 'given' }
	| { kind: 'refused' | 'inDoubt'; reason: string }
	/** It can't have been given. `trouble`: why, where it isn't just the time. */
	| { kind: 'notSent'; trouble?: Trouble }
	/** A look-up that there was no time for. */
	| { kind: 'notAsked' };

/** What strikes all rows: the campaign waits, or pauses until a person has looked. */
export interface Trouble {
	message: string;
	needsPerson?: boolean;
}

/** Gives, or looks up; a result for each row, in their order. */
export type Give = (order: Order) => Promise<GiveResult[]>;

/** What a step has read, after its write of the runner's row. */
export interface StepInput {
	/** As that write gave it. */
	runner: Runner;
	campaigns: Campaign[];
	/** Changes that were chosen with the work. */
	changes: CampaignChange[];
	work: Work[];
	lists: StoredList[];
	/** As they are written. */
	optOuts: unknown[];
	/** When nothing is sent any more, Unix milliseconds. */
	until: number;
	/** Of days. */
	zone: string;
}

/** What to write, in this order, and how the run stands then. */
export interface StepResult {
	campaigns: CampaignChange[];
	pieces: Write[];
	runner: Runner;
	/** How many rows were sent or looked up. */
	rows: number;
	/** Unix milliseconds. */
	ended: number;
	/** Why pieces wait, in words. */
	reasons: string[];
}

/** A person decides about what so many tries couldn't tell. */
const mostDoubts = 3;

/** A piece in a step. */
interface Part extends Work {
	campaign: Campaign;
	list: string;
	decision?: Decision;
	/** MB that it adds to the day. */
	stepMb: number;
	/** The reasons of the rows that it has given; '' where the gift was given. */
	ended: string[];
}

/** Takes a step: decides by what was read, gives for up to two seconds, and says what to write. */
export async function takeStep(
	input: StepInput,
	now: () => number,
	give: Give,
): Promise<StepResult> {
	const { runner } = input;
	const parts = decided(input, now());
	const orders = ordersOf(parts, input.until, now());
	const given = await Promise.all(orders.map(async ({ order }) => await give(order)));
	const ended = now();
	const troubles = new Map<number, Trouble>();
	let rows = 0;
	for (const [n, { places }] of orders.entries()) {
		for (const [at, { part, row }] of places.entries()) {
			const result = given[n]?.[at] ?? { kind: 'inDoubt', reason: 'The engine gave no result' };
			if (apply(part, row, result, runner.day, ended)) rows += 1;
			const trouble = result.kind === 'notSent' ? result.trouble : undefined;
			const known = troubles.get(part.campaign.id);
			if (trouble && (!known || trouble.needsPerson)) troubles.set(part.campaign.id, trouble);
		}
	}
	const ends = parts.map((part) => ({ part, end: endOfPart(part, ended) }));
	const pieces = ends.map(({ part, end }) => writeOfPart(part, end, input));
	const dayMb = parts.reduce((sum, { stepMb }) => plus(sum, stepMb), runner.dayMb);
	return {
		campaigns: input.campaigns.flatMap((campaign) => {
			const own = ends.flatMap((one, n) => {
				const after = { ...one.part.piece, ...pieces[n]?.set };
				return one.part.campaign === campaign ? [{ ...one, after }] : [];
			});
			const chosen = input.changes.find((change) => change.campaign.id === campaign.id);
			return changeOf(campaign, own, chosen, troubles.get(campaign.id), ended) ?? [];
		}),
		pieces,
		runner: { ...runner, dayMb: Math.max(0, dayMb) },
		rows,
		ended,
		reasons: [...new Set(ends.map(({ end }) => end.reason).filter((reason) => reason !== ''))],
	};
}

/** Decides about one piece after the other: each knows what those before it may give on the day. */
function decided(input: StepInput, now: number): Part[] {
	const { runner, campaigns, work, lists, until, zone } = input;
	const today: Today = { day: runner.day, zone, megabytes: runner.dayMb };
	const optOuts = new Map<Campaign, ReturnType<typeof optOutsOf>>();
	return work.flatMap(({ piece, lostAt }) => {
		const campaign = campaigns.find(({ planId }) => planId === piece.planId);
		if (!campaign) return [];
		const out = optOuts.get(campaign) ?? optOutsOf(input, campaign);
		optOuts.set(campaign, out);
		const list = lists.find((one) => one.planId === piece.planId && one.number === piece.number);
		const known = { campaign, piece, lostAt, list: list?.list ?? '' };
		const decision = decide({ ...known, ...out, today, until }, now);
		const isLost = lostAt !== undefined && dayOf(lostAt, zone) === runner.day;
		const stepMb = decision?.addedMb ?? (isLost ? piece.notSentMb : 0);
		today.megabytes = plus(today.megabytes, stepMb);
		if (decision?.kind === 'give') {
			const ordered = megabytesOf(decision.rows, decision.positions);
			today.megabytes = plus(today.megabytes, ordered);
		}
		return [{ ...known, decision, stepMb, ended: [] }];
	});
}

function optOutsOf({ optOuts }: StepInput, campaign: Campaign) {
	return onInputError<{ optedOut: Set<string>; optOutProblem?: string }>(
		() => ({ optedOut: readOptOuts(optOuts, campaign) }),
		({ message, nextStep }) => {
			const optOutProblem = `The campaign ${message}. ${nextStep}`;
			return { optedOut: new Set(), optOutProblem };
		},
	);
}

interface Ordered {
	order: Order;
	/** Where each of its rows is. */
	places: { part: Part; row: number }[];
}

/** An order for each campaign and kind, with as many rows as its rate allows in the time. */
function ordersOf(parts: Part[], until: number, now: number): Ordered[] {
	return [...new Set(parts.map(({ campaign }) => campaign))].flatMap((campaign) =>
		(['lookUp', 'give'] as const).flatMap((kind) => {
			const { rowsPerSecond, stopAt } = campaign;
			const isRated = kind === 'give' && rowsPerSecond > 0;
			const all = parts
				.filter((part) => part.campaign === campaign && part.decision?.kind === kind)
				.flatMap((part) => (part.decision?.positions ?? []).map((row) => ({ part, row })));
			const most = Math.ceil((rowsPerSecond * Math.min(stepMs, Math.max(0, until - now))) / 1000);
			const places = isRated ? all.slice(0, most) : all;
			if (places.length === 0) return [];
			const end = stopAt === null || kind === 'lookUp' ? Infinity : Date.parse(stopAt);
			const { name, serviceKey } = approvedSettings(campaign) ?? campaign;
			const order = {
				kind,
				name,
				serviceKey,
				rows: places.flatMap(({ part, row }) => part.decision?.rows[row] ?? []),
				sendUntil: Math.min(until, end),
				perSecond: isRated ? rowsPerSecond : undefined,
			};
			return [{ order, places }];
		}),
	);
}

/** Takes a result over. @returns whether it was sent or looked up */
function apply(part: Part, row: number, result: GiveResult, day: string, now: number): boolean {
	const { decision, campaign } = part;
	if (!decision) return false;
	const { results, rows, kind } = decision;
	const megabytes = rows[row]?.megabytes ?? 0;
	const before = results.dateOf(row);
	const date = kind === 'give' ? day : before;
	// What a look-up doesn't find gives its MB back, where they were counted on this day.
	const notGiven = kind === 'lookUp' && before === day ? -megabytes : 0;
	const sent = kind === 'give' ? megabytes : 0;
	if (result.kind === 'given') {
		results.set(row, 'given');
		results.setDate(row, campaign.giftsPerMonth > 0 ? (date ?? day) : undefined);
		part.stepMb = plus(part.stepMb, sent);
		part.ended.push('');
	} else if (result.kind === 'refused') {
		if (kind === 'give') part.ended.push(result.reason);
		results.set(row, 'failed', result.reason);
		part.stepMb = plus(part.stepMb, notGiven);
	} else if (result.kind === 'inDoubt') {
		const lookUps = (results.doubtOf(row)?.lookUps ?? 0) + 1;
		const at = new Date(now + waitMs).toISOString();
		results.set(row, 'inDoubt', result.reason, { lookUps, ...(lookUps < mostDoubts && { at }) });
		results.setDate(row, date);
		part.stepMb = plus(part.stepMb, sent);
	} else if (kind === 'lookUp' && result.kind === 'notSent' && !result.trouble) {
		results.set(row, 'notSent');
		part.stepMb = plus(part.stepMb, notGiven);
	}
	return result.kind !== 'notAsked' && (result.kind !== 'notSent' || kind === 'lookUp');
}

/** How a piece waits, and why; '' where all is well. */
interface End {
	status: Piece['status'];
	dueAt: string;
	reason: string;
	isProblem?: boolean;
	stops?: 'pause' | 'void';
}

function endOfPart({ piece, decision }: Part, now: number): End {
	if (!decision) {
		const reason = changedSince([`piece ${piece.number} of the list was changed`]);
		return { status: 'open', dueAt: atOnce, reason, stops: 'void' };
	}
	const { results, halt, positions } = decision;
	const why = { reason: '', ...halt };
	if (rowsToLookUp(results, now).length > 0) return { ...why, status: 'open', dueAt: atOnce };
	const due = Math.min(...results.awaiting.map(({ at }) => at));
	const isLeft = results.rowsIn('notSent').length > 0;
	if (due === Infinity && !isLeft) return { ...why, status: 'done', dueAt: atOnce };
	if (halt) {
		const status = halt.isHeld && due === Infinity ? 'held' : 'open';
		// A look-up needs nothing of what keeps gifts back, and may give a day its MB back.
		return { ...why, status, dueAt: dueAt(Math.min(due, halt.until ?? 0)) };
	}
	if (isLeft && positions.length > 0) return { ...why, status: 'open', dueAt: atOnce };
	if (due < Infinity) return { ...why, status: 'open', dueAt: dueAt(due) };
	const reason =
		'The next rows are over the budget, or over the MB of a day. Raise it in mobile_data_campaigns, then approve again.';
	return { status: 'held', dueAt: atOnce, reason, isProblem: true };
}

/** A piece whose list was changed keeps its results, and what may have been sent. */
function writeOfPart(
	{ piece, decision, lostAt, stepMb }: Part,
	{ status, dueAt: due }: End,
	{ runner: { token }, zone }: StepInput,
): Write {
	const set = { status, dueAt: due, stepMb };
	if (decision)
		return writeOf(piece, token, { ...set, ...decision.results.columns(decision.rows) });
	const results = new Results(piece);
	if (lostAt !== undefined) markLost(results, lostAt, zone);
	return writeOf(piece, token, { ...set, status: piece.status, ...results.stored });
}

/** A piece as it was, how it waits, and as it is saved. */
interface Ended {
	part: Part;
	end: End;
	after: Piece;
}

/** The change of a campaign's row after a step: its figures, and what its page must say. */
function changeOf(
	campaign: Campaign,
	own: Ended[],
	chosen: CampaignChange | undefined,
	trouble: Trouble | undefined,
	now: number,
): CampaignChange | undefined {
	if (own.length === 0) return chosen && { ...chosen, campaign };
	let totals = chosen?.totals ?? storedTotals(campaign);
	for (const { part, after } of own) totals = totals && recount(totals, part.piece, after);
	const set = { ...standingAfter(campaign, own, trouble), ...chosen?.set };
	return { campaign, set, totals, dueAt: trouble ? dueAt(now + waitMs) : atOnce };
}

/** Whether a campaign goes on after a step, and its problem. */
function standingAfter(campaign: Campaign, own: Ended[], trouble?: Trouble): Write['set'] {
	if (campaign.status !== 'running') return {};
	if (trouble?.needsPerson) return stopping('pause', trouble.message);
	const stopped = own.find(({ end }) => end.stops)?.end;
	if (stopped?.stops) return stopping(stopped.stops, stopped.reason);
	const failing = own.filter(({ part }) => part.ended.some((reason) => reason !== ''));
	const failure = onlyFails(
		own.flatMap(({ part }) => part.ended),
		failing.map(({ after }) => after),
	);
	if (failure !== undefined) return stopping('pause', failure);
	const problem = trouble?.message ?? own.find(({ end }) => end.isProblem)?.end.reason;
	const isGiving = own.some(({ part: { decision } }) => {
		return decision?.kind === 'give' && decision.positions.length > 0;
	});
	return { problem: problem ?? (isGiving ? '' : campaign.problem) };
}
